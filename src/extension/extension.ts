import { join } from "node:path";
import * as vscode from "vscode";
import { languageOf, useCatalogue } from "../text/catalogue";
import { registerAccounts } from "./features/accounts/registerAccounts";
import { registerArchive } from "./features/archive/registerArchive";
import { registerBalance } from "./features/balance/registerBalance";
import { registerBfs } from "./features/bfs/registerBfs";
import { registerBuildChain } from "./features/buildChain/registerBuildChain";
import { registerChains } from "./features/chains/registerChains";
import { registerConfigLanguage } from "./features/configLanguage/registerConfigLanguage";
import { registerConnections } from "./features/connections/registerConnections";
import { registerConsensus } from "./features/consensus/registerConsensus";
import { registerContractForm } from "./features/contractForm/registerContractForm";
import { registerContracts } from "./features/contracts/registerContracts";
import { registerHistory } from "./features/contracts/sent/registerHistory";
import { registerContractTests } from "./features/contractTests/registerContractTests";
import { registerDebugger } from "./features/debugger/registerDebugger";
import { registerDiagnosis } from "./features/diagnosis/registerDiagnosis";
import { registerDocuments } from "./features/documents/registerDocuments";
import { registerEmbeddedChain } from "./features/embeddedChain/registerEmbeddedChain";
import { registerEvents } from "./features/events/registerEvents";
import { registerExpansion } from "./features/expansion/registerExpansion";
import { registerExplain } from "./features/explain/registerExplain";
import { registerExplorer } from "./features/explorer/registerExplorer";
import { registerGovernance } from "./features/governance/registerGovernance";
import { registerRights } from "./features/governance/rights/registerRights";
import { registerInspection } from "./features/inspection/registerInspection";
import { registerNodeNames } from "./features/nodeNames/registerNodeNames";
import { registerNodes } from "./features/nodes/registerNodes";
import { registerNotebook } from "./features/notebook/registerNotebook";
import { registerReportIssue } from "./features/reportIssue/registerReportIssue";
import { registerRpc } from "./features/rpc/registerRpc";
import { registerScenarios } from "./features/scenarios/registerScenarios";
import { registerSharding } from "./features/sharding/registerSharding";
import { registerSolidity } from "./features/solidity/registerSolidity";
import { registerStatusBar } from "./features/statusBar/registerStatusBar";
import { registerSystemConfig } from "./features/systemConfig/registerSystemConfig";
import { registerTables } from "./features/tables/registerTables";
import { createErrorReporter } from "./kit/errors/errorReporter";
import { LogTail } from "./kit/errors/logTail";
import { visibleLog } from "./kit/errors/visibleLog";
import { OrderlyMemory } from "./kit/memory/orderlyMemory";
import { onDidChangeSetting, setting } from "./kit/settings/settings";
import { registerTrees } from "./kit/tree/registerTrees";
import { Accounts } from "./state/accounts/accounts";
import type { Chainside } from "./state/chainside";
import { type Clock, systemClock } from "./state/connections/clock";
import { Connections } from "./state/connections/connections";
import { GroupWatch } from "./state/connections/groupWatch";
import { Reconnector } from "./state/connections/reconnector";
import { Artifacts } from "./state/contracts/artifacts";
import { KnownContracts } from "./state/contracts/knownContracts";
import { forkChain, type RunChain } from "./state/embeddedChain/chainProcess";
import { EmbeddedChain } from "./state/embeddedChain/embeddedChain";
import { SentTransactions } from "./state/history/sentTransactions";
import { forkedInspector, type InspectForked } from "./state/inspection/forkInspector";
import { type Inspector, InspectorProcess } from "./state/inspection/inspector";
import { NodeFolders } from "./state/nodeFolders/nodeFolders";
import { NodeNames } from "./state/nodeNames/nodeNames";
import { Solidity } from "./state/solidity/solidity";

