import { type CodeAction, CodeActionKind, type Diagnostic } from "vscode-languageserver/node";
import type { QuickFix } from "../../solidity/language/questions";
import { quickFixes } from "../../solidity/language/quickFixes";
import { t } from "../../text/catalogue";
import { editorCommand } from "../protocol/messages";
import { shownProblems } from "./compilerProblems";
import type { SolidityFeature } from "./feature";

function titleOf({ kind, value }: QuickFix): string {
  switch (kind) {
    case "pragma":
      return t("Set pragma solidity {0}", value);
    case "visibility":
      return value === "" ? t("Remove the visibility") : t("Make it {0}", value);
    case "license":
      return t("Add the SPDX license {0}", value);
    case "dataLocation":
      return t("Keep it in {0}", value);
    case "checksum":
      return t("Write the address with its checksum");
    case "evmVersion":
      return t("Compile this workspace for {0}", value);
    case "package":
      return t("Install {0} with npm", value);
    case "mutability":
      return t("Make it {0}", value);
    case "name":
      return t("Change to {0}", value);
    case "remove":
      return t("Remove {0}", value);
    case "specifier":
      return t("Add {0}", value);
  }
}

function actionOf(uri: string, fix: QuickFix, diagnostic: Diagnostic, isPreferred: boolean): CodeAction {
  const title = titleOf(fix);
  const base = { title, kind: CodeActionKind.QuickFix, diagnostics: [diagnostic], isPreferred };
  if (fix.kind === "evmVersion")
    return { ...base, command: editorCommand("chainside.setEvmVersion", title, fix.value) };
  if (fix.kind === "package")
    return { ...base, command: editorCommand("chainside.installPackage", title, { name: fix.value, uri }) };
  const edits = fix.changes.map(({ range, text }) => ({ range, newText: text }));
  return { ...base, edit: { changes: { [uri]: edits } } };
}

/** Corrections that the compiler suggests. The first of each problem is the one it names. */
export const compilerFixes: SolidityFeature = {
  register(state) {
    state.parts.actions.push(async ({ uri, path, text }, { context }) => {
      const problems = shownProblems(state, uri, context.diagnostics);
      // A machine that the chain does not run is not taken, whatever the setting says.
      const noMachine =
        !state.commands.has("chainside.setEvmVersion") || (path !== undefined && state.machineIsChains.has(path));
      const seen = new Set<number>();
      return quickFixes(
        text,
        problems.map(({ reported }) => reported),
      ).flatMap((fix) => {
        const problem = problems[fix.diagnostic];
        if (!problem || (fix.kind === "evmVersion" && noMachine)) return [];
        if (fix.kind === "package" && !state.commands.has("chainside.installPackage")) return [];
        const first = !seen.has(fix.diagnostic);
        seen.add(fix.diagnostic);
        return [actionOf(uri, fix, problem.diagnostic, first)];
      });
    });
  },
};
