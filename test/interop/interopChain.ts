import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ContractInterface, contractInterface } from "../../src/chain/abi/contractInterface";
import { createClient, type Transport } from "../../src/chain/client/client";
import { openSession } from "../../src/chain/openSession";
import { clientMaterial } from "../../src/chain/profile/importProfile";
import { call } from "../../src/chain/rpc/call";
import type { TransactionReceipt } from "../../src/chain/rpc/receiptSchema";
import { isGovernor } from "../../src/chain/services/governance/committee";
import { propose } from "../../src/chain/services/governance/propose";
import { getSystemConfig } from "../../src/chain/services/systemConfig/getSystemConfig";
import type { ChainSession } from "../../src/chain/session";
import { transact } from "../../src/chain/transaction/transact";
import { createHttpTransport } from "../../src/chain/transport/httpTransport";
import { readTlsMaterial, type TlsMaterial } from "../../src/chain/transport/tlsMaterial";
import { createWebSocketTransport, type WebSocketTransport } from "../../src/chain/transport/webSocketTransport";
import { type Address, type Hex, hexToBytes } from "../../src/crypto/bytes/hex";
import type { Signer } from "../../src/crypto/cryptoSuite";
import { importKeyFile } from "../../src/crypto/keyFiles/importKeyFile";
import { privateKeySigner } from "../../src/crypto/privateKeySigner";
import { standardSuite } from "../../src/crypto/suites";
import type { DevChainOptions } from "../../src/devchain/settings/options";
import { startDevChain } from "../../src/devchain/startDevChain";

/** A chain to test against: the one that the environment names (docs/testing.md, "Against your own chain"), or embedded ones. */
export interface InteropTarget {
  readonly name: string;
  /** Blocks may leave the node: a chain of a user's own keeps them, and the services are those of a node's first group. */
  readonly archives: boolean;
  /** How connections come and go is tried on it: on a chain of a user's own, and where embedded ones differ in it. */
  readonly connections: boolean;
  readonly open: () => Promise<InteropChain>;
}

export interface InteropChain {
  readonly session: ChainSession;
  /** The account with rights. */
  readonly signer: Signer;
  /** A fresh account without rights. */
  readonly stranger: Signer;
  /** The account is a governor: everything that needs the committee can be tried. */
  readonly governs: boolean;
  /** Where the chain answers, one address or several of its nodes, and the certificates for it. */
  readonly urls: readonly string[];
  readonly tls: TlsMaterial | undefined;
  readonly openWebSocket: () => WebSocketTransport;
  /** Archive delete and query service of the node, where they are on. */
  readonly archive: { readonly url: string; readonly queryUrl: string } | undefined;
  readonly close: () => Promise<void>;
}

async function connect(
  url: string | readonly string[],
  tls: TlsMaterial | undefined,
  group: string,
  keyOf: (session: ChainSession) => Promise<Uint8Array>,
  end: () => Promise<void>,
  archive?: InteropChain["archive"],
): Promise<InteropChain> {
  const overWebSocket = (typeof url === "string" ? url : (url[0] ?? "")).startsWith("ws");
  const create: (options: { url: typeof url; tls: typeof tls; timeoutMs: number }) => Transport = overWebSocket
    ? createWebSocketTransport
    : createHttpTransport;
  const transport = create({ url, tls, timeoutMs: 30_000 });
  const session = await openSession(createClient(transport, group));
  const signer = privateKeySigner(session.suite, await keyOf(session));
  const open: WebSocketTransport[] = [];
  return {
    session,
    signer,
    stranger: privateKeySigner(session.suite, freshKey()),
    governs: await isGovernor(session, signer.address).catch(() => false),
    urls: typeof url === "string" ? [url] : url,
    tls,
    openWebSocket() {
      const socket = createWebSocketTransport({ url, tls, timeoutMs: 30_000 });
      open.push(socket);
      return socket;
    },
    archive,
    async close() {
      await Promise.all([...open, transport].map((each) => each.close()));
      await end();
    },
  };
}

/** Of standard TLS or of SM TLS. */
const sdkFolder = async (path: string): Promise<TlsMaterial> => readTlsMaterial(await clientMaterial(path));

