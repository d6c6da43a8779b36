import * as vscode from "vscode";
import { givenPath } from "../../../files/namedPath";
import type { EditorCommands } from "../../../languageServer/protocol/messages";
import { free, reads, registerTargetCommands } from "../../flows/target/chainCommands";
import type { On, Target } from "../../kit/commands/target";
import { mayRead } from "../../kit/files/namedUri";
import { showInformation } from "../../kit/messages/notify";
import { Parts } from "../../kit/registration/parts";
import type { Chainside } from "../../state/chainside";
import { isScenario, scenarioSelector } from "./scenarioFiles";
import type { Scenarios, Where } from "./scenarios";
import type { ScenarioWorkspace } from "./scenarioWorkspace";

/**
 * What the language server is answered about scenarios. A text of others must not take the extension host with it: it is parsed in a
 * process of its own, which is started again when it dies.
 * @param parts what ends with the feature
 */
function answerScenarios(app: Chainside, parts: Parts): void {
  const { languages } = app;
  let loading: Promise<ScenarioWorkspace> | undefined;
  const workspace = (): Promise<ScenarioWorkspace> => {
    loading ??= import("./scenarioWorkspace").then((loaded) => {
      const made = new loaded.ScenarioWorkspace(app);
      parts.add(
        made,
        made.onDidChange(() => languages.tell("chainside/contractsChanged")),
      );
      return made;
    });
    return loading;
  };
  languages.add("scenario", {
    selector: () => [scenarioSelector],
    tooltips: () => ({
      "chainside.runScenario": vscode.l10n.t("Runs the scenario on new chains of its own"),
      "chainside.runScenarioOnChain": vscode.l10n.t("Asks before signing anything there"),
      "chainside.debugScenario": vscode.l10n.t("Runs the scenario up to here on a new chain, and debugs this step"),
    }),
  });
  languages.answer("chainside/mayRead", ({ path }) => mayRead(givenPath(path)));
  languages.answer("chainside/contract", async ({ path }) => (await workspace()).contractAt(path));
  languages.answer("chainside/contracts", async () => (await workspace()).contracts());
  languages.answer("chainside/scenarios", async () => (await workspace()).scenarios());
}

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.recordScenario": On<"transaction" | "group">;
    "chainside.notebookToScenario": () => void;
    "chainside.runScenario": EditorCommands["chainside.runScenario"];
    "chainside.debugScenario": EditorCommands["chainside.debugScenario"];
    "chainside.runScenarioOnChain": EditorCommands["chainside.runScenarioOnChain"];
  }
}

/** The scenario that a command is about: the given one, a lens's own, else the one in front. */
function scenarioOf(target: Target): vscode.Uri | undefined {
  if (target.kind === "text") {
    const named = vscode.Uri.parse(target.text);
    return isScenario(named) ? named : undefined;
  }
  if (target.kind === "file") return isScenario(target.uri) ? target.uri : undefined;
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri && isScenario(uri) ? uri : undefined;
}

/** Scenarios (`*.chain.yaml`) in the editor and the Test Explorer (docs/scenarios.md). What works on them is loaded with the first one. */
export function registerScenarios(app: Chainside): vscode.Disposable {
  const controller = vscode.tests.createTestController("chainside.scenarios", vscode.l10n.t("Scenarios"));
  const parts = new Parts();
  parts.add(controller);
  let opening: Promise<Scenarios> | undefined;
  answerScenarios(app, parts);
  const open = (): Promise<Scenarios> => {
    opening ??= import("./scenarios").then((loaded) => {
      const scenarios = new loaded.Scenarios(app, controller);
      parts.add(scenarios);
      return scenarios;
    });
    return opening;
  };
  const look = (document: vscode.TextDocument): void => {
    if (isScenario(document.uri))
      void open()
        .then((scenarios) => scenarios.look(document))
        .catch(app.errors.log);
  };
  controller.resolveHandler = async (item) => (item ? undefined : (await open()).refresh());
  controller.refreshHandler = async () => (await open()).refresh();
  const profile = (label: string, where: Where, isDefault: boolean): vscode.TestRunProfile => {
    const run = async (request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> => {
      try {
        await (await open()).run(request, token, where);
      } catch (error) {
        void app.errors.show(error);
      }
    };
    const made = controller.createRunProfile(label, vscode.TestRunProfileKind.Run, run, isDefault);
    parts.add(made);
    return made;
  };
  const fresh = profile(vscode.l10n.t("Run"), "fresh", true);
  const debug = async (request: vscode.TestRunRequest): Promise<void> => {
    try {
      await (await open()).debug(request);
    } catch (error) {
      void app.errors.show(error);
    }
  };
  parts.add(controller.createRunProfile(vscode.l10n.t("Debug"), vscode.TestRunProfileKind.Debug, debug, true));
  const active = profile(vscode.l10n.t("Run on the Active Chain"), "active", false);
  const runFile = async (target: Target, own: vscode.TestRunProfile, where: Where): Promise<void> => {
    const uri = scenarioOf(target);
    if (uri) await (await open()).runFile(uri, own, where);
    else void showInformation(vscode.l10n.t("First open a scenario (*.chain.yaml)."));
  };
  const opened = Date.now();
  for (const document of vscode.workspace.textDocuments) look(document);
  parts.add(
    vscode.workspace.onDidOpenTextDocument(look),
    registerTargetCommands(app, {
      "chainside.recordScenario": reads(async (group, target, selection) =>
        (await import("./recordSent")).recordSent(app, group, [target, ...selection], opened),
      ),
      "chainside.notebookToScenario": free(async () => (await import("./saveNotebook")).saveNotebook(app)),
      "chainside.runScenario": free((target) => runFile(target, fresh, "fresh")),
      "chainside.debugScenario": free(async (target) => {
        const uri = scenarioOf(target);
        if (uri) await (await open()).debugFile(uri);
        else void showInformation(vscode.l10n.t("First open a scenario (*.chain.yaml)."));
      }),
      "chainside.runScenarioOnChain": free((target) => runFile(target, active, "active")),
    }),
  );
  return parts;
}
