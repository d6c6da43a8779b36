import { dirname } from "node:path";
import type { CancellationToken, Range, TextEdit } from "vscode-languageserver/node";
import type { Formatter, SourceRange } from "../../solidity/format/formatter";
import type { StyleChoice } from "../../solidity/format/projectStyle";
import { say, t } from "../../text/catalogue";
import { jsonObjectOf } from "../../text/limits/boundedJson";
import { visibleLine } from "../../text/visibleText";
import { refused } from "../documents/answers";
import { signalOf } from "../protocol/messages";
import type { SolidityFeature } from "./feature";
import type { OpenSource, SolidityState } from "./solidityState";

const choices = ["auto", "prettier", "forge", "forge-fmt", "off"] as const;

/** Whose style the settings want. */
async function choiceOf(state: SolidityState): Promise<(typeof choices)[number]> {
  const { formatter } = jsonObjectOf(jsonObjectOf(await state.settings())["solidity"]);
  return choices.find((each) => each === formatter) ?? "auto";
}

/** Formats sources as their project wants them written. What formats is loaded with the first. */
class SourceFormatting {
  #formatter: Formatter | undefined;
  /** What was said of formatters already. */
  readonly #words = new Set<string>();

  constructor(private readonly state: SolidityState) {}

  async edits(uri: string, range: Range | undefined, token: CancellationToken): Promise<TextEdit[] | null> {
    const { state } = this;
    const source = state.sources.get(uri);
    const choice = await choiceOf(state);
    if (!source || choice === "off") return null;
    const { SourceText } = await import("../../solidity/program/sourceText");
    const index = new SourceText(source.text);
    const sourceRange = range && { start: index.offsetOf(range.start), end: index.offsetOf(range.end) };
    const signal = signalOf(token);
    const made =
      (choice === "forge-fmt" && (await this.#byForge(source, sourceRange, signal))) ||
      (await this.#byOurs(source, choice === "forge-fmt" ? "forge" : choice, sourceRange, signal));
    if (made.kind === "refused") throw refused(t("Not formatted. {0}", say(made.reason)));
    return made.changes.map((change) => ({ range: index.rangeOf(change.start, change.end), newText: change.text }));
  }

  async #byOurs({ path, text }: OpenSource, choice: StyleChoice, range: SourceRange | undefined, signal: AbortSignal) {
    const [{ Formatter }, { projectStyle }, { plainStyle }] = await Promise.all([
      import("../../solidity/format/formatter"),
      import("../../solidity/format/projectStyle"),
      import("../../solidity/format/style"),
    ]);
    const style = path === undefined ? plainStyle : (await projectStyle(path, choice, await this.#fence(path))).style;
    this.#formatter ??= new Formatter();
    return this.#formatter.format(text, style, range, signal);
  }

  /** By the forge that is installed; undefined where ours formats in its place, which is said. */
  async #byForge({ path, text }: OpenSource, range: SourceRange | undefined, signal: AbortSignal) {
    if (path === undefined) return undefined;
    if ((await this.#fence(path)) !== undefined) {
      this.#say("warn", t("forge isn't run in a workspace that isn't trusted: Chainside formats, in a style near it."));
      return undefined;
    }
    const [{ formatByForge, installedForge }, { changesTo }, { rootOf }] = await Promise.all([
      import("../../solidity/format/installedForge"),
      import("../../solidity/format/formatter"),
      import("../../solidity/project/projectRoot"),
    ]);
    const program = await installedForge();
    const made = await formatByForge(text, rootOf(path, this.state.folderOf(path)), program, signal);
    if (made.kind === "refused" && made.missing) {
      this.#say("warn", t("forge isn't installed, or not on the path: Chainside formats, in a style near it."));
      return undefined;
    }
    if (made.kind === "refused") return made;
    this.#say("info", t("Solidity is formatted by {0}.", visibleLine(program ?? "")));
    return { ...made, changes: changesTo(text, made.text, range) };
  }

  /** Each once: what is the user's to mend as a message, the rest in the log. */
  #say(weight: "info" | "warn", words: string): void {
    if (this.#words.has(words)) return;
    this.#words.add(words);
    if (weight === "warn") this.state.connection.window.showWarningMessage(words);
    else this.state.connection.console.info(words);
  }

  /** What isn't trusted takes no configuration from outside of the folder that is open. */
  async #fence(path: string): Promise<string | undefined> {
    const { trusted } = await this.state.compileFor(path);
    return trusted ? undefined : (this.state.folderOf(path) ?? dirname(path));
  }
}

/** Sources as their project writes them: all of one, or some of its lines. */
export const formatting: SolidityFeature = {
  register(state) {
    const sources = new SourceFormatting(state);
    state.connection.onDocumentFormatting(({ textDocument: { uri } }, token) => sources.edits(uri, undefined, token));
    state.connection.onDocumentRangeFormatting(({ textDocument: { uri }, range }, token) =>
      sources.edits(uri, range, token),
    );
  },
};
