import { join } from "node:path";
import * as vscode from "vscode";
import { Accounts } from "./accounts/accounts";
import { registerAccounts } from "./accounts/registerAccounts";
import type { Chainside } from "./app/chainside";
import { OrderlyMemory } from "./app/orderlyMemory";
import { registerBalance } from "./balance/registerBalance";
import { registerBfs } from "./bfs/registerBfs";
import { registerBuildChain } from "./buildChain/registerBuildChain";
import { registerChains } from "./chains/registerChains";
import { registerConfigLanguage } from "./configLanguage/registerConfigLanguage";
import { Connections } from "./connections/connections";
import { registerConnections } from "./connections/registerConnections";
import { registerConsensus } from "./consensus/registerConsensus";
import { registerContractForm } from "./contractForm/registerContractForm";
import { Artifacts } from "./contracts/artifacts";
import { KnownContracts } from "./contracts/knownContracts";
import { registerContracts } from "./contracts/registerContracts";
import { registerDiagnosis } from "./diagnosis/registerDiagnosis";
import { registerDocuments } from "./documents/registerDocuments";
import { EmbeddedChain } from "./embeddedChain/embeddedChain";
import { registerEmbeddedChain } from "./embeddedChain/registerEmbeddedChain";
import { createErrorReporter } from "./errors/errorReporter";
import { registerEvents } from "./events/registerEvents";
import { registerExpansion } from "./expansion/registerExpansion";
import { registerExplain } from "./explain/registerExplain";
import { registerExplorer } from "./explorer/registerExplorer";
import { registerGovernance } from "./governance/registerGovernance";
import { registerHistory } from "./history/registerHistory";
import { SentTransactions } from "./history/sentTransactions";
import { NodeNames } from "./nodeNames/nodeNames";
import { registerNodeNames } from "./nodeNames/registerNodeNames";
import { registerNodes } from "./nodes/registerNodes";
import { registerNotebook } from "./notebook/registerNotebook";
import { registerRights } from "./rights/registerRights";
import { registerRpc } from "./rpc/registerRpc";
import { registerSharding } from "./sharding/registerSharding";
import { registerStatusBar } from "./statusBar/registerStatusBar";
import { registerSystemConfig } from "./systemConfig/registerSystemConfig";
import { registerTables } from "./tables/registerTables";

/** A table of contents: what is shared, then one line a feature. No network and no file is touched here. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("Chainside", { log: true });
  const errors = createErrorReporter(log);
  const memory = new OrderlyMemory(context.globalState);
  const app: Chainside = {
    context,
    log,
    errors,
    accounts: new Accounts(memory, context.secrets),
    connections: new Connections(context.workspaceState, errors.log),
    embeddedChain: new EmbeddedChain(
      context.asAbsolutePath("dist/devchain.js"),
      join((context.storageUri ?? context.globalStorageUri).fsPath, "embeddedChain"),
      log,
    ),
    artifacts: new Artifacts(),
    knownContracts: new KnownContracts(memory),
    nodeNames: new NodeNames(memory),
    sent: new SentTransactions(memory),
  };
  context.subscriptions.push(
    log,
    app.accounts,
    app.connections,
    app.embeddedChain,
    app.artifacts,
    app.knownContracts,
    app.nodeNames,
    app.sent,
    registerConnections(app),
    registerDiagnosis(app),
    registerEmbeddedChain(app),
    registerChains(app),
    registerAccounts(app),
    registerContracts(app),
    registerContractForm(app),
    registerEvents(app),
    registerHistory(app),
    registerBfs(app),
    registerTables(app),
    registerBalance(app),
    registerSharding(app),
    registerConsensus(app),
    registerSystemConfig(app),
    registerGovernance(app),
    registerRights(app),
    registerNodeNames(app),
    registerRpc(app),
    registerNotebook(app),
    registerDocuments(app),
    registerExplorer(app),
    registerExplain(app),
    registerNodes(app),
    registerBuildChain(app),
    registerExpansion(app),
    registerStatusBar(app),
    registerConfigLanguage(app),
  );
}
