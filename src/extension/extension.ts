import * as vscode from "vscode";
import { languageOf, useCatalogue } from "../text/catalogue";
import { createChainside, type MachinePorts, machinePorts } from "./createChainside";
import { registerAccounts } from "./features/accounts/registerAccounts";
import { registerAnalyzers } from "./features/analyzers/registerAnalyzers";
import { registerArchive } from "./features/archive/registerArchive";
import { registerAssistants } from "./features/assistants/registerAssistants";
import { registerBfs } from "./features/bfs/registerBfs";
import { registerBuildChain } from "./features/buildChain/registerBuildChain";
import { registerChainIndex } from "./features/chainIndex/registerChainIndex";
import { registerChainQuery } from "./features/chainQuery/registerChainQuery";
import { registerChains } from "./features/chains/registerChains";
import { registerCharts } from "./features/charts/registerCharts";
import { registerClients } from "./features/clients/registerClients";
import { registerConfigLanguage } from "./features/configLanguage/registerConfigLanguage";
import { registerConnections } from "./features/connections/registerConnections";
import { registerContractForm } from "./features/contractForm/registerContractForm";
import { registerContracts } from "./features/contracts/registerContracts";
import { registerHistory } from "./features/contracts/sent/registerHistory";
import { registerContractTests } from "./features/contractTests/registerContractTests";
import type { OpenAdapter } from "./features/debugger/adapterProcess";
import { registerDebugger } from "./features/debugger/registerDebugger";
import { registerDiagnosis } from "./features/diagnosis/registerDiagnosis";
import { registerDocuments } from "./features/documents/registerDocuments";
import { registerEmbeddedChain } from "./features/embeddedChain/registerEmbeddedChain";
import { registerEthereumTools } from "./features/ethereumTools/registerEthereumTools";
import { registerEvents } from "./features/events/registerEvents";
import { registerExpansion } from "./features/expansion/registerExpansion";
import { registerExplain } from "./features/explain/registerExplain";
import { registerExplorer } from "./features/explorer/registerExplorer";
import { registerGovernance } from "./features/governance/registerGovernance";
import { registerInspection } from "./features/inspection/registerInspection";
import { registerNewApplication } from "./features/newApplication/registerNewApplication";
import { registerNodeLogs } from "./features/nodeLogs/registerNodeLogs";
import { registerNodeNames } from "./features/nodeNames/registerNodeNames";
import { registerNodes } from "./features/nodes/registerNodes";
import { registerNotebook } from "./features/notebook/registerNotebook";
import { registerOperations } from "./features/operations/registerOperations";
import { registerReportIssue } from "./features/reportIssue/registerReportIssue";
import { registerRpc } from "./features/rpc/registerRpc";
import { registerRuleWatch } from "./features/ruleWatch/registerRuleWatch";
import { registerScenarios } from "./features/scenarios/registerScenarios";
import { registerSigningRequests } from "./features/signingRequests/registerSigningRequests";
import { registerSolidity } from "./features/solidity/registerSolidity";
import { registerSourceViews } from "./features/sourceViews/registerSourceViews";
import { registerStatusBar } from "./features/statusBar/registerStatusBar";
import { registerTables } from "./features/tables/registerTables";
import { registerTerminals } from "./features/terminals/registerTerminals";
import { registerUpgrade } from "./features/upgrade/registerUpgrade";
import { registerTrees } from "./kit/tree/nodeTree";
import type { Chainside } from "./state/chainside";

/** What the extension takes of the machine besides VS Code: tests have time and processes of their own. */
interface Ports extends MachinePorts {
  readonly openAdapter?: OpenAdapter;
}

/** The features, one line each. */
const features: readonly ((app: Chainside, ports: Ports) => vscode.Disposable)[] = [
  registerTrees,
  registerConnections,
  registerDiagnosis,
  registerEmbeddedChain,
  registerChains,
  registerAccounts,
  registerSigningRequests,
  registerContracts,
  registerContractForm,
  registerEvents,
  registerHistory,
  registerBfs,
  registerTables,
  registerOperations,
  registerAssistants,
  registerGovernance,
  registerNodeNames,
  registerReportIssue,
  registerTerminals,
  registerRpc,
  registerNotebook,
  registerDocuments,
  registerExplorer,
  registerExplain,
  registerChainIndex,
  registerChainQuery,
  registerCharts,
  registerNodeLogs,
  registerRuleWatch,
  registerNodes,
  registerArchive,
  registerBuildChain,
  registerExpansion,
  registerUpgrade,
  registerSolidity,
  registerSourceViews,
  registerAnalyzers,
  registerClients,
  registerNewApplication,
  (app, { openAdapter }) => registerDebugger(app, openAdapter),
  registerInspection,
  registerContractTests,
  registerScenarios,
  registerEthereumTools,
  registerStatusBar,
  registerConfigLanguage,
];

/** Makes what the features share, then each of them. No network and no file is touched here. */
export function activate(context: vscode.ExtensionContext, ports: Ports = machinePorts): void {
  useCatalogue(languageOf(vscode.env.language), (english) => vscode.l10n.t(english));
  const { app, parts } = createChainside(context, ports);
  context.subscriptions.push(...parts, ...features.map((register) => register(app, ports)));
}
