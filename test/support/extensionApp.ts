// The extension on an embedded chain in this process: what its commands, flows and views do, without VS Code and without a port.
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { createClient } from "../../src/chain/client/client";
import { openSession } from "../../src/chain/openSession";
import type { ConnectionProfile } from "../../src/chain/profile/checkedProfile";
import type { Access } from "../../src/chain/profile/connectionSetting";
import { getBlockHashByNumber } from "../../src/chain/rpc/blocks";
import type { Signer } from "../../src/crypto/cryptoSuite";
import { seededAccounts } from "../../src/devchain/keys/seededKeys";
import type { DevChainOptions } from "../../src/devchain/settings/options";
import { createErrorReporter } from "../../src/extension/kit/errors/errorReporter";
import { InstanceCache } from "../../src/extension/kit/memory/kept";
import { Accounts } from "../../src/extension/state/accounts/accounts";
import type { Chainside } from "../../src/extension/state/chainside";
import { ChainGroup, type GroupConnection } from "../../src/extension/state/connections/chainGroup";
import { requireSigning } from "../../src/extension/state/connections/signingPermit";
import { otherAbis } from "../../src/extension/state/contracts/knownAbis";
import { KnownContracts } from "../../src/extension/state/contracts/knownContracts";
import { GeneratedClients } from "../../src/extension/state/generated/generatedClients";
import { SentTransactions } from "../../src/extension/state/history/sentTransactions";
import { NodeNames } from "../../src/extension/state/nodeNames/nodeNames";
import { type Asked, ChainInProcess, transportTo } from "./chainInProcess";
import { extensionUri, FakeMemory, FakeSecrets, host } from "./fakeVscode/fakeHost";
import { EventEmitter, type Uri } from "./fakeVscode/values";

/** The extension with one group, one account that signs, and what a test reads and changes of them. */
export interface ExtensionApp {
  readonly app: Chainside;
  readonly chain: ChainInProcess;
  readonly group: ChainGroup;
  readonly asked: Asked[];
  /** Errors that were shown to the user or written to the log. */
  readonly errors: unknown[];
  access: Access;
  /** What the settings say of it being in use. */
  production: boolean | undefined;
  /** Whether the connection stands: the group is there. */
  connected: boolean;
  dispose(): void;
}

/** Methods with which something signed reaches a node: transactions, and calls that name their sender. */
export const signedRequests = (asked: readonly Asked[]): string[] =>
  asked
    .filter(({ method, params }) => method === "sendTransaction" || (method === "call" && params.length > 4))
    .map(({ method }) => method);

/** The account that signs for the extension on its chain. */
export async function signerOf({ app, group }: Pick<ExtensionApp, "app" | "group">): Promise<Signer> {
  const account = app.accounts.active(group);
  if (!account) throw new Error("no account");
  return app.accounts.signer(account, await requireSigning(group));
}

