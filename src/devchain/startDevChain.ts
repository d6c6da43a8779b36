import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { join } from "node:path";
import type { TlcpMaterial } from "../chain/tlcp/credentials";
import { type NodeId, zeroAddress } from "../crypto/bytes/hex";
import { cryptoSuite } from "../crypto/suites";
import { checkedAs, isKnownRelease } from "../facts/releases/releases";
import type { OpenPort } from "../http/listening";
import { carriesToken, judge } from "../http/reach";
import { atLeast } from "../text/versions";
import { devMethods, wantsToken } from "./dev/devMethods";
import { PortFaults } from "./dev/faults";
import { precompiledContracts } from "./execution/precompiledContracts";
import type { Client } from "./execution/timeSlice";
import { type DevAccount, seededAccounts, seededNodes } from "./keys/seededKeys";
import { MemoryBlockLog } from "./ledger/blockStore";
import { keptChain, takeDataDirectory } from "./ledger/dataDirectory";
import { FileBlockLog } from "./ledger/fileBlockLog";
import { Group, type StallReason } from "./ledger/group";
import { firstGroup, type Network } from "./nodes/network";
import { answer, type MethodTable } from "./rpc/envelope";
import { FrameServer } from "./rpc/frameServer";
import { type HttpServerOptions, startHttpServer } from "./rpc/httpServer";
import { nodeMethods } from "./rpc/node/nodeMethods";
import { type DevChainOptions, type DevChainSettings, devChainSettings, requireRelease } from "./settings/options";
import { tlsMaterial } from "./tls/tlsMaterial";

/** A running embedded chain. */
export interface DevChain {
  /** `http://127.0.0.1:20200`; https with TLS. */
  readonly url: string;
  readonly port: number;
  /** Where Ethereum tools read, when asked for. */
  readonly web3Url: string | undefined;
  /** The proxy for Ethereum's tools in front of it, when asked for. */
  readonly web3ProxyUrl: string | undefined;
  /** The node's archive delete service, and the archive query service behind it, when asked for. */
  readonly archiveUrl: string | undefined;
  readonly archiveQueryUrl: string | undefined;
  readonly chainId: string;
  readonly groups: readonly string[];
  readonly accounts: readonly DevAccount[];
  /** What the `dev_` methods want to be shown, as `Authorization: Bearer TOKEN`; undefined where they are open. */
  readonly devToken: string | undefined;
  close(): Promise<void>;
}

/** Public identities to wear instead of the seeded nodes' own: answers name them, but their signatures do not verify. */
type BorrowedNodeIds = readonly NodeId[];

/** The chain without its ports. */
export async function createNetwork(settings: DevChainSettings, borrowed: BorrowedNodeIds = []): Promise<Network> {
  const suite = cryptoSuite(settings.suite);
  const admin = settings.admin ?? seededAccounts(suite, settings.seed, 1)[0]?.address ?? zeroAddress;
  const nodes = seededNodes(suite, settings.seed, settings.sealers + settings.observers).map((node, index) => ({
    ...node,
    nodeId: borrowed[index] ?? node.nodeId,
  }));
  const groups = new Map<string, Group>();
  const { data } = settings;
  const held = data === undefined ? undefined : takeDataDirectory(data, settings);
  const close = (): void => {
    for (const group of groups.values()) group.close();
    held?.release();
  };
  try {
    for (const id of settings.groups) {
      const log =
        data === undefined || held === undefined
          ? new MemoryBlockLog()
          : new FileBlockLog(join(data, `group-${id}`), settings.durability === "disk", held.requireOwn);
      let group: Group | undefined;
      try {
        group = new Group(id, settings, suite, nodes, log, precompiledContracts);
        await group.open(admin);
        await group.fund();
      } catch (error) {
        group?.abandon();
        log.release();
        throw error;
      }
      groups.set(id, group);
    }
  } catch (error) {
    close();
    throw error;
  }
  return { settings, suite, nodes, groups, close };
}

/** The options, and what the chain that they keep is where they don't say it. */
function withKept(options: DevChainOptions): DevChainOptions {
  if (typeof options.data !== "string") return options; // of any type, in a file
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...keptChain(options.data), ...Object.fromEntries(given) };
}

/**
 * Starts an embedded chain in this process: for tests and for the `chainside devchain` program (docs/devchain.md).
 * @throws ChainError kind `usage` for options that cannot be; the system's error when the port is taken. Nothing stays open then.
 */
