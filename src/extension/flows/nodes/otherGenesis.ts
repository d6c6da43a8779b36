import * as vscode from "vscode";
import { getSyncStatus } from "../../../chain/rpc/nodeStatus";
import { say } from "../../../text/catalogue";
import { shortHex } from "../../../text/shortText";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { groupTitle } from "../../state/connections/groupTitle";
import type { NodeFolder } from "../../state/nodeFolders/nodeFolder";
import { readFolderFacts } from "../../state/nodeFolders/readFolderFacts";
import { chainNodesOf } from "../../state/nodeNames/chainNodes";

/** Digits of a hash, lower case. */
export const bareHash = (hash: string): string => hash.toLowerCase().replace(/^0x/, "");

/** What a connected node says of the genesis block that another node of its group runs on. */
interface ReportedGenesis {
  readonly group: ChainGroup;
  /** Without `0x`, the group's and the other node's. */
  readonly chain: string;
  readonly node: string;
}

/**
 * What the connected nodes hear of other nodes' genesis blocks, by node ID: each group is asked once. What another group says goes before
 * where it hears of another block than its own.
 */
export async function reportedGenesis({
  connections,
  errors,
}: Pick<Chainside, "connections" | "errors">): Promise<ReadonlyMap<string, ReportedGenesis>> {
  const reported = new Map<string, ReportedGenesis>();
  for (const group of connections.groups) {
    try {
      const status = await getSyncStatus(group.session.client);
      const chain = bareHash(status.genesisHash);
      for (const { nodeID, genesisHash } of status.peers) {
        const node = bareHash(genesisHash);
        if (!reported.has(nodeID) || node !== chain) reported.set(nodeID, { group, chain, node });
      }
    } catch (error) {
      errors.log(error);
    }
  }
  return reported;
}

/** That a node runs on another chain than the group that knows it, as a sentence. */
export const otherGenesisText = ({ group, chain, node }: ReportedGenesis): string =>
  vscode.l10n.t(
    "It runs on genesis block {0}, but {1} on {2}, so it never joins that chain. Stop it, copy the chain's config.genesis to it, delete its data folder, and start it.",
    shortHex(node),
    groupTitle(group),
    shortHex(chain),
  );

/**
 * That a node has the chain's own config.genesis and yet another hash of block 0: with executor 1 each start at height 0 gives it a new one
 * (docs/protocol/json-rpc.md, "Block 0").
 */
const restartedText = ({ group, chain, node }: ReportedGenesis): string =>
  vscode.l10n.t(
    "It has the chain's config.genesis, but was started at height 0 another number of times: each such start gives block 0 another hash, here {0} instead of {2} of {1}. The nodes refuse each other until it's started at height 0 again and both hashes agree. If its number of starts is already higher, delete its data folder first.",
    shortHex(node),
    groupTitle(group),
    shortHex(chain),
  );

/** Whether a folder's config.genesis makes the block 0 that the chain of a group has, by its content; undefined where that isn't known. */
export async function hasGenesisOf(
  folder: Pick<NodeFolder, "uri">,
  group: Pick<ChainGroup, "genesisContent" | "genesisHash">,
): Promise<boolean | undefined> {
  const own = await genesisHashOf(folder);
  if (own === undefined) return undefined;
  return own === bareHash(group.genesisHash) || own === bareHash(await group.genesisContent());
}

/** The hash of the block 0 that a folder's config.genesis makes, without `0x`; undefined where it cannot be computed. */
async function genesisHashOf({ uri }: Pick<NodeFolder, "uri">): Promise<string | undefined> {
  // It brings both crypto suites along, which start-up does not need.
  const { readGenesisFile } = await import("../../state/trust/believedChain");
  const file = await readGenesisFile(vscode.Uri.joinPath(uri, "config.genesis")).catch(() => undefined);
  return file?.trust.genesisHash && bareHash(file.trust.genesisHash);
}

async function membersOf(group: ChainGroup): Promise<ReadonlySet<string>> {
  const nodes = await chainNodesOf(group).catch(() => []);
  return new Set(nodes.flatMap(({ consensusId }) => (consensusId === undefined ? [] : [consensusId])));
}

/** That the folder's file makes another block 0 than the chain has that the node is said to be of; compared by content. */
async function byItsFile(app: Chainside, folder: NodeFolder): Promise<string | undefined> {
  const { consensusId } = folder.node;
  if (consensusId === undefined) return undefined;
  for (const group of app.connections.groups) {
    if (!(await membersOf(group)).has(consensusId)) continue;
    if ((await hasGenesisOf(folder, group)) === false)
      return vscode.l10n.t(
        "Its config.genesis creates genesis block {0}, but {1} has {2}. Started with an empty data folder, it never joins that chain.",
        shortHex((await genesisHashOf(folder)) ?? ""),
        groupTitle(group),
        shortHex(bareHash(await group.genesisContent())),
      );
  }
  return undefined;
}

/** Why a node folder is not of the chain that it seems to be of, by the folder's URI: as running nodes hear it, or as the files say. */
export async function otherGenesis(
  app: Chainside,
  folders: readonly NodeFolder[],
): Promise<ReadonlyMap<string, string>> {
  const [facts, reported, { acrossFindings }] = await Promise.all([
    Promise.all(folders.map(readFolderFacts)),
    reportedGenesis(app),
    // It brings every key of the configuration files along, which start-up does not need.
    import("../../../nodeConfig/across/acrossFindings"),
  ]);
  const found = new Map<string, string>();
  for (const [index, folder] of folders.entries()) {
    const own = facts[index];
    const { consensusId } = folder.node;
    const onChain = reported.get(consensusId ?? "");
    const [finding] = own ? acrossFindings(own, facts, 0).genesis : [];
    const message =
      onChain && onChain.chain !== onChain.node
        ? (await hasGenesisOf(folder, onChain.group))
          ? restartedText(onChain)
          : otherGenesisText(onChain)
        : ((await byItsFile(app, folder)) ?? (finding && say(finding.message)));
    if (message !== undefined) found.set(folder.uri.toString(), message);
  }
  return found;
}
