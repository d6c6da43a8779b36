import * as vscode from "vscode";
import { LanguageClient, RevealOutputChannelOn, TransportKind } from "vscode-languageclient/node";
import { givenPath } from "../../../files/namedPath";
import type { EditorCommand } from "../../../languageServer/protocol/messages";
import { mayRead } from "../../kit/files/namedUri";
import { answerServer, tellServer } from "../../kit/processes/serverChannel";
import type { Chainside } from "../../state/chainside";
import { scenarioSelector } from "./scenarioFiles";
import { ScenarioWorkspace } from "./scenarioWorkspace";

/** What a lens does, beneath the pointer: the protocol has no place for it. */
const tooltips = (): Readonly<Partial<Record<EditorCommand, string>>> => ({
  "chainside.runScenario": vscode.l10n.t("Runs the scenario on new chains of its own"),
  "chainside.runScenarioOnChain": vscode.l10n.t("Asks before signing anything there"),
  "chainside.debugScenario": vscode.l10n.t("Runs the scenario up to here on a new chain, and debugs this step"),
});

function withTooltip(lens: vscode.CodeLens): vscode.CodeLens {
  const tooltip = lens.command && tooltips()[lens.command.command as EditorCommand];
  if (lens.command && tooltip) lens.command.tooltip = tooltip;
  return lens;
}

/**
 * Starts the language server for scenarios: a process of its own, for a text of others must not take the extension host with it. It is
 * started again when it dies. This file pulls in the language client: load it late.
 */
export async function startScenarioClient(app: Chainside): Promise<vscode.Disposable> {
  const module = app.context.asAbsolutePath("dist/languageServer.js");
  const scenarioWorkspace = new ScenarioWorkspace(app);
  const client = new LanguageClient(
    "chainside.scenarios",
    "Chainside",
    { run: { module, transport: TransportKind.ipc }, debug: { module, transport: TransportKind.ipc } },
    {
      documentSelector: [scenarioSelector],
      outputChannel: app.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      diagnosticCollectionName: "scenario",
      initializationOptions: { language: "scenario" },
      middleware: {
        provideCodeLenses: async (document, token, next) => (await next(document, token))?.map(withTooltip),
      },
    },
  );
  answerServer(client, "chainside/mayRead", ({ path }) => mayRead(givenPath(path)));
  answerServer(client, "chainside/contract", ({ path }) => scenarioWorkspace.contractAt(path));
  answerServer(client, "chainside/contracts", () => scenarioWorkspace.contracts());
  answerServer(client, "chainside/scenarios", () => scenarioWorkspace.scenarios());
  const listening = scenarioWorkspace.onDidChange(() => {
    if (client.isRunning()) void tellServer(client, "chainside/contractsChanged").catch(app.errors.log);
  });
  await client.start();
  return vscode.Disposable.from(scenarioWorkspace, listening, {
    dispose: () => void client.dispose().catch(app.errors.log),
  });
}
