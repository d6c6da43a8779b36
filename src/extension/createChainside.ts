import { join } from "node:path";
import * as vscode from "vscode";
import { chosenTimeZone, timeZoneNamed, useTimeZone } from "../text/formats";
import { type Clock, systemClock } from "../time/clock";
import { createErrorReporter } from "./kit/errors/errorReporter";
import { LogTail, visibleLog } from "./kit/errors/visibleLog";
import { InstanceCache } from "./kit/memory/kept";
import { OrderlyMemory } from "./kit/memory/orderlyMemory";
import { onDidChangeSetting, setting } from "./kit/settings/settings";
import { Accounts } from "./state/accounts/accounts";
import { devicesInProcess, SignersElsewhere } from "./state/accounts/signersElsewhere";
import { ChainIndexes, type IndexPorts } from "./state/chainIndex/chainIndexes";
import type { Chainside } from "./state/chainside";
import { realPorts } from "./state/connections/connectionPorts";
import { Connections } from "./state/connections/connections";
import { GroupWatch } from "./state/connections/groupWatch";
import { Reconnector } from "./state/connections/reconnector";
import { Artifacts } from "./state/contracts/artifacts";
import { givenAbis, otherAbis } from "./state/contracts/knownAbis";
import { KnownContracts } from "./state/contracts/knownContracts";
import { chainFolder } from "./state/embeddedChain/chainFolder";
import { forkChain, type RunChain } from "./state/embeddedChain/chainProcess";
import { EmbeddedChain } from "./state/embeddedChain/embeddedChain";
import { GeneratedClients } from "./state/generated/generatedClients";
import { SentTransactions } from "./state/history/sentTransactions";
import { forkedInspector, type InspectForked, type Inspector, InspectorProcess } from "./state/inspection/inspector";
import { LanguageServer } from "./state/languages/languageServer";
import { NodeFolders } from "./state/nodeFolders/nodeFolders";
import { NodeNames } from "./state/nodeNames/nodeNames";
import { compilersFolder } from "./state/solidity/compileService";
import { Solidity } from "./state/solidity/solidity";

/** What is taken of the machine besides VS Code. */
export interface MachinePorts {
  readonly clock: Clock;
  readonly runChain: RunChain;
  readonly inspector?: Inspector;
  readonly inspectForked?: InspectForked;
  /** The program that opens indexes; without it that of the package. */
  readonly historyProgram?: IndexPorts["program"];
  /** The program that reads logs of nodes; without it that of the package. */
  readonly logsProgram?: Chainside["logsProgram"];
  readonly web3Program?: Chainside["web3Program"];
}

export const machinePorts: MachinePorts = { clock: systemClock, runChain: forkChain };

type Messages = Pick<Chainside, "log" | "logTail" | "errors">;
type Asked = Pick<Chainside, "clock" | "connections" | "reconnector" | "watch">;
type Compiled = Pick<Chainside, "solidity" | "artifacts" | "inspector" | "inspectForked" | "languages">;

function createLog(): Messages {
  const logTail = new LogTail();
  const log = visibleLog(vscode.window.createOutputChannel("Chainside", { log: true }), logTail);
  return { log, logTail, errors: createErrorReporter(log) };
}

/** Connections, and who keeps them alive and looks after their groups. @param app asked when all of it is there */
function createConnections(
  { workspaceState }: vscode.ExtensionContext,
  clock: Clock,
  { log, errors }: Messages,
  app: () => Chainside,
): Asked {
  // What contracts are known is asked for when something has failed.
  const ports = { ...realPorts, otherAbis: (group: Parameters<typeof otherAbis>[1]) => otherAbis(app(), group) };
  const connections = new Connections(workspaceState, errors.log, ports);
  const intervalMs = (): number => setting("refreshIntervalMs");
  const reconnector = new Reconnector(connections, { clock, intervalMs, warn: (text) => log.warn(text) });
  const watch = new GroupWatch(connections, reconnector, {
    clock,
    intervalMs,
    readHealth: async ({ session }) =>
      (await import("../chain/health/readGroupHealth")).readGroupHealth(session.client),
    report: errors.log,
  });
  return { clock, connections, reconnector, watch };
}

