import { type ChainClient, createClient, type NodeTransport, type Transport } from "../chain/client/client";
import { openSession } from "../chain/openSession";
import { createHttpTransport } from "../chain/transport/httpTransport";
import { ChainError } from "../errors/chainError";
import { clientError } from "../errors/clientError";
import type { LogIndex } from "./blocks/logs";
import { Executions } from "./execution/executions";
import { isObject } from "./model/values";
import type { Web3Node } from "./model/web3Node";
import { fiscoInterface } from "./node/fiscoInterface";
import { web3Port } from "./node/web3Port";
import type { ConfirmationSetting } from "./proxy/confirmations";
import { Web3Proxy } from "./proxy/web3Proxy";
import { holdQueueFile, queueFile } from "./sending/queueFile";
import type { QueueEvent } from "./sending/transactionQueue";
import { type AnswerNote, serveWeb3 } from "./server/web3Server";

/** What a proxy is made of, and where it listens. */
export interface ProxyOrder {
  /** The FISCO BCOS interface of a node; undefined where only its web3 port is known. */
  readonly client: ChainClient | undefined;
  /** The web3 port of the same node. */
  readonly web3: NodeTransport | undefined;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Names beside those of loopback under which tools may ask; `*` for all. */
  readonly allowHosts: readonly string[];
  /** Origins of pages that may ask; `*` for all. */
  readonly allowOrigins: readonly string[];
  readonly confirmations: ConfirmationSetting;
  readonly logBlocks: number;
  /** How long a transaction may wait for those before it. */
  readonly heldMs: number;
  /** Blocks that are executed again at most. */
  readonly blocks: number;
  /** File with the transactions that wait, for a chain ID; undefined keeps them in memory alone. */
  readonly stateFile?: (chainId: string) => string;
  readonly index?: LogIndex | undefined;
  readonly refusesTransactions?: () => string | undefined;
  readonly onAnswer?: (note: AnswerNote) => void;
  readonly onTransaction?: (event: QueueEvent) => void;
}

/** A proxy that listens. */
export interface OpenedProxy {
  readonly url: string;
  readonly port: number;
  readonly chainId: string;
  /** What it stands in front of: a web3 port, or the FISCO BCOS interface, over which only reads are possible. */
  readonly over: "web3" | "fisco";
  /** Whether transactions of Ethereum's tools can't be taken, which sign by secp256k1, since the chain verifies SM2 signatures. */
  readonly sm: boolean;
  /** Why the web3 port that was named isn't used. */
  readonly portTrouble: ChainError | undefined;
  /** Transactions that waited when it ended last. */
  readonly restored: number;
  close(): Promise<void>;
}

/** The defaults. */
export const usualOrder = {
  confirmations: "auto",
  logBlocks: 10,
  heldMs: 120_000,
  blocks: 20_000,
} as const satisfies Partial<ProxyOrder>;

/** What asks while a proxy is made is answered sooner than a re-execution. */
const usual = { pollMs: 250, executionMs: 300_000 };

async function chosenNode(
  order: ProxyOrder,
): Promise<{ node: Web3Node; over: OpenedProxy["over"]; portTrouble?: ChainError }> {
  const { web3, client } = order;
  let portTrouble: ChainError | undefined;
  if (web3) {
    const node = web3Port(web3);
    try {
      const version = await node.request("web3_clientVersion", []);
      if (typeof version === "string") return { node, over: "web3" };
      portTrouble = clientError("notWeb3Port", { endpoint: web3.label });
    } catch (error) {
      portTrouble = error instanceof ChainError ? error : clientError("notWeb3Port", { endpoint: web3.label });
    }
    if (!client) throw portTrouble;
  }
  if (!client) throw clientError("noWeb3Node");
  const node = await fiscoInterface(await openSession(client));
  return { node, over: "fisco", ...(portTrouble ? { portTrouble } : {}) };
}

const refusedBySm =
  "this chain verifies SM2 signatures (sm_crypto), and Ethereum's tools sign by secp256k1: sign with chainside/sdk or chainside/wallet";

