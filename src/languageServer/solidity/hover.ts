import { MarkupKind } from "vscode-languageserver/node";
import type { HoverAnswer } from "../../solidity/language/questions";
import { t } from "../../text/catalogue";
import { labelled, listed } from "../../text/joining";
import { code, md } from "../../text/markdown";
import { visibleText } from "../../text/visibleText";
import { fenced } from "../documents/sayVisibly";
import type { SolidityFeature } from "./feature";

/** The hover as Markdown. `gas`: of the last runs of the function. */
function hoverText({ code: declaration, natspec, signature, storage }: HoverAnswer, gas: readonly string[]): string {
  const parts: string[] = [];
  for (const { tag, text } of natspec)
    parts.push(tag === "notice" || tag === "dev" || tag === "title" ? md`${text}` : md`*@${tag}* ${text}`);
  if (signature) {
    const { text: full, standard, sm, kind } = signature;
    const what = kind === "event" ? t("Topic") : t("Selector");
    parts.push(md`${code(full)}`, md`${labelled(what, "")}${code(standard)} · ${t("SM")} ${code(sm)}`);
  }
  if (gas.length > 0) parts.push(md`${t("Gas of recent runs: {0}", listed(gas))}`);
  if (storage) {
    const { slot, offset, bytes } = storage;
    parts.push(md`${t("Storage slot {0}, offset {1}, bytes {2}", slot, offset, bytes)}`);
  }
  return `${fenced(visibleText(declaration))}${parts.join("\n\n")}`;
}

/** Declaration, NatSpec, selectors or topics of both suites, storage slot, and what running it cost here. */
export const hover: SolidityFeature = {
  register(state) {
    state.connection.onHover(async ({ textDocument, position }, token) => {
      const source = state.sources.get(textDocument.uri);
      const answer = source && (await state.ask(source, { kind: "hover", position }, "hover", token));
      const found = answer?.hover;
      if (!found) return null;
      const { signature, range } = found;
      const gas = signature?.kind === "function" ? await state.editor.ask("chainside/gasOf", signature) : undefined;
      return { contents: { kind: MarkupKind.Markdown, value: hoverText(found, gas ?? []) }, range };
    });
  },
};
