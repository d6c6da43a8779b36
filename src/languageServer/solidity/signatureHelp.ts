import { MarkupKind } from "vscode-languageserver/node";
import { signatureHelpAt } from "../../solidity/language/answers/signatureHelp";
import { md } from "../../text/markdown";
import { visibleText } from "../../text/visibleText";
import type { SolidityFeature } from "./feature";
import { lookAt } from "./lookedAt";

const documented = (text: string) =>
  text === "" ? {} : { documentation: { kind: MarkupKind.Markdown, value: md`${text}` } };

/** What a function takes, while its arguments are written. */
export const signatureHelp: SolidityFeature = {
  capabilities: { signatureHelpProvider: { triggerCharacters: ["(", ",", "{"], retriggerCharacters: [")"] } },
  register(state) {
    state.connection.onSignatureHelp(async ({ textDocument, position }, token) => {
      const looked = await lookAt(state, textDocument.uri, "around", token);
      const help = looked && signatureHelpAt(looked.at(position));
      if (!help) return null;
      return {
        activeSignature: 0,
        activeParameter: help.parameter,
        signatures: help.signatures.map(({ label, documentation, parameters }) => ({
          label: visibleText(label),
          ...documented(documentation),
          parameters: parameters.map((each) => ({
            label: visibleText(label.slice(each.start, each.end)),
            ...documented(each.documentation),
          })),
        })),
      };
    });
  },
};
