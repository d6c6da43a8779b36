import { createClient, type NodeTransport } from "../../chain/client/client";
import { followingSession, openSession } from "../../chain/openSession";
import { createHttpTransport } from "../../chain/transport/httpTransport";
import { createWebSocketTransport, type WebSocketTransport } from "../../chain/transport/webSocketTransport";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { cryptoSuite } from "../../crypto/suites";
import type { ChainError } from "../../errors/chainError";
import { type Account, privateKeyAccount } from "./accounts";
import type { Log, RequestOptions, TlsOptions } from "./records";
import { tlsMaterialOf } from "./tlsMaterialOf";

/** Ends a subscription; safe to call twice. */
export type Stop = () => void;

/** Carries JSON-RPC requests to a node. `connect` makes one; one of your own serves as well (`openChain`). */
export interface ChainTransport {
  /** For people: `http://127.0.0.1:20200`. */
  readonly label: string;
  /**
   * Sends one request and gives the `result` member. Integers beyond 2^53 are bigints in it.
   * @param isExact may say of a result as JSON.parse has it that nothing in it can have been rounded; may be left unasked
   */
  request(
    method: string,
    params: readonly unknown[],
    options?: RequestOptions,
    isExact?: (result: unknown) => boolean,
  ): Promise<unknown>;
  /** Ends what is open to the nodes. */
  close(): Promise<void>;
}

/** Who hears of pushed events. */
export interface PushListener {
  /** Events of one block, in order: each once, none left out. */
  onLogs: (logs: readonly Log[]) => void;
  /** The last wanted block is done. */
  onEnd?: (() => void) | undefined;
  /** The node takes the subscription no more. */
  onError?: ((error: ChainError) => void) | undefined;
}

/** Where new blocks and events are heard of. */
export interface ChainPushes {
  readonly state: { readonly kind: "connecting" | "connected" | "closed" };
  /** Connects now; whatever is asked of it does so, too. */
  connect(): Promise<void>;
  /** Each height once, in rising order; of a chain that was set back, the lower one, and from there on. */
  onBlock(listener: (notice: { readonly group: string; readonly number: number }) => void): Stop;
  /** Events from `fromBlock` or from the next block on. */
  subscribeEvents(group: string, query: PushQuery, listener: PushListener): Promise<Stop>;
}

/** Which events are pushed. */
export interface PushQuery {
  fromBlock?: number;
  toBlock?: number;
  addresses?: readonly string[];
  topics?: readonly (string | readonly string[] | null)[];
}

