import * as vscode from "vscode";
import { givenPath } from "../../../files/namedPath";
import { mayRead } from "../../kit/files/namedUri";
import type { Parts } from "../../kit/registration/parts";
import type { Chainside } from "../../state/chainside";
import { scenarioSelector } from "./scenarioFiles";
import type { ScenarioWorkspace } from "./scenarioWorkspace";

/**
 * What the language server is answered about scenarios. A text of others must not take the extension host with it: it is parsed in a
 * process of its own, which is started again when it dies.
 * @param parts what ends with the feature
 */
export function answerScenarios(app: Chainside, parts: Parts): void {
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