export async function startDevChain(options: DevChainOptions = {}): Promise<DevChain> {
  const settings = devChainSettings(withKept(options));
  requireRelease(settings);
  const network = await createNetwork(settings);
  try {
    return await openPorts(network);
  } catch (error) {
    network.close();
    throw error;
  }
}

/** Bodies before 3.16, on every port. */
const maxOldBodyLength = 100 * 1024 * 1024;
/** `[web3_rpc] request_body_size_limit`. */
const maxWeb3BodyLength = 10_240_000;

/** Programs from 3.16 on: web3 over WebSocket, answers for pages of any origin, shorter bodies. */
const isModern = ({ nodeVersion }: DevChainSettings): boolean => atLeast(nodeVersion, "3.16.0");

/** A port as the program of the version opens it. */
function openPort(
  settings: DevChainSettings,
  options: Omit<HttpServerOptions, "reach" | "anyOrigin">,
): Promise<OpenPort> {
  const anyOrigin = isModern(settings);
  const bodies = anyOrigin ? {} : { maxBodyLength: maxOldBodyLength };
  return startHttpServer({ ...options, ...bodies, reach: settings, anyOrigin });
}

/** What stopped a group stops real nodes, too, or ends them. */
function stallWarning(group: string, reason: StallReason): string {
  const what =
    reason.kind === "recipient"
      ? `recipient "${reason.to}" is no address`
      : `version ${reason.version} is none that nodes execute`;
  return `${group} makes no more blocks: a transaction's ${what}, which stops real nodes too. dev_restart empties the pool and goes on.`;
}

/** The web3 port is plain HTTP on every chain. */
async function openWeb3Port(network: Network, port: number): Promise<OpenPort> {
  const [{ web3Methods }, { answerWeb3 }, { attachWeb3Sockets }] = await Promise.all([
    import("./web3/web3Methods"),
    import("./web3/web3Envelope"),
    import("./web3/web3Sockets"),
  ]);
  const { settings } = network;
  const methods = web3Methods(network);
  const http = await openPort(settings, {
    port,
    maxBodyLength: maxWeb3BodyLength,
    answer: (body, _headers, client) => answerWeb3(body, methods, settings.nodeVersion, client),
  });
  const isTaken = (request: IncomingMessage): boolean => judge(request, settings).kind === "taken";
  const group = firstGroup(network);
  const sockets = isModern(settings) ? attachWeb3Sockets(http.server, group, methods, isTaken) : undefined;
  return {
    ...http,
    close() {
      sockets?.close();
      return http.close();
    },
  };
}

/**
 * The proxy for Ethereum's tools, which reaches the chain by its ports as it would a node. Over TLS the chain takes only clients with a
 * certificate: then it has the web3 port alone.
 */
async function openProxyPort(
  { settings, groups }: Network,
  port: number,
  { url, web3Url, devToken }: { readonly url: string; readonly web3Url: string; readonly devToken: string | undefined },
): Promise<Pick<OpenPort, "port" | "close">> {
  const { openOwnProxy } = await import("../web3/openProxy");
  const isPlain = settings.tls === undefined && settings.smTls === undefined;
  const [group] = groups.keys();
  return openOwnProxy({
    ...settings,
    port,
    web3Url,
    ...(isPlain ? { native: { url, group: group ?? "", devToken } } : {}),
  });
}

/** The archive services work on the first group, in plain HTTP, as beside a node. */
async function openDeletePort(network: Network, port: number): Promise<OpenPort> {
  const { deleteMethods } = await import("./archive/queryServer");
  const methods = deleteMethods(firstGroup(network));
  return openPort(network.settings, { port, answer: (body) => answer(body, methods) });
}

async function openQueryPort(network: Network, port: number): Promise<OpenPort> {
  const { startQueryServer } = await import("./archive/queryServer");
  const { settings, suite } = network;
  const style = { suite, nodeVersion: settings.nodeVersion };
  return startQueryServer(firstGroup(network), style, { reach: settings, port });
}

/** What SM TLS needs is loaded for the chains that have it. */
async function smTlsOf(folder: string): Promise<TlcpMaterial> {
  const { smTlsMaterial } = await import("./tls/smTlsMaterial");
  return smTlsMaterial(folder);
}

