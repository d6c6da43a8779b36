import * as vscode from "vscode";
import { getSyncStatus } from "../../../chain/rpc/getSyncStatus";
import { acrossFindings } from "../../../nodeConfig/across/acrossFindings";
import { say } from "../../../text/catalogue";
import { labelled } from "../../kit/text/labelled";
import { shortHex } from "../../kit/text/shortHex";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { NodeFolder } from "../../state/nodeFolders/nodeFolder";
import { readFolderFacts } from "../../state/nodeFolders/readFolderFacts";
import { chainNodesOf } from "../../state/nodeNames/chainNodes";

/** Digits of a hash, lower case. */
export const bareHash = (hash: string): string => hash.toLowerCase().replace(/^0x/, "");

export const groupName = ({ connection, groupId }: ChainGroup): string => labelled(connection.name, groupId);

/** What a connected node says of the genesis block that another node of its group runs on. */
export interface HeardGenesis {
  readonly group: ChainGroup;
  /** Without `0x`, the group's and the other node's. */
  readonly chain: string;
  readonly node: string;
}

/**
 * What the connected nodes hear of other nodes' genesis blocks, by node ID: each group is asked once. What another group says goes before where it
 * hears of another block than its own.
 */
export async function heardGenesis({
  connections,
  errors,
}: Pick<Chainside, "connections" | "errors">): Promise<ReadonlyMap<string, HeardGenesis>> {
  const heard = new Map<string, HeardGenesis>();
  for (const group of connections.groups) {
    try {
      const status = await getSyncStatus(group.session.client);
      const chain = bareHash(status.genesisHash);
      for (const { nodeID, genesisHash } of status.peers) {
        const node = bareHash(genesisHash);
        if (!heard.has(nodeID) || node !== chain) heard.set(nodeID, { group, chain, node });
      }
    } catch (error) {
      errors.log(error);
    }
  }
  return heard;
}

/** That a node runs on another chain than the group that knows it, as a sentence. */
export const otherGenesisText = ({ group, chain, node }: HeardGenesis): string =>
  vscode.l10n.t(
    "It runs on genesis block {0}, and {1} on {2}: it never joins that chain. Stop it, give it the chain's config.genesis, delete its data folder, and start it.",
    shortHex(node),
    groupName(group),
    shortHex(chain),
  );

/** The hash of the block 0 that a folder's config.genesis makes, without `0x`; undefined where it cannot be computed. */
export async function genesisHashOf({ uri }: Pick<NodeFolder, "uri">): Promise<string | undefined> {
  // It brings both crypto suites along, which start-up does not need.
  const { readGenesisFile } = await import("../../state/trust/believedChain");
  const file = await readGenesisFile(vscode.Uri.joinPath(uri, "config.genesis")).catch(() => undefined);
  return file?.trust.genesisHash && bareHash(file.trust.genesisHash);
}

async function membersOf(group: ChainGroup): Promise<ReadonlySet<string>> {
  const nodes = await chainNodesOf(group).catch(() => []);
  return new Set(nodes.flatMap(({ consensusId }) => (consensusId === undefined ? [] : [consensusId])));
}

/** That the folder's file makes another block 0 than the chain has that the node is said to be of. */
async function byItsFile(app: Chainside, folder: NodeFolder): Promise<string | undefined> {
  const { consensusId } = folder.node;
  if (consensusId === undefined) return undefined;
  for (const group of app.connections.groups) {
    if (!(await membersOf(group)).has(consensusId)) continue;
    const own = await genesisHashOf(folder);
    if (own !== undefined && own !== bareHash(group.genesisHash))
      return vscode.l10n.t(
        "Its config.genesis makes genesis block {0}, and {1} has {2}: started with an empty data folder it never joins that chain.",
        shortHex(own),
        groupName(group),
        shortHex(bareHash(group.genesisHash)),
      );
  }
  return undefined;
}

/** Why a node folder is not of the chain that it seems to be of, by the folder's URI: as running nodes hear it, or as the files say. */
export async function otherGenesis(
  app: Chainside,
  folders: readonly NodeFolder[],
): Promise<ReadonlyMap<string, string>> {
  const [facts, told] = await Promise.all([Promise.all(folders.map(readFolderFacts)), heardGenesis(app)]);
  const found = new Map<string, string>();
  for (const [index, folder] of folders.entries()) {
    const own = facts[index];
    const { consensusId } = folder.node;
    const heard = told.get(consensusId ?? "");
    const [finding] = own ? acrossFindings(own, facts, 0).genesis : [];
    const said =
      heard && heard.chain !== heard.node
        ? otherGenesisText(heard)
        : ((await byItsFile(app, folder)) ?? (finding && say(finding.message)));
    if (said !== undefined) found.set(folder.uri.toString(), said);
  }
  return found;
}
