import { CodeActionKind } from "vscode-languageserver/node";
import { implementMissing } from "../../solidity/language/answers/implement";
import { t } from "../../text/catalogue";
import type { SolidityFeature } from "./feature";
import { lookAt } from "./lookedAt";

/** Writes the functions that a contract must have and hasn't. */
export const implement: SolidityFeature = {
  capabilities: {},
  register(state) {
    state.parts.actions.push(async ({ uri }, { range }, signal) => {
      const looked = await lookAt(state, uri, "around", signal);
      const made = looked && implementMissing(looked.at(range.start));
      const head = made?.contract.contractNode;
      // Offered where the contract is named, not within its functions.
      if (!looked || !made || !head || looked.at(range.start).offset > head.open) return [];
      const edit = looked.editOf({ start: made.offset, end: made.offset, text: made.text });
      return [
        {
          title: t("Implement Missing Functions"),
          kind: CodeActionKind.QuickFix,
          edit: { changes: { [uri]: [edit] } },
        },
      ];
    });
  },
};
