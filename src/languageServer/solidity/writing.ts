import { type CompletionItem, CompletionItemKind, InsertTextFormat, InsertTextMode } from "vscode-languageserver/node";
import { overridingsAt } from "../../solidity/language/answers/implement";
import { type NatspecBlock, natspecBlockAt } from "../../solidity/language/answers/natspecBlock";
import { SourceText } from "../../solidity/program/sourceText";
import { t } from "../../text/catalogue";
import { visibleText } from "../../text/visibleText";
import type { SolidityFeature } from "./feature";
import { lookAt } from "./lookedAt";

/** A text in which nothing is a place to fill in. */
const plain = (text: string): string => text.replace(/[\\$}]/g, "\\$&");

/** The comment as a snippet, with a place behind each tag, or as it is. */
function written({ lines, form }: NatspecBlock, indent: string, asSnippet: boolean): string {
  const tagged = lines.map((line, i) => (asSnippet ? `${plain(line)} \${${i + 1}}` : `${line} `));
  if (form === "lines") return tagged.map((line) => `/// ${line}`).join(`\n${indent}`);
  return ["/**", ...tagged.map((line) => ` * ${line}`), " */"].join(`\n${indent}`);
}

/** Functions of bases to override, and the documentation of what stands below. */
export const writing: SolidityFeature = {
  register(state) {
    const asSnippet = state.client.textDocument?.completion?.completionItem?.snippetSupport ?? false;
    state.parts.completions.push(async ({ text }, position) => {
      const index = new SourceText(text);
      const block = natspecBlockAt(text, index.offsetOf(position));
      if (!block) return [];
      const range = index.rangeOf(block.start, block.end);
      const indent = text.slice(index.offsetOf({ line: range.start.line, character: 0 }), block.start);
      const label = block.form === "block" ? "/** … */" : "/// …";
      const item: CompletionItem = {
        label,
        kind: CompletionItemKind.Snippet,
        detail: t("Documentation of what stands below"),
        filterText: text.slice(block.start, block.end),
        sortText: "!",
        insertTextFormat: asSnippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
        insertTextMode: InsertTextMode.asIs,
        textEdit: { range, newText: written(block, indent, asSnippet) },
      };
      return [item];
    });

    state.parts.completions.push(async ({ uri }, position, signal) => {
      const looked = await lookAt(state, uri, "around", signal);
      const found = looked && overridingsAt(looked.at(position));
      if (!looked || !found) return [];
      const range = { start: looked.position(found.start), end: position };
      return found.list.map(({ declaration, label, text }): CompletionItem => {
        const name = declaration.name.text;
        const parent = declaration.parent?.name.text ?? "";
        return {
          label: visibleText(`override ${label}`),
          kind: CompletionItemKind.Method,
          detail: visibleText(t("Override of {0}", parent)),
          filterText: `${found.withKeyword ? "function" : "override"} ${name}`,
          insertTextMode: InsertTextMode.adjustIndentation,
          textEdit: { range, newText: text },
        };
      });
    });
  },
};
