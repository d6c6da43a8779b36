import type * as vscode from "vscode";
import type { Clock } from "../../time/clock";
import type { ErrorReporter } from "../kit/errors/errorReporter";
import type { LogTail } from "../kit/errors/visibleLog";
import type { InstanceCache } from "../kit/memory/kept";
import type { Accounts } from "./accounts/accounts";
import type { ChainIndexes } from "./chainIndex/chainIndexes";
import type { Connections } from "./connections/connections";
import type { GroupWatch } from "./connections/groupWatch";
import type { Reconnector } from "./connections/reconnector";
import type { Artifacts } from "./contracts/artifacts";
import type { KnownContracts } from "./contracts/knownContracts";
import type { EmbeddedChain } from "./embeddedChain/embeddedChain";
import type { GeneratedClients } from "./generated/generatedClients";
import type { SentTransactions } from "./history/sentTransactions";
import type { InspectForked, Inspector } from "./inspection/inspector";
import type { LanguageServer } from "./languages/languageServer";
import type { NodeFolders } from "./nodeFolders/nodeFolders";
import type { NodeNames } from "./nodeNames/nodeNames";
import type { Solidity } from "./solidity/solidity";

/** What the features share. Made once by `createChainside`; each feature folder takes it in its `register…` function. */
export interface Chainside {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  /** The end of the log, which a report of an issue begins with. */
  readonly logTail: LogTail;
  readonly clock: Clock;
  readonly errors: ErrorReporter;
  readonly accounts: Accounts;
  readonly connections: Connections;
  /** Connects again what broke, no matter where it is looked at. */
  readonly reconnector: Reconnector;
  /** Asks the groups that a user looks at. */
  readonly watch: GroupWatch;
  readonly embeddedChain: EmbeddedChain;
  /** Compiles what the workspace holds. */
  readonly solidity: Solidity;
  /** Answers what editors ask about configurations, sources and scenarios. */
  readonly languages: LanguageServer;
  /** Reads storage by names, runs transactions of an embedded chain again. */
  readonly inspector: Inspector;
  readonly inspectForked: InspectForked;
  readonly artifacts: Artifacts;
  /** Clients of contracts that were generated into the workspace. */
  readonly generated: GeneratedClients;
  readonly knownContracts: KnownContracts;
  readonly nodeFolders: NodeFolders;
  readonly nodeNames: NodeNames;
  readonly sent: SentTransactions;
  /** Indexes of the groups' past, which users asked for. */
  readonly indexes: ChainIndexes;
  /** The program that reads logs of nodes, and what Node.js needs to run it. */
  readonly logsProgram: { readonly file: string; readonly execArgv: readonly string[] };
  /** The proxy for Ethereum's tools. */
  readonly web3Program: { readonly file: string; readonly execArgv: readonly string[] };
  /** What is remembered while the window is open. */
  readonly kept: InstanceCache;
}