/** `127.0.0.1:20200` alone means TLS when there are certificates. */
function withScheme(address: string, secure: boolean): string {
  const text = address.trim();
  return text.includes("://") ? text : `${secure ? "https" : "http"}://${text}`;
}

function given(urls: string): InteropTarget {
  return {
    name: `the chain at ${urls}`,
    archives: false,
    connections: true,
    async open() {
      const sdk = process.env["CHAINSIDE_TEST_SDK"];
      const tls = sdk ? await sdkFolder(sdk) : undefined;
      const addresses = urls.split(",").map((address) => withScheme(address, tls !== undefined));
      return connect(addresses, tls, process.env["CHAINSIDE_TEST_GROUP"] ?? "", givenKey, async () => undefined);
    },
  };
}

/** Without a key a fresh account: enough wherever no one enforces permissions. */
async function givenKey({ suite }: ChainSession): Promise<Uint8Array> {
  const key = process.env["CHAINSIDE_TEST_KEY"];
  if (!key) return freshKey();
  const content = existsSync(key) ? readFileSync(key) : Buffer.from(key, "utf8");
  const imported = await importKeyFile(content, process.env["CHAINSIDE_TEST_PASSWORD"]);
  if (imported.suite !== undefined && imported.suite !== suite.name) {
    throw new Error(`CHAINSIDE_TEST_KEY is a ${imported.suite} key, but the chain is a ${suite.name} one`);
  }
  return imported.privateKey;
}

/** Below the order of both curves. */
function freshKey(): Uint8Array {
  return randomBytes(32).fill(1, 0, 1);
}

interface EmbeddedUse {
  readonly scheme?: "http" | "ws";
  readonly secure?: "tls" | "smTls";
  readonly connections?: boolean;
  readonly group?: string;
  /** The account that the suite works with; the chain's first one, its governor, unless said. */
  readonly key?: () => Uint8Array;
  readonly prepare?: (chain: InteropChain) => Promise<void>;
}

function embedded(name: string, options: DevChainOptions, use: EmbeddedUse = {}): InteropTarget {
  return {
    name: `an embedded chain, ${name}`,
    archives: use.group === undefined,
    connections: use.connections === true,
    async open() {
      const folder = use.secure ? mkdtempSync(join(tmpdir(), "chainside-interop-")) : undefined;
      const ports = { archivePort: 0, archiveQueryPort: 0 };
      const chain = await startDevChain({ ...options, ...ports, ...(use.secure ? { [use.secure]: folder } : {}) });
      const tls = folder === undefined ? undefined : await sdkFolder(join(folder, "sdk"));
      const key = use.key?.() ?? hexToBytes(chain.accounts[0]?.privateKey ?? "");
      const opened = await connect(
        chain.url.replace(/^http/, use.scheme ?? "http"),
        tls,
        use.group ?? "group0",
        async () => key,
        async () => {
          await chain.close();
          if (folder !== undefined) rmSync(folder, { recursive: true });
        },
        { url: chain.archiveUrl ?? "", queryUrl: chain.archiveQueryUrl ?? "" },
      );
      await use.prepare?.(opened);
      return opened;
    },
  };
}

/** A second governor, and rates that ask for both: nothing passes by one vote any more. */
async function askForMoreVotes({ session, signer, stranger }: InteropChain): Promise<void> {
  const second = privateKeySigner(session.suite, freshKey()).address;
  await propose(session, signer, { kind: "setGovernorWeight", account: second, weight: 1 });
  await propose(session, signer, { kind: "setRate", participatesRate: 100, winRate: 60 });
  if (await isGovernor(session, stranger.address)) throw new Error("the stranger must stay one");
}

const features = ["feature_sharding", "feature_balance", "feature_balance_precompiled"];

/** Releases whose rules differ for what is tried here: the oldest with every service, and the ends of each line since. */
const releases = ["3.6.0", "3.16.4", "3.17.0", "3.17.1"];