/** Who compiles the workspace's contracts, and runs the compiled ones again. */
function createCompilers(
  context: vscode.ExtensionContext,
  ports: MachinePorts,
  { log, errors }: Messages,
  { connections }: Asked,
): Compiled {
  const storage = (context.storageUri ?? context.globalStorageUri).fsPath;
  const compilers = compilersFolder(context);
  const warn = (text: string): void => log.warn(text);
  const folders = { compilers, artifacts: join(storage, "solidity") };
  const program = context.asAbsolutePath("dist/solidity.js");
  const solidity = new Solidity(program, folders, warn, errors.log, () => connections.activeGroup);
  const inspecting = context.asAbsolutePath("dist/inspector.js");
  const environment = (): Record<string, string> => ({
    CHAINSIDE_LOCALE: vscode.env.language,
    CHAINSIDE_SOLC_CACHE: compilers,
  });
  return {
    solidity,
    languages: new LanguageServer(context, log, errors.log, folders),
    artifacts: new Artifacts(solidity),
    inspector: ports.inspector ?? new InspectorProcess(inspecting, environment, warn),
    inspectForked: ports.inspectForked ?? forkedInspector(inspecting, environment, warn),
  };
}

/** Times are those of the zone that the person set; a name that there isn't counts as none. */
const useTimeZoneOfSetting = (): void => useTimeZone(timeZoneNamed(setting("timeZone")));

/** What the features share, and what of it ends with the extension. No network and no file is touched here. */
export function createChainside(
  context: vscode.ExtensionContext,
  ports: MachinePorts,
): { readonly app: Chainside; readonly parts: readonly vscode.Disposable[] } {
  useTimeZoneOfSetting();
  const messages = createLog();
  const asked = createConnections(context, ports.clock, messages, () => app);
  const memory = new OrderlyMemory(context.globalState);
  const nodeFolders = new NodeFolders(messages.errors.log);
  const knownContracts = new KnownContracts(memory);
  const devices = devicesInProcess({
    file: context.asAbsolutePath("dist/deviceSigner.js"),
    environment: () => ({ CHAINSIDE_LOCALE: vscode.env.language }),
    warn: (text) => messages.log.warn(text),
  });
  const app: Chainside = {
    context,
    ...messages,
    ...asked,
    ...createCompilers(context, ports, messages, asked),
    accounts: new Accounts(
      memory,
      context.secrets,
      new SignersElsewhere({ environment: process.env, device: devices.open }),
    ),
    embeddedChain: new EmbeddedChain(
      context.asAbsolutePath("dist/devchain.js"),
      chainFolder(context, vscode.workspace),
      context.workspaceState,
      messages.log,
      ports.runChain,
    ),
    generated: new GeneratedClients(messages.errors.log),
    knownContracts,
    nodeFolders,
    nodeNames: new NodeNames(memory, nodeFolders),
    sent: new SentTransactions(memory),
    indexes: new ChainIndexes(memory, asked.connections, knownContracts, {
      program: ports.historyProgram ?? { file: context.asAbsolutePath("dist/history.js"), execArgv: [] },
      folder: join(context.globalStorageUri.fsPath, "history"),
      clock: ports.clock,
      environment: () => ({ CHAINSIDE_LOCALE: vscode.env.language, CHAINSIDE_TIME_ZONE: chosenTimeZone() }),
      warn: (text) => messages.log.warn(text),
      report: messages.errors.log,
      given: (group) => givenAbis(app, group),
    }),
    logsProgram: ports.logsProgram ?? { file: context.asAbsolutePath("dist/nodeLogs.js"), execArgv: [] },
    web3Program: ports.web3Program ?? { file: context.asAbsolutePath("dist/web3Proxy.js"), execArgv: [] },
    kept: new InstanceCache(),
  };
  const parts = [
    app.log,
    app.accounts,
    devices,
    app.watch,
    app.reconnector,
    app.connections,
    // A shorter interval begins now, not after what is left of the longer one.
    onDidChangeSetting("timeZone", useTimeZoneOfSetting),
    onDidChangeSetting("refreshIntervalMs", () => app.watch.lookNow()),
    app.embeddedChain,
    app.languages,
    app.solidity,
    app.inspector,
    app.artifacts,
    app.generated,
    app.knownContracts,
    app.nodeFolders,
    app.nodeNames,
    app.sent,
    app.indexes,
  ];
  return { app, parts };
}
