import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ContractInterface, contractInterface } from "../../src/chain/abi/contractInterface";
import { createClient, type Transport } from "../../src/chain/client";
import { ChainError } from "../../src/chain/errors/chainError";
import { openSession } from "../../src/chain/openSession";
import { call } from "../../src/chain/rpc/call";
import type { TransactionReceipt } from "../../src/chain/rpc/receiptSchema";
import { isGovernor } from "../../src/chain/services/governance/committee";
import type { ChainSession } from "../../src/chain/session";
import { transact } from "../../src/chain/transaction/transact";
import { createHttpTransport } from "../../src/chain/transport/httpTransport";
import { readTlsMaterial, type TlsMaterial } from "../../src/chain/transport/tlsMaterial";
import { createWebSocketTransport, type WebSocketTransport } from "../../src/chain/transport/webSocketTransport";
import type { Signer } from "../../src/crypto/cryptoSuite";
import { type Address, type Hex, hexToBytes } from "../../src/crypto/hex";
import { importKeyFile } from "../../src/crypto/keyFiles/importKeyFile";
import { privateKeySigner } from "../../src/crypto/privateKeySigner";
import { standardSuite } from "../../src/crypto/suites";
import type { DevChainOptions } from "../../src/devchain/options";
import { startDevChain } from "../../src/devchain/startDevChain";

/**
 * A chain to test against: that of CHAINSIDE_TEST_URL (several addresses, separated by commas, are nodes of one chain; `ws://` and `wss://` send
 * everything over WebSocket), reached with the
 * `ca.crt`, `sdk.crt`, `sdk.key` of the folder CHAINSIDE_TEST_SDK, group CHAINSIDE_TEST_GROUP, account CHAINSIDE_TEST_KEY (hex or a key
 * file); or embedded ones.
 */
export interface InteropTarget {
  readonly name: string;
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
    stranger: privateKeySigner(session.suite, randomBytes(32).fill(1, 0, 1)),
    governs: await isGovernor(session, signer.address).catch(() => false),
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

function sdkFolder(path: string): Promise<TlsMaterial> {
  return readTlsMaterial({ ca: join(path, "ca.crt"), cert: join(path, "sdk.crt"), key: join(path, "sdk.key") });
}

function given(url: string): InteropTarget {
  return {
    name: `the chain at ${url}`,
    async open() {
      const sdk = process.env["CHAINSIDE_TEST_SDK"];
      const tls = sdk ? await sdkFolder(sdk) : undefined;
      return connect(url.split(","), tls, process.env["CHAINSIDE_TEST_GROUP"] ?? "", givenKey, async () => undefined);
    },
  };
}

/** Without a key a fresh account: enough wherever nobody enforces permissions. */
async function givenKey(): Promise<Uint8Array> {
  const key = process.env["CHAINSIDE_TEST_KEY"];
  if (!key) return randomBytes(32).fill(1, 0, 1);
  const content = existsSync(key) ? readFileSync(key) : Buffer.from(key, "utf8");
  const { privateKey } = await importKeyFile(content, process.env["CHAINSIDE_TEST_PASSWORD"]);
  return privateKey;
}

function embedded(
  name: string,
  options: DevChainOptions,
  { scheme = "http", secure = false }: { readonly scheme?: "http" | "ws"; readonly secure?: boolean } = {},
): InteropTarget {
  return {
    name: `an embedded chain, ${name}`,
    async open() {
      const folder = secure ? mkdtempSync(join(tmpdir(), "chainside-interop-")) : undefined;
      const ports = { archivePort: 0, archiveQueryPort: 0 };
      const chain = await startDevChain({ ...options, ...ports, ...(folder === undefined ? {} : { tls: folder }) });
      const tls = folder === undefined ? undefined : await sdkFolder(join(folder, "sdk"));
      const key = hexToBytes(chain.accounts[0]?.privateKey ?? "");
      return connect(
        chain.url.replace(/^http/, scheme),
        tls,
        "group0",
        async () => key,
        async () => {
          await chain.close();
          if (folder !== undefined) rmSync(folder, { recursive: true });
        },
        { url: chain.archiveUrl ?? "", queryUrl: chain.archiveQueryUrl ?? "" },
      );
    },
  };
}

const features = ["feature_sharding", "feature_balance", "feature_balance_precompiled"];

export const interopTargets: readonly InteropTarget[] = process.env["CHAINSIDE_TEST_URL"]
  ? [given(process.env["CHAINSIDE_TEST_URL"])]
  : [
      embedded("standard", {}),
      embedded("standard, all over WebSocket", { executorVersion: 0 }, { scheme: "ws" }),
      embedded("mutual TLS", {}, { secure: true }),
      embedded("mutual TLS, all over WebSocket", {}, { scheme: "ws", secure: true }),
      embedded("SM", { suite: "sm", features }),
      embedded("permissions on, executor 0", { auth: true, executorVersion: 0, features }),
      embedded("permissions on, executor 1", { auth: true, executorVersion: 1 }),
    ];

interface Artifact {
  readonly abi: readonly unknown[];
  readonly bytecode: string;
}

/** A name that nobody has used on this chain: the suite can run on the same chain again. */
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
  if (receipt.status !== 0) throw new Error(`deployment failed with status ${receipt.status}: ${receipt.output}`);
  return new FixtureContract(session, receipt.contractAddress.toLowerCase() as Address, abi);
}

/** `kind code: message` of the error that an action ends with; "done" when it does not. */
export async function failure(action: Promise<unknown>): Promise<string> {
  try {
    await action;
    return "done";
  } catch (error) {
    if (error instanceof ChainError) return `${error.kind} ${error.code}: ${error.message}`;
    throw error;
  }
}
