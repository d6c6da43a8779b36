import * as vscode from "vscode";
import { isTestFile, isTestFunction } from "../../../text/sourceNames";
import { own, registerTargetCommands } from "../../flows/target/chainCommands";
import { commandOf } from "../../kit/commands/commands";
import { Parts } from "../../kit/registration/parts";
import type { Chainside } from "../../state/chainside";
import type { LensPart } from "../../state/solidity/solidity";
import type { ContractTests, TestSubject } from "./contractTests";
import { GasHistory } from "./gasHistory";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.runContractTest": (subject: TestSubject) => void;
    "chainside.debugContractTest": (subject: TestSubject | { readonly test: vscode.TestItem }) => void;
  }
}

function isSubject(value: unknown): value is TestSubject {
  const { uri, contract, test } = { ...(value as Partial<Record<keyof TestSubject, unknown>> | null | undefined) };
  const isName = (name: unknown): boolean => typeof name === "string";
  return isName(uri) && isName(contract) && (test === undefined || isName(test));
}

/** What VS Code gives to a command on the message of a failed test. */
const isMessage = (value: unknown): value is { readonly test: vscode.TestItem } =>
  typeof value === "object" && value !== null && typeof (value as { test?: unknown }).test === "object";

/** *Test* above contracts of test files and their tests, *Debug* above tests. */
const testLens =
  (controller: vscode.TestController): LensPart =>
  ({ uri, contract, functionName, kind, functions, takesArguments }) => {
    if (takesArguments) return [];
    const file = controller.items.get(uri.toString());
    const isShown = (uri.scheme === "file" && isTestFile(uri.path)) || file !== undefined;
    // what has no tests of its own may inherit them, which shows when it has run; else it helps the others
    const hasTests = functions.some(isTestFunction) || file?.children.get(`${file.id}#${contract}`) !== undefined;
    if (!isShown || !hasTests || (functionName === undefined ? kind !== "contract" : !isTestFunction(functionName)))
      return [];
    const subject: TestSubject = { uri: uri.toString(), contract, test: functionName };
    return [
      {
        ...commandOf("chainside.runContractTest", vscode.l10n.t("Test"), subject),
        tooltip: vscode.l10n.t("Runs the test on its own chain, without sending anything"),
      },
      ...(functionName !== undefined
        ? [
            {
              ...commandOf("chainside.debugContractTest", vscode.l10n.t("Debug"), subject),
              tooltip: vscode.l10n.t("Runs the test step by step on its own chain, after setUp"),
            },
          ]
        : []),
    ];
  };

/**
 * Solidity tests (`*.t.sol`) in the Test Explorer. What finds and runs them is loaded when the user looks at a test
 * (docs/contract-tests.md).
 */
export function registerContractTests(app: Chainside): vscode.Disposable {
  const controller = vscode.tests.createTestController("chainside.contractTests", vscode.l10n.t("Solidity Tests"));
  const parts = new Parts();
  parts.add(controller);
  const gas = new GasHistory();
  let opening: Promise<ContractTests> | undefined;
  const open = (): Promise<ContractTests> => {
    opening ??= import("./contractTests").then((loaded) => {
      const tests = new loaded.ContractTests(app, controller, gas);
      parts.add(tests);
      return tests;
    });
    return opening;
  };
  const look = (document: vscode.TextDocument): void => {
    if (document.uri.scheme === "file" && isTestFile(document.uri.path))
      void open().then((tests) => tests.look(document.uri), app.errors.log);
  };
  controller.resolveHandler = async (item) => (await open()).resolve(item);
  controller.refreshHandler = async () => (await open()).refresh();
  const { Run, Debug, Coverage } = vscode.TestRunProfileKind;
  const profile = (
    label: string,
    kind: vscode.TestRunProfileKind,
    suite: "standard" | "sm",
    isDefault: boolean,
    mutate = false,
  ) => {
    const made = controller.createRunProfile(
      label,
      kind,
      async (request, token) => {
        try {
          await (await open()).run(request, token, {
            suite,
            coverage: kind === Coverage,
            debug: kind === Debug,
            mutate,
          });
        } catch (error) {
          void app.errors.show(error);
        }
      },
      isDefault,
      undefined,
      kind === Run && !mutate,
    );
    parts.add(made);
    return made;
  };
  const run = profile(vscode.l10n.t("Run"), Run, "standard", true);
  profile(vscode.l10n.t("Run on an SM Chain"), Run, "sm", false);
  profile(vscode.l10n.t("Mutation Testing"), Run, "standard", false, true);
  const debug = profile(vscode.l10n.t("Debug"), Debug, "standard", true);
  profile(vscode.l10n.t("Debug on an SM Chain"), Debug, "sm", false);
  const measured = [
    profile(vscode.l10n.t("Run with Coverage"), Coverage, "standard", true),
    profile(vscode.l10n.t("Run with Coverage on an SM Chain"), Coverage, "sm", false),
  ];
  for (const each of measured) each.loadDetailedCoverage = async (_, coverage) => (await open()).detailsOf(coverage);
  app.solidity.lensParts.push(testLens(controller), gas.lens);
  for (const document of vscode.workspace.textDocuments) look(document);
  parts.add(
    vscode.workspace.onDidOpenTextDocument(look),
    registerTargetCommands(app, {
      "chainside.runContractTest": own(async (subject) => {
        if (isSubject(subject)) await (await open()).runOne(subject, run);
      }),
      "chainside.debugContractTest": own(async (given) => {
        const item = isMessage(given) ? given.test : undefined;
        if (item) await (await open()).debug(item, debug);
        else if (isSubject(given)) await (await open()).runOne(given, debug, true);
      }),
    }),
  );
  return parts;
}