export const interopTargets: readonly InteropTarget[] = process.env["CHAINSIDE_TEST_URL"]
  ? [given(process.env["CHAINSIDE_TEST_URL"])]
  : [
      embedded("standard", {}, { connections: true }),
      embedded("standard, all over WebSocket", { executorVersion: 0 }, { scheme: "ws" }),
      embedded("mutual TLS", {}, { secure: "tls", connections: true }),
      embedded("mutual TLS, all over WebSocket", {}, { scheme: "ws", secure: "tls" }),
      embedded("SM", { suite: "sm", features }),
      embedded("SM with SM TLS", { suite: "sm" }, { secure: "smTls", connections: true }),
      embedded("SM with SM TLS, all over WebSocket", { suite: "sm" }, { scheme: "ws", secure: "smTls" }),
      embedded("SM, permissions on", { suite: "sm", auth: true }),
      embedded("permissions on, executor 0", { auth: true, executorVersion: 0, features }),
      embedded("permissions on, executor 1", { auth: true, executorVersion: 1 }),
      embedded("permissions on, by an account without rights", { auth: true, features }, { key: freshKey }),
      embedded("permissions on, a committee of several", { auth: true }, { prepare: askForMoreVotes }),
      embedded(
        "one node, its second group, blocks that take their time",
        { groups: ["group0", "second"], sealers: 1, observers: 0, blockIntervalMs: 60 },
        { group: "second", key: freshKey },
      ),
      ...releases.map((nodeVersion) =>
        embedded(`a node of ${nodeVersion}, permissions on`, { nodeVersion, auth: true, features }),
      ),
    ];

/** What a chain of a user's own did not allow to try, in words; the suite checks the refusals instead. */
export async function untried({ session, governs }: InteropChain): Promise<string[]> {
  const off: string[] = [];
  if (!session.authEnabled) off.push("enforced permissions: they are off");
  if (!governs) off.push("proposals and frozen accounts: the account is no governor");
  for (const feature of ["feature_sharding", "feature_balance_precompiled"]) {
    if ((await getSystemConfig(session, feature))?.value !== "1") off.push(`${feature}: it is off`);
  }
  return off;
}

interface Artifact {
  readonly abi: readonly unknown[];
  readonly bytecode: string;
}

/** A name that no one has used on this chain: the suite can run on the same chain again. */
export function freshName(prefix: string): string {
  return `${prefix}${Date.now().toString(36)}${randomBytes(3).toString("hex")}`;
}

/**
 * A contract of the fixtures at work. Its code comes from a compiler that hashes with keccak256, so its selectors and topics are those of
 * the standard suite on an SM chain too.
 */
export class FixtureContract {
  readonly address: Address;
  readonly abi: ContractInterface;
  readonly #session: ChainSession;

  constructor(session: ChainSession, address: Address, abi: ContractInterface) {
    this.#session = session;
    this.address = address;
    this.abi = abi;
  }

  async read(name: string, ...args: unknown[]): Promise<unknown[]> {
    const { status, output } = await this.rawCall(name, ...args);
    if (status !== 0) throw new Error(`status ${status}: ${JSON.stringify(this.abi.decodeRevert(output))}`);
    return this.abi.decodeOutput(name, output).map(({ value }) => value);
  }

  rawCall(name: string, ...args: unknown[]): Promise<{ status: number; output: Hex }> {
    return call(this.#session.client, { to: this.address, data: this.abi.encodeCall(name, args) });
  }

  send(signer: Signer, name: string, ...args: unknown[]): Promise<TransactionReceipt> {
    return transact(this.#session, signer, { to: this.address, data: this.abi.encodeCall(name, args) });
  }
}

export async function deployKiosk(session: ChainSession, signer: Signer): Promise<FixtureContract> {
  const path = new URL("../fixtures/artifacts/contracts/Kiosk.sol/Kiosk.json", import.meta.url);
  const artifact = JSON.parse(readFileSync(path, "utf8")) as Artifact;
  const abi = contractInterface(artifact.abi, standardSuite);
  const data = abi.encodeDeploy(artifact.bytecode, ["corner shop"]);
  const receipt = await transact(session, signer, { data, abi: JSON.stringify(artifact.abi) });
  if (receipt.status === 18) throw new Error(`${signer.address} can't deploy here: give an account with rights`);
  if (receipt.status !== 0) throw new Error(`deployment failed with status ${receipt.status}: ${receipt.output}`);
  return new FixtureContract(session, receipt.contractAddress.toLowerCase() as Address, abi);
}
