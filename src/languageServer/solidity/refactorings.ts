import { type CodeAction, CodeActionKind, CodeActionTriggerKind, type Range } from "vscode-languageserver/node";
import { extractFunction } from "../../solidity/language/refactor/extractFunction";
import { extractConstant, extractVariable } from "../../solidity/language/refactor/extractValue";
import type { Refactoring } from "../../solidity/language/refactor/refactoring";
import { requireToError } from "../../solidity/language/refactor/requireError";
import { headAt, otherVisibilities } from "../../solidity/language/refactor/visibility";
import { t } from "../../text/catalogue";
import { refused } from "../documents/answers";
import { wants } from "./codeActions";
import type { SolidityFeature } from "./feature";
import { type LookedAt, lookAt, uriOfPath } from "./lookedAt";

/** All places of a name at once, or none where the result wouldn't compile. */
export const rename: SolidityFeature = {
  register(state) {
    state.connection.onPrepareRename(async ({ textDocument, position }, token) => {
      const source = state.sources.get(textDocument.uri);
      const answer = source && (await state.ask(source, { kind: "nameAt", position }, "name", token));
      if (!answer?.range) throw refused(t("Nothing here can be renamed."));
      return { range: answer.range, placeholder: answer.name };
    });
    state.connection.onRenameRequest(async ({ textDocument, position, newName }, token) => {
      const source = state.sources.get(textDocument.uri);
      const answer = source && (await state.ask(source, { kind: "rename", position, newName }, "rename", token));
      if (!answer) return null;
      if (answer.refused !== undefined) throw refused(t("Not renamed. {0}", answer.refused));
      return {
        changes: Object.fromEntries(
          answer.changes.map(({ path, changes }) => [
            uriOfPath(state, path),
            changes.map(({ range, text }) => ({ range, newText: text })),
          ]),
        ),
      };
    });
  },
};

function titleOf({ kind, value }: Refactoring): string {
  switch (kind) {
    case "error":
      return t("Revert with the Error {0}", value);
    case "visibility":
      return t("Make it {0}", value);
    case "variable":
      return t("Extract to Variable");
    case "constant":
      return t("Extract to Constant");
    case "function":
      return t("Extract to Function");
  }
}

const kinds = {
  error: CodeActionKind.RefactorRewrite,
  visibility: CodeActionKind.RefactorRewrite,
  variable: CodeActionKind.RefactorExtract,
  constant: CodeActionKind.RefactorExtract,
  function: CodeActionKind.RefactorExtract,
} as const;

const actionOf = (uri: string, looked: LookedAt, made: Refactoring): CodeAction => ({
  title: titleOf(made),
  kind: kinds[made.kind],
  edit: { changes: { [uri]: made.changes.map((each) => looked.editOf(each)) } },
});

const selectedIn = (looked: LookedAt, { start, end }: Range) => {
  const { offset, ...place } = looked.at(start);
  return { ...place, start: offset, end: looked.at(end).offset };
};

/** Other ways to write what is selected, or what stands at the cursor. */
export const refactorings: SolidityFeature = {
  register(state) {
    state.parts.actions.push(async ({ uri }, { range, context: { only, triggerKind } }, signal) => {
      const rewrites = wants(only, CodeActionKind.RefactorRewrite);
      if (!rewrites && !wants(only, CodeActionKind.RefactorExtract)) return [];
      const looked = await lookAt(state, uri, "around", signal);
      if (!looked) return [];
      const selected = selectedIn(looked, range);
      const isEmpty = selected.start === selected.end;
      const made = isEmpty
        ? [requireToError(selected)]
        : [requireToError(selected), extractVariable(selected), extractConstant(selected), extractFunction(selected)];
      const found = made.flatMap((each) => (each ? [actionOf(uri, looked, each)] : []));
      // Who names it may be anywhere in the project: that isn't looked through while a cursor only moves.
      const isAsked = rewrites && triggerKind !== CodeActionTriggerKind.Automatic;
      const whole = isAsked && headAt(selected) ? await lookAt(state, uri, "whole", signal) : undefined;
      if (!whole) return found;
      return [...found, ...otherVisibilities(selectedIn(whole, range)).map((each) => actionOf(uri, whole, each))];
    });
  },
};