/** One group of a chain, reached through a node: what every function of this package takes first. */
export interface Chain {
  /** Transport, group, and node. */
  readonly client: { readonly transport: ChainTransport; readonly group: string; readonly node: string };
  readonly chainId: string;
  readonly groupId: string;
  /** Hash and signature of the chain, decided by the chain: `chain.suite.name` is `standard` or `sm`. */
  readonly suite: CryptoSuite;
  /** `3.16.4`: version of the node's program. */
  readonly nodeVersion: string;
  /**
   * `3.16.4`: the chain's data version, which decides what is available. It is asked for again, as is `authEnabled`, after a
   * transaction of this chain that may have changed it.
   */
  readonly compatibilityVersion: string;
  /** Permissions of contracts and of the committee are enforced. */
  readonly authEnabled: boolean;
  readonly wasm: boolean;
  /** Asks the chain again for `compatibilityVersion` and `authEnabled`, which others may have changed. */
  readonly renew?: () => Promise<void>;
  /** ABIs by which errors of called contracts are named, beside the contract's own. */
  readonly otherAbis?: () => Promise<readonly (string | readonly unknown[])[]>;
  /** Who signs where no other account is given. */
  readonly account?: Account;
  /**
   * The connection over which the node pushes; opened when it is first used. Absent where nothing pushes: then it is asked once a
   * second.
   */
  readonly pushes?: () => ChainPushes;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** How a chain is reached. */
export interface ConnectOptions {
  /** `http://127.0.0.1:20200`, `https://…` with TLS; several nodes of one chain for fail-over, best first. */
  readonly url: string | readonly string[];
  /** Group ID; without one the only group of the node. */
  readonly group?: string;
  /** Name of a node of the group; without one the service chooses. */
  readonly node?: string;
  /** The chain's `sdk` folder, or its files. PEM texts are told from paths by their first line. */
  readonly tls?: string | TlsOptions;
  /**
   * `http` (default): requests in parallel over kept connections, and a WebSocket for pushes when events are watched. `webSocket`:
   * everything over one.
   */
  readonly transport?: "http" | "webSocket";
  /** Time limit of a request in milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
  /** Who signs where no other account is given: an account of the chain's suite, … */
  readonly account?: Account;
  /** … or a private key, for which the chain decides the suite. */
  readonly privateKey?: `0x${string}` | Uint8Array;
}

/** What a chain needs beside its transport. */
export interface OpenOptions {
  readonly group?: string;
  readonly node?: string;
  readonly account?: Account;
  readonly privateKey?: `0x${string}` | Uint8Array;
  /** Where pushes come from; without it new blocks and events are asked for. */
  readonly pushes?: () => ChainPushes;
}

/**
 * A group of a chain over a transport of your own, which is closed with the chain.
 * @param transport carries requests; it is closed with the chain
 * @param options group, node, and who signs
 * @returns the chain, after it was asked what it is
 * @throws ChainError as {@link connect} does
 * @example
 * ```ts
 * const transport: ChainTransport = {
 *   label: "by way of our gateway",
 *   async request(method, params) {
 *     const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
 *     const response = await fetch("https://gateway.example/chain", { method: "POST", body });
 *     return ((await response.json()) as { result: unknown }).result;
 *   },
 *   close: async () => undefined,
 * };
 * const opened = await openChain(transport, { group: "group0" });
 * console.log(opened.nodeVersion);
 * ```
 */
export async function openChain(transport: ChainTransport, options: OpenOptions = {}): Promise<Chain> {
  const { group = "", node = "", account, privateKey, pushes } = options;
  const session = followingSession(await openSession(createClient(transport, group, node)));
  const signer = account ?? (privateKey === undefined ? undefined : privateKeyAccount(privateKey, session.suite.name));
  return Object.assign(session, {
    ...(signer === undefined ? {} : { account: signer }),
    ...(pushes === undefined ? {} : { pushes }),
    close: () => transport.close(),
  });
}

/**
 * Connects to a group of a chain: asks a node for chain ID, cryptography, and versions, so that everything after it fits the chain.
 * @param options address, TLS, group, and who signs; or the address alone
 * @returns the chain; `close` ends its connections
 * @throws ChainError `transport`, `tls` (which file is wrong, and why), rpc `unknownGroup`, usage `badUrl`, `notAnSdkFolder`, …
 * @example
 * ```ts
 * const ours = await connect({ url: ["https://node0:20200", "https://node1:20200"], tls: "sdk", group: "group0" });
 * console.log(ours.suite.name, await getBlockNumber(ours));
 * await ours.close();
 * ```
 */
export async function connect(options: ConnectOptions | string): Promise<Chain> {
  const given: ConnectOptions = typeof options === "string" ? { url: options } : options;
  const { url, timeoutMs, transport: kind = "http" } = given;
  const tls = await tlsMaterialOf(given.tls);
  const limits = timeoutMs === undefined ? {} : { timeoutMs };
  let socket: WebSocketTransport | undefined;
  const pushes = (): WebSocketTransport => (socket ??= createWebSocketTransport({ url, tls, ...limits }));
  const transport: NodeTransport = kind === "webSocket" ? pushes() : createHttpTransport({ url, tls, ...limits });
  try {
    const chain = await openChain(transport, { ...given, pushes });
    return Object.assign(chain, {
      async close(): Promise<void> {
        await Promise.all([transport.close(), socket?.close()]);
      },
    });
  } catch (error) {
    await transport.close();
    throw error;
  }
}

/**
 * The same connection with another account; closing one closes both.
 * @param account who signs where no other one is given
 * @returns the chain with the account
 * @example
 * ```ts
 * const asOwner = withAccount(chain, account);
 * await bfs.mkdir(chain, account, "/apps/shop");
 * console.log(asOwner.account === account); // true
 * ```
 */
export function withAccount(chain: Chain, account: Account): Chain {
  return {
    ...chain,
    account,
    get compatibilityVersion() {
      return chain.compatibilityVersion;
    },
    get authEnabled() {
      return chain.authEnabled;
    },
  };
}

/**
 * The suite of a name: its hash, and how its signatures are made and checked.
 * @returns the algorithms
 * @example
 * ```ts
 * const { hash } = suiteOf("sm");
 * console.log(hash(new TextEncoder().encode("abc")).length); // 32
 * ```
 */
export function suiteOf(name: "standard" | "sm"): CryptoSuite {
  return cryptoSuite(name);
}

/**
 * Asks a node with a method of its JSON-RPC interface as it stands: parameters and result are not looked at. Group and node go into the
 * parameters.
 * @param method its name
 * @param params as it takes them, group and node included
 * @returns the `result`, whatever it is
 * @throws ChainError `rpc` for what the node refuses
 * @example
 * ```ts
 * const peers = await rawRequest(chain, "getPeers", []);
 * console.log(peers);
 * ```
 */
export function rawRequest(
  chain: Chain,
  method: string,
  params: readonly unknown[],
  options?: RequestOptions,
): Promise<unknown> {
  return chain.client.transport.request(method, params, options);
}
