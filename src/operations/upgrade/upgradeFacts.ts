import { lacksWeight, lagLimit } from "../../chain/health/groupHealth";
import type { FolderHere } from "../../chain/health/nodesAround";
import { readGroupHealth } from "../../chain/health/readGroupHealth";
import { getPeers } from "../../chain/rpc/getPeers";
import type { NodeInfo } from "../../chain/rpc/groups";
import { getGroupInfo } from "../../chain/rpc/groups";
import { getGroupMembers, type MemberRole } from "../../chain/services/consensus/groupMembers";
import { getExecutorVersion } from "../../chain/services/executorVersion";
import { listSystemConfig } from "../../chain/services/systemConfig/listSystemConfig";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { chainFlag } from "../../facts/releases/chainFlags";
import { countByHost } from "../../nodeConfig/upgrade/upgradeFolder";
import { text } from "../../text/catalogue";
import { shortHex } from "../../text/shortText";
import { isVersion } from "../../text/versions";
import { asked } from "../kit/results";
import { aText } from "../model/fields";
import type { OperationContext } from "../model/operation";
import { neededService, serviceIfAny } from "../model/services";

/** The release to which a chain goes, as a field. */
export const toField = { to: aText(text("Release to upgrade to, such as 3.17.1")) };

/** The release of 3.x that a text names, without `v`; undefined where it names none. */
export function releaseNamed(given = ""): string | undefined {
  const release = given.trim().replace(/^v/i, "");
  return isVersion(release) && release.startsWith("3.") ? release : undefined;
}

/** That release. @throws ChainError usage `configNotVersion` for what names none of 3.x */
export function releaseGiven(given: string): string {
  const release = releaseNamed(given);
  if (release === undefined) throw clientError("configNotVersion", { key: "to", value: given.trim() });
  return release;
}

/** A node of the group before an upgrade. */
export interface UpgradeNode {
  readonly nodeId: string;
  /** Of its folder where that is here, else the first digits of its ID. */
  readonly name: string;
  /** Undefined for a folder whose node the group doesn't list. */
  readonly role: MemberRole | undefined;
  /** 0 for one that doesn't take part in the consensus. */
  readonly weight: number;
  /** The release of its program, without `v`: as the node says, else as its folder's last start printed; undefined where neither does. */
  readonly program: string | undefined;
  /** Where the release comes from. */
  readonly versionFrom: "node" | "folder" | undefined;
  readonly reachable: boolean;
  /** Blocks behind the chain; undefined where it isn't known. */
  readonly behind: number | undefined;
  readonly folder: FolderHere | undefined;
}

/** What is known of a group before an upgrade. */
export interface UpgradeFacts {
  /** Release to which it goes, without `v`. */
  readonly to: string;
  readonly dataVersion: string;
  /** Undefined where the chain doesn't say. */
  readonly executor: number | undefined;
  readonly authEnabled: boolean;
  readonly wasm: boolean;
  /** The nodes are services of their own, as in Pro and Max deployments. */
  readonly services: boolean;
  readonly nodes: readonly UpgradeNode[];
  /** Folders whose node the group doesn't list. */
  readonly unlistedFolders: readonly FolderHere[];
  /** Weight of all sealers, and that which a block needs. */
  readonly totalWeight: number;
  readonly neededWeight: number;
  readonly stopped: boolean;
  /** Flags that are on, in no order. */
  readonly flagsOn: readonly string[];
  /** Connections of the asked node by remote address. */
  readonly connections: ReadonlyMap<string, number>;
  readonly nowMs: number;
}

/** A release as a node or a file says it, without `v`; undefined for what is none. */
export const releaseIn = (version: string | undefined): string | undefined =>
  version !== undefined && isVersion(version) ? version.replace(/^v/i, "") : undefined;

/** What is needed of `--folder`. A front without a disk refuses it. @throws ChainError usage `noFoldersHere`, `noNodeFolder` */
async function foldersOf({ services }: OperationContext, paths: readonly string[]): Promise<readonly FolderHere[]> {
  return paths.length === 0 ? [] : (await neededService(services, "nodes")).folders(paths);
}

/** The executor; undefined where the chain doesn't answer what would tell it. */
async function executorIfKnown(context: OperationContext): Promise<number | undefined> {
  try {
    return await getExecutorVersion(context.session, asked(context));
  } catch (error) {
    if (error instanceof ChainError && error.kind !== "usage") return undefined;
    throw error;
  }
}

/**
 * Asks the chain, the endpoints of the connection and the named folders.
 * @param folders paths of node folders of this machine
 * @throws ChainError of the questions; usage `noFoldersHere`, `noNodeFolder`
 */
export async function readUpgradeFacts(
  context: OperationContext,
  { to, folders = [] }: { readonly to: string; readonly folders?: readonly string[] | undefined },
): Promise<UpgradeFacts> {
  const { session, services, signal } = context;
  const { client } = session;
  const options = asked(context);
  const around = await serviceIfAny(services, "nodes");
  const [here, own, others, members, health, peers, executor, settings] = await Promise.all([
    foldersOf(context, folders),
    getGroupInfo(client, options),
    around?.report(signal) ?? [],
    getGroupMembers(session, options),
    readGroupHealth(client, options),
    getPeers(client, options),
    executorIfKnown(context),
    listSystemConfig(session, options),
  ]);
  const nodeInfos = new Map<string, NodeInfo>();
  for (const info of [...(own?.nodeList ?? []), ...others]) nodeInfos.set(info.nodeID.toLowerCase(), info);
  const folderOf = new Map(here.map((folder) => [folder.nodeId, folder]));
  const lag = new Map(health.behind.map(({ nodeId, blocks }) => [nodeId, blocks]));
  // the asked node alone is in the list where nodes are no services
  const [asking, ...more] = own?.nodeList ?? [];
  if (asking && more.length === 0 && health.ownLag >= lagLimit) lag.set(asking.nodeID, health.ownLag);
  const nodes = members.map(({ nodeId, role, weight }): UpgradeNode => {
    const folder = folderOf.get(nodeId);
    const version = releaseIn(nodeInfos.get(nodeId)?.iniConfig.binaryInfo?.version);
    const program = version ?? releaseIn(folder?.started);
    const reachable = !health.unreachable.includes(nodeId);
    return {
      nodeId,
      name: folder?.name ?? shortHex(nodeId),
      role,
      weight: role === "sealer" ? Number(weight ?? 0) : 0,
      program,
      versionFrom: version !== undefined ? "node" : program === undefined ? undefined : "folder",
      reachable,
      behind: reachable ? (lag.get(nodeId) ?? 0) : undefined,
      folder,
    };
  });
  const known = new Set(members.map(({ nodeId }) => nodeId));
  const endpoints = peers.variant === "gateway" ? peers.peers.flatMap(({ endPoint = "" }) => endPoint || []) : [];
  return {
    to: to.replace(/^v/i, ""),
    dataVersion: session.compatibilityVersion,
    executor,
    authEnabled: session.authEnabled,
    wasm: session.wasm || here.some(({ rests }) => rests.includes("wasm")),
    services: own?.nodeList.some(({ microService }) => microService === true) ?? false,
    nodes,
    unlistedFolders: here.filter(({ nodeId }) => nodeId === undefined || !known.has(nodeId)),
    totalWeight: health.totalWeight,
    neededWeight: health.neededWeight,
    stopped: lacksWeight(health),
    flagsOn: settings.filter(({ key, value }) => value === "1" && chainFlag(key) !== undefined).map(({ key }) => key),
    connections: countByHost(endpoints),
    nowMs: Date.now(),
  };
}
