import { cryptoSuite } from "../crypto/suites";
import { ChainError } from "../errors/chainError";
import { clientError } from "../errors/clientError";
import { versionText } from "../text/versions";
import { type ChainClient, createClient, type RequestOptions } from "./client/client";
import { enforcesPermissions } from "./config/configValues";
import { getPeers, isOlderError } from "./rpc/getPeers";
import { type GroupInfo, getGroupInfo, getGroupList, getSystemConfigByKey, type NodeInfo } from "./rpc/groups";
import { web3ClientVersion } from "./rpc/web3Methods";
import type { ChainSession } from "./session";

/**
 * Asks the node what the client's group is: chain ID, cryptography, versions, whether permissions are enforced. An empty group
 * name means the only group of the node.
 * @throws ChainError rpc `unknownGroup`, `unknownNode`; transport `web3Port`, `notANode`; usage `noGroup`; and what a request throws.
 */
export async function openSession(client: ChainClient, options?: RequestOptions): Promise<ChainSession> {
  try {
    const named =
      client.group === "" ? createClient(client.transport, await onlyGroup(client, options), client.node) : client;
    const info = await getGroupInfo(named, options);
    if (!info) throw unknownGroup(named, await getGroupList(named, options));
    const node = chooseNode(info, named);
    const ini = node.iniConfig;
    return {
      client: named,
      chainId: info.chainID,
      groupId: info.groupID,
      suite: cryptoSuite((ini.smCryptoType ?? node.type === 1) ? "sm" : "standard"),
      nodeVersion: (ini.binaryInfo?.version ?? "").replace(/^v/i, ""),
      compatibilityVersion: versionText(node.protocol?.compatibilityVersion ?? 0),
      authEnabled: await isAuthEnabled(named, ini.isAuthCheck ?? false, options),
      wasm: ini.isWasm ?? false,
    };
  } catch (error) {
    throw await explainOtherService(client, error, options);
  }
}

/** A session that follows its chain: it is what the chain is after each transaction of its own that changes that. */
export function followingSession(session: ChainSession): ChainSession {
  const own = { ...session };
  const renew = async (): Promise<void> => {
    await session.renew?.();
    const { compatibilityVersion, authEnabled } = await openSession(session.client);
    Object.assign(own, { compatibilityVersion, authEnabled });
  };
  return Object.assign(own, { renew });
}

async function onlyGroup(client: ChainClient, options?: RequestOptions): Promise<string> {
  const groups = await getGroupList(client, options);
  const [only] = groups;
  if (groups.length !== 1 || only === undefined) throw unknownGroup(client, groups);
  return only;
}

function unknownGroup(client: ChainClient, groups: readonly string[]): ChainError {
  return clientError("unknownGroup", { group: client.group, groups });
}

/**
 * The node that the client names, else the first of the group. An air node ignores a wrong name silently, so it is looked up.
 * @throws ChainError rpc `unknownNode`.
 */
export function chooseNode(info: GroupInfo, client: ChainClient): NodeInfo {
  const node = client.node === "" ? info.nodeList[0] : info.nodeList.find(({ name }) => name === client.node);
  if (node) return node;
  const nodes = info.nodeList.map(({ name }) => name);
  throw clientError("unknownNode", { group: info.groupID, node: client.node, nodes });
}

/** The system configuration outranks what the node was started with: it can switch permissions on later. */
async function isAuthEnabled(client: ChainClient, atStart: boolean, options?: RequestOptions): Promise<boolean> {
  try {
    const { value } = await getSystemConfigByKey(client, "auth_check_status", options);
    return enforcesPermissions(value);
  } catch (error) {
    if (error instanceof ChainError && error.kind === "rpc") return atStart;
    throw error;
  }
}

/** Something that speaks JSON-RPC and does not know getGroupInfo: the web3 port, a 2.x node, or no FISCO BCOS node at all. */
async function explainOtherService(client: ChainClient, error: unknown, options?: RequestOptions): Promise<unknown> {
  if (!(error instanceof ChainError) || error.code !== -32601) return error;
  const endpoint = client.transport.label;
  const version = await web3ClientVersion(client.transport, options?.timeoutMs);
  if (version !== undefined)
    return clientError("web3Port", { endpoint, method: "getGroupInfo", version }, { cause: error });
  const isOlder = await getPeers(client, options).then(({ variant }) => variant === "2.x", isOlderError);
  if (isOlder) return clientError("olderNode", { endpoint }, { cause: error });
  return clientError("notANode", { endpoint, found: "it does not know getGroupInfo" }, { cause: error });
}
