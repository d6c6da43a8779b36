import { dirname } from "node:path";
import type { CancellationToken, Range, TextEdit } from "vscode-languageserver/node";
import type { Formatter } from "../../solidity/format/formatter";
import { say, t } from "../../text/catalogue";
import { jsonObjectOf } from "../../text/limits/boundedJson";
import { refused } from "../documents/answers";
import { signalOf } from "../protocol/signalOf";
import type { SolidityFeature } from "./feature";
import type { SolidityState } from "./solidityState";

const choices = ["auto", "prettier", "forge", "off"] as const;

/** Whose style the settings want. */
async function choiceOf(state: SolidityState): Promise<(typeof choices)[number]> {
  const { formatter } = jsonObjectOf(jsonObjectOf(await state.settings())["solidity"]);
  return choices.find((each) => each === formatter) ?? "auto";
}

/** Formats sources as their project wants them written. What formats is loaded with the first. */
class SourceFormatting {
  #formatter: Formatter | undefined;

  constructor(private readonly state: SolidityState) {}

  async edits(uri: string, range: Range | undefined, token: CancellationToken): Promise<TextEdit[] | null> {
    const { state } = this;
    const source = state.sources.get(uri);
    const choice = await choiceOf(state);
    if (!source || choice === "off") return null;
    const [{ Formatter }, { projectStyle }, { plainStyle }, { SourceText }] = await Promise.all([
      import("../../solidity/format/formatter"),
      import("../../solidity/format/projectStyle"),
      import("../../solidity/format/style"),
      import("../../solidity/program/sourceText"),
    ]);
    const { path, text } = source;
    const style = path === undefined ? plainStyle : (await projectStyle(path, choice, await this.#fence(path))).style;
    const index = new SourceText(text);
    const sourceRange = range && { start: index.offsetOf(range.start), end: index.offsetOf(range.end) };
    this.#formatter ??= new Formatter();
    const made = await this.#formatter.format(text, style, sourceRange, signalOf(token));
    if (made.kind === "refused") throw refused(t("Not formatted. {0}", say(made.reason)));
    return made.changes.map((change) => ({ range: index.rangeOf(change.start, change.end), newText: change.text }));
  }

  /** What isn't trusted takes no configuration from outside of the folder that is open. */
  async #fence(path: string): Promise<string | undefined> {
    const { trusted } = await this.state.compileFor(path);
    return trusted ? undefined : (this.state.folderOf(path) ?? dirname(path));
  }
}

/** Sources as their project writes them: all of one, or some of its lines. */
export const formatting: SolidityFeature = {
  capabilities: { documentFormattingProvider: true, documentRangeFormattingProvider: true },
  register(state) {
    const sources = new SourceFormatting(state);
    state.connection.onDocumentFormatting(({ textDocument: { uri } }, token) => sources.edits(uri, undefined, token));
    state.connection.onDocumentRangeFormatting(({ textDocument: { uri }, range }, token) =>
      sources.edits(uri, range, token),
    );
  },
};