/** Whether block 0 says that its chain verifies SM2 signatures: the settings of a genesis are its extra data, from 3.1 on. */
const isSmGenesis = (block: unknown): boolean =>
  isObject(block) &&
  /^\[chain\]\nsm_crypto:1\n/.test(Buffer.from(String(block["extraData"]).slice(2), "hex").toString());

/**
 * Opens a proxy for Ethereum's tools. The transports stay the caller's.
 * @throws ChainError where the node can't be asked, for a file that can't be read, and usage `proxyStateInUse`; the system's error when the
 *   port is taken
 */
export async function openProxy(order: ProxyOrder): Promise<OpenedProxy> {
  const { node, over, portTrouble } = await chosenNode(order);
  const { client, host, port, allowHosts, allowOrigins, blocks } = order;
  const session = client && (await openSession(client));
  const web3: Transport | undefined = over === "web3" ? order.web3 : undefined;
  const executions = session && new Executions(session.client, web3, { blocks, ms: usual.executionMs });
  const chainId = String(BigInt(String(await node.request("eth_chainId", []))));
  const path = order.stateFile?.(chainId);
  const first = await node.request("eth_getBlockByNumber", ["0x1", false]);
  const genesis = isObject(first) ? String(first["parentHash"]) : "";
  const sm = session
    ? session.suite.name === "sm"
    : isSmGenesis(await node.request("eth_getBlockByNumber", ["0x0", false]));
  const { onTransaction } = order;
  const release = path === undefined ? () => undefined : holdQueueFile(path);
  const proxy = new Web3Proxy({
    node,
    executions,
    queue: {
      heldMs: order.heldMs,
      store: path === undefined ? undefined : queueFile(path, { chainId, genesis }),
      ...(onTransaction ? { onEvent: onTransaction } : {}),
    },
    confirmations: order.confirmations,
    logBlocks: order.logBlocks,
    index: order.index,
    pollMs: usual.pollMs,
    refusesTransactions: () => order.refusesTransactions?.() ?? (sm ? refusedBySm : undefined),
  });
  try {
    const restored = await proxy.restore();
    const server = await serveWeb3(proxy, {
      port,
      reach: { host, allowHosts, allowOrigins },
      ...(order.onAnswer ? { onAnswer: order.onAnswer } : {}),
    });
    return {
      url: `http://${host.includes(":") ? `[${host}]` : host}:${server.port}`,
      port: server.port,
      chainId,
      over,
      sm,
      portTrouble,
      restored,
      async close() {
        await server.close();
        await proxy.close();
        release();
      },
    };
  } catch (error) {
    await proxy.close();
    release();
    throw error;
  }
}

/** A proxy in front of an embedded chain of this process. */
interface OwnProxyOrder extends Pick<ProxyOrder, "host" | "port" | "allowHosts" | "allowOrigins"> {
  readonly web3Url: string;
  /** The FISCO BCOS interface, where it can be asked. */
  readonly native?: { readonly url: string; readonly group: string; readonly devToken: string | undefined };
}

/** The address under which this machine reaches a port that listens everywhere. */
const fromHere = (url: string): string => url.replace(/\/\/(?:0\.0\.0\.0|\[::\])/, "//127.0.0.1");

/** Opens a proxy in front of ports of this machine, with its usual settings and without a file. @throws as `openProxy` */
export async function openOwnProxy({ web3Url, native, ...rest }: OwnProxyOrder): Promise<OpenedProxy> {
  const { host, port, allowHosts, allowOrigins } = rest;
  const web3 = createHttpTransport({ url: fromHere(web3Url) });
  const transport = native && createHttpTransport({ url: fromHere(native.url), devToken: native.devToken });
  const close = async (): Promise<void> => {
    await Promise.all([web3.close(), transport?.close()]);
  };
  try {
    const client = native && transport ? createClient(transport, native.group) : undefined;
    const proxy = await openProxy({ ...usualOrder, host, port, allowHosts, allowOrigins, client, web3 });
    return {
      ...proxy,
      async close() {
        await proxy.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