/** What the extension takes of the machine besides VS Code: tests have time and processes of their own. */
export interface Ports {
  readonly clock: Clock;
  readonly runChain: RunChain;
  readonly inspector?: Inspector;
  readonly inspectForked?: InspectForked;
}

/** A table of contents: what is shared, then one line a feature. No network and no file is touched here. */
export function activate(context: vscode.ExtensionContext, ports?: Ports): void {
  useCatalogue(languageOf(vscode.env.language), (english) => vscode.l10n.t(english));
  const { clock, runChain, inspector, inspectForked }: Ports = ports ?? { clock: systemClock, runChain: forkChain };
  const tail = new LogTail();
  const log = visibleLog(vscode.window.createOutputChannel("Chainside", { log: true }), tail);
  const errors = createErrorReporter(log);
  const memory = new OrderlyMemory(context.globalState);
  const connections = new Connections(context.workspaceState, errors.log);
  const intervalMs = (): number => setting("refreshIntervalMs");
  const reconnector = new Reconnector(connections, { clock, intervalMs, warn: (text) => log.warn(text) });
  const watch = new GroupWatch(connections, reconnector, {
    clock,
    intervalMs,
    readHealth: async ({ session }) =>
      (await import("../chain/health/readGroupHealth")).readGroupHealth(session.client),
    report: errors.log,
  });
  const nodeFolders = new NodeFolders();
  const storage = (context.storageUri ?? context.globalStorageUri).fsPath;
  const compilers = process.env["CHAINSIDE_SOLC_CACHE"] || join(context.globalStorageUri.fsPath, "solc");
  const solidity = new Solidity(
    context.asAbsolutePath("dist/solidity.js"),
    {
      compilers,
      artifacts: join(storage, "solidity"),
    },
    (text) => log.warn(text),
    () => connections.activeGroup,
  );
  const inspecting = context.asAbsolutePath("dist/inspector.js");
  const inspectingEnvironment = (): Record<string, string> => ({
    CHAINSIDE_LOCALE: vscode.env.language,
    CHAINSIDE_SOLC_CACHE: compilers,
  });
  const warn = (text: string): void => log.warn(text);
  const app: Chainside = {
    context,
    log,
    errors,
    accounts: new Accounts(memory, context.secrets),
    connections,
    reconnector,
    watch,
    embeddedChain: new EmbeddedChain(
      context.asAbsolutePath("dist/devchain.js"),
      {
        folder: join(storage, "embeddedChain"),
        shared: context.storageUri === undefined,
      },
      context.workspaceState,
      log,
      runChain,
    ),
    solidity,
    inspector: inspector ?? new InspectorProcess(inspecting, inspectingEnvironment, warn),
    inspectForked: inspectForked ?? forkedInspector(inspecting, inspectingEnvironment, warn),
    artifacts: new Artifacts(solidity),
    knownContracts: new KnownContracts(memory),
    nodeFolders,
    nodeNames: new NodeNames(memory, nodeFolders),
    sent: new SentTransactions(memory),
  };
  context.subscriptions.push(
    log,
    app.accounts,
    watch,
    reconnector,
    app.connections,
    // A shorter interval begins now, not after what is left of the longer one.
    onDidChangeSetting("refreshIntervalMs", () => watch.lookNow()),
    app.embeddedChain,
    app.solidity,
    app.inspector,
    app.artifacts,
    app.knownContracts,
    app.nodeFolders,
    app.nodeNames,
    app.sent,
    registerTrees(app),
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
    registerReportIssue(app, tail),
    registerRpc(app),
    registerNotebook(app),
    registerDocuments(app),
    registerExplorer(app),
    registerExplain(app),
    registerNodes(app),
    registerArchive(app),
    registerBuildChain(app),
    registerExpansion(app),
    registerSolidity(app),
    registerDebugger(app),
    registerInspection(app),
    registerContractTests(app),
    registerScenarios(app),
    registerStatusBar(app),
    registerConfigLanguage(app),
  );
}