/** The methods of the native port: those of a node for all, the `dev_` methods for callers that show the token, or for all. */
function nativeMethods(network: Network): (mayUseDev: boolean) => MethodTable {
  const faults = new PortFaults();
  const [node, dev] = [nodeMethods(network), devMethods(network, faults)];
  const open = faults.wrap((method) => node(method) ?? dev(method));
  const guarded = faults.wrap((method) => node(method) ?? (dev(method) && wantsToken));
  return (mayUseDev) => (mayUseDev ? open : guarded);
}

/** On a command line, a token that begins with a dash would be taken for an option. */
export function newToken(random: (size: number) => Buffer = randomBytes): string {
  for (;;) {
    const token = random(32).toString("base64url");
    if (!token.startsWith("-")) return token;
  }
}

/** The port of JSON-RPC and WebSocket. */
async function openNativePort(network: Network, devToken: string | undefined): Promise<OpenPort> {
  const { settings } = network;
  const methods = nativeMethods(network);
  const mayUseDev = (headers: IncomingHttpHeaders): boolean =>
    devToken === undefined || carriesToken(headers, devToken);
  const respond = (body: string, trusted: boolean, client: Client): Promise<string> =>
    answer(body, methods(trusted), client);
  const http = await openPort(settings, {
    port: settings.port,
    tls: settings.tls === undefined ? undefined : await tlsMaterial(settings.tls),
    smTls: settings.smTls === undefined ? undefined : await smTlsOf(settings.smTls),
    answer: (body, headers, client) => respond(body, mayUseDev(headers), client),
  });
  const frames = new FrameServer(network, respond);
  frames.attach(http.server, { judge: (request) => judge(request, settings), mayUseDev });
  return {
    ...http,
    close() {
      frames.close();
      return http.close();
    },
  };
}

/**
 * Listens for clients of a network.
 * @throws the system's error when a port is taken: no port stays open then, the network does.
 */
export async function openPorts(network: Network): Promise<DevChain> {
  const { settings, suite, groups } = network;
  const devToken = settings.openDev ? undefined : newToken();
  const opened: Pick<OpenPort, "close">[] = [];
  const closePorts = async (): Promise<void> => {
    await Promise.all(opened.map((server) => server.close()));
  };
  const asked = async <Opened extends Pick<OpenPort, "port" | "close">>(
    port: number | undefined,
    open: (network: Network, port: number) => Promise<Opened>,
  ): Promise<Opened | undefined> => {
    if (port === undefined) return undefined;
    const server = await open(network, port);
    opened.push(server);
    return server;
  };
  const hostText = settings.host.includes(":") ? `[${settings.host}]` : settings.host;
  const plainUrl = (server: Pick<OpenPort, "port"> | undefined): string | undefined =>
    server && `http://${hostText}:${server.port}`;
  try {
    const native = await openNativePort(network, devToken);
    opened.push(native);
    // the proxy stands in front of a web3 port, if need be of one that wasn't asked for
    const web3 = await asked(settings.web3Port ?? (settings.web3ProxyPort === undefined ? undefined : 0), openWeb3Port);
    const isSecure = (settings.tls ?? settings.smTls) !== undefined;
    const url = `${isSecure ? "https" : "http"}://${hostText}:${native.port}`;
    const proxy = await asked(settings.web3ProxyPort, (_network, port) =>
      openProxyPort(network, port, { url, web3Url: plainUrl(web3) ?? "", devToken }),
    );
    const remove = await asked(settings.archivePort, openDeletePort);
    const query = await asked(settings.archiveQueryPort, openQueryPort);
    const { nodeVersion } = settings;
    if (!isKnownRelease(nodeVersion)) {
      const words = `release ${nodeVersion} is unknown; the chain behaves as one of ${checkedAs(nodeVersion)}`;
      process.emitWarning(words, { code: "CHAINSIDE_RELEASE" });
    }
    for (const group of groups.values()) {
      group.on("stalled", (reason) =>
        process.emitWarning(stallWarning(group.id, reason), { code: "CHAINSIDE_STALLED" }),
      );
    }
    return {
      url,
      port: native.port,
      web3Url: plainUrl(web3),
      web3ProxyUrl: plainUrl(proxy),
      archiveUrl: plainUrl(remove),
      archiveQueryUrl: plainUrl(query),
      chainId: settings.chainId,
      groups: [...groups.keys()],
      accounts: seededAccounts(suite, settings.seed, settings.accounts),
      devToken,
      async close() {
        await closePorts();
        network.close();
      },
    };
  } catch (error) {
    await closePorts();
    throw error;
  }
}