export async function extensionApp(options: DevChainOptions = {}): Promise<ExtensionApp> {
  const chain = await ChainInProcess.start({ accounts: 1, ...options });
  const asked: Asked[] = [];
  const transport = transportTo(chain, asked);
  const session = await openSession(createClient(transport, "group0"));
  const [memory, workspaceMemory, secrets] = [new FakeMemory(), new FakeMemory(), new FakeSecrets()];
  const nothing = new EventEmitter<never>();
  const changed = new EventEmitter<GroupConnection>();
  let connected = true;
  const state: { access: Access; production?: boolean | undefined } = { access: "confirm" };
  const connection: GroupConnection = {
    id: "settings:in process",
    name: "in process",
    get profile() {
      return { name: "in process", endpoints: ["http://in.process:20200"], group: "", ...state } as ConnectionProfile;
    },
    get access() {
      return state.access;
    },
    origin: "settings",
    get groups() {
      return [group];
    },
    endpoint: "http://in.process:20200",
    endpoints: [],
    push: undefined,
    pushes: false,
    answer: transport.answer,
  };
  const group: ChainGroup = new ChainGroup(
    connection,
    session,
    await getBlockHashByNumber(session.client, 0),
    (asking) => otherAbis(app, asking),
  );
  const errors: unknown[] = [];
  const log = Object.fromEntries(
    ["error", "warn", "info", "debug", "trace", "show"].map((name) => [name, (): undefined => undefined]),
  );
  const accounts = new Accounts(memory as never, secrets as never);
  const { suite, settings } = chain.network;
  for (const { privateKey } of seededAccounts(suite, settings.seed, 1))
    await accounts.importHex(suite.name, privateKey, "dev0");
  const reporter = createErrorReporter(log as never);
  const app = {
    context: {
      globalState: memory,
      workspaceState: workspaceMemory,
      secrets,
      extensionUri,
      extension: { packageJSON: { version: "0.0.0" } },
      asAbsolutePath: (path: string) => join(extensionUri.fsPath, path),
      subscriptions: [],
    },
    log,
    errors: {
      words: reporter.words,
      show: async (error: unknown) => void errors.push(error),
      log: (error: unknown) => void errors.push(error),
    },
    accounts,
    connections: {
      all: [connection],
      get groups() {
        return connected ? [group] : [];
      },
      get activeGroup() {
        return connected ? group : undefined;
      },
      get: (id: string) => (id === connection.id ? connection : undefined),
      findGroup: (id: string) => (connected && id === group.id ? group : undefined),
      restore: () => undefined,
      onDidChange: changed.event,
      onDidChangeActiveGroup: nothing.event,
      onDidChangeGroup: nothing.event,
      onDidRestore: nothing.event,
    },
    reconnector: { answered: () => undefined, missed: async () => undefined },
    watch: {
      add: () => ({ dispose: () => undefined }),
      lookNow: () => undefined,
      note: (_group: unknown, health: unknown) => health,
    },
    embeddedChain: { state: { kind: "stopped" }, onDidChange: nothing.event },
    generated: new GeneratedClients((error) => errors.push(error)),
    artifacts: {
      onDidChange: nothing.event,
      list: async () => [],
      sourceTexts: async () => [],
      read: async (uri: Uri) => Promise.reject(new Error(`no ${uri}`)),
    },
    knownContracts: new KnownContracts(memory as never),
    nodeFolders: { list: async () => [], isRunning: async () => undefined, onDidChange: nothing.event },
    nodeNames: new NodeNames(memory as never),
    sent: new SentTransactions(memory as never),
    indexes: {
      onDidChange: nothing.event,
      running: [],
      stateOf: () => ({ kind: "none" }),
      has: () => false,
      startSmall: async () => false,
      forget: async () => undefined,
    },
    kept: new InstanceCache(),
  } as unknown as Chainside;
  asked.length = 0;
  return {
    app,
    chain,
    group,
    asked,
    errors,
    get access() {
      return state.access;
    },
    set access(access) {
      state.access = access;
    },
    get production() {
      return state.production;
    },
    set production(production) {
      state.production = production;
    },
    get connected() {
      return connected;
    },
    set connected(wanted) {
      connected = wanted;
      changed.fire(connection);
    },
    dispose: () => {
      group.dispose();
      chain.close();
    },
  };
}

/** The same for all tests of a suite. Each finds it as it was made, but for what the tests before it sent to the chain. */
export function suiteApp(options: DevChainOptions = {}, access: Access = "confirm"): ExtensionApp {
  let made: ExtensionApp;
  beforeAll(async () => {
    made = await extensionApp(options);
  });
  afterAll(() => made?.dispose());
  beforeEach(() => {
    host.reset();
    Object.assign(made, { access, production: undefined, connected: true });
    made.errors.length = 0;
    made.asked.length = 0;
  });
  return new Proxy({} as ExtensionApp, {
    get: (_, name) => Reflect.get(made, name) as unknown,
    set: (_, name, value) => Reflect.set(made, name, value),
  });
}
