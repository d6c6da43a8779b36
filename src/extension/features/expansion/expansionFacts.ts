import * as vscode from "vscode";
import { getSyncStatus } from "../../../chain/rpc/nodeStatus";
import { getGroupMembers } from "../../../chain/services/consensus/groupMembers";
import { sharedPorts } from "../../../nodeConfig/across/acrossFindings";
import type { ExpansionFacts } from "../../../nodeConfig/expansion/expansionSteps";
import { printedName } from "../../../nodeConfig/nodeFolder";
import { shortHex } from "../../../text/shortText";
import { bareHash, hasGenesisOf } from "../../flows/nodes/otherGenesis";
import type { Chainside } from "../../state/chainside";
import { groupTitle } from "../../state/connections/groupTitle";
import { type NodeFolder, readText } from "../../state/nodeFolders/nodeFolder";
import type { NodeFolders } from "../../state/nodeFolders/nodeFolders";
import { readFolderFacts } from "../../state/nodeFolders/readFolderFacts";

/** When the node of a folder was last made to read its lists from here, by the folder's URI. */
export type ReloadTimes = Readonly<Record<string, number>>;

async function modifiedAt(uri: vscode.Uri): Promise<number> {
  try {
    return (await vscode.workspace.fs.stat(uri)).mtime;
  } catch {
    return 0; // not there: older than anything
  }
}

/** A node read its file after the file's last change: it was reloaded from here, or started (which writes nohup.out). */
async function isLoaded(folder: NodeFolder, reloaded: ReloadTimes): Promise<boolean> {
  const changed = await modifiedAt(vscode.Uri.joinPath(folder.uri, "config.ini"));
  const started = await modifiedAt(vscode.Uri.joinPath(folder.uri, printedName));
  return Math.max(reloaded[folder.uri.toString()] ?? 0, started) >= changed;
}

/** Whether the new folder has a config.genesis that settles the same as the chain's, a list of peers, and ports of its own. */
async function chainFiles(
  added: NodeFolder,
  existing: readonly NodeFolder[],
): Promise<Pick<ExpansionFacts, "chainFilesCopied" | "foreignFile" | "sharedPorts">> {
  const text = (folder: NodeFolder, name: string) => readText(vscode.Uri.joinPath(folder.uri, name));
  const [own, peers] = [await text(added, "config.genesis"), await text(added, "nodes.json")];
  const [first] = existing;
  const [facts, others] = [await readFolderFacts(added), await Promise.all(existing.map(readFolderFacts))];
  const shared = { sharedPorts: sharedPorts(facts, others) };
  if (own === undefined || first === undefined)
    return { chainFilesCopied: own !== undefined && peers !== undefined, foreignFile: false, ...shared };
  const theirs = await text(first, "config.genesis");
  const [settled, wanted] = [facts.genesis, others[0]?.genesis];
  const isSame = own === theirs || (settled !== undefined && settled === wanted);
  return { chainFilesCopied: isSame && peers !== undefined, foreignFile: !isSame, ...shared };
}

/** What the connected chain says of the genesis block of the new node, and whether it is the chain of these folders at all. */
async function chainSays(
  app: Chainside,
  added: NodeFolder,
  existing: readonly NodeFolder[],
): Promise<Pick<ExpansionFacts, "foreignGenesis" | "otherChain" | "hasPeer">> {
  const group = app.connections.activeGroup;
  const id = added.node.consensusId;
  if (!group || !id) return {};
  try {
    const [first] = existing;
    const chain = bareHash(group.genesisHash);
    if (first && (await hasGenesisOf(first, group)) === false) return { otherChain: groupTitle(group) };
    const status = await getSyncStatus(group.session.client);
    const peer = status.peers.find(({ nodeID }) => nodeID === id);
    const node = peer && bareHash(peer.genesisHash);
    return {
      hasPeer: peer !== undefined || status.nodeID === id,
      ...(node === undefined || node === chain
        ? {}
        : {
            foreignGenesis: {
              node: shortHex(node),
              chain: shortHex(chain),
              restarted: (await hasGenesisOf(added, group)) === true,
            },
          }),
    };
  } catch (error) {
    // The other steps need no chain.
    app.errors.log(error);
    return {};
  }
}

async function membership(app: Chainside, added: NodeFolder): Promise<ExpansionFacts["membership"]> {
  const group = app.connections.activeGroup;
  const id = added.node.consensusId;
  if (!group || !id) return undefined;
  try {
    return (await getGroupMembers(group.session)).find(({ nodeId }) => nodeId === id)?.role;
  } catch (error) {
    // The other steps need no chain.
    app.errors.log(error);
    return undefined;
  }
}

/** What the files, the ports and the chain say of an expansion now; nothing is remembered but when lists were reloaded. */
export async function readExpansionFacts(
  app: Chainside,
  folders: NodeFolders,
  addedUri: string | undefined,
  reloaded: ReloadTimes,
): Promise<{ facts: ExpansionFacts; existing: readonly NodeFolder[]; added: NodeFolder | undefined }> {
  const all = await folders.list();
  const added = all.find(({ uri }) => uri.toString() === addedUri);
  const existing = all.filter((folder) => folder !== added);
  const facts: ExpansionFacts = {
    existing: await Promise.all(
      existing.map(async (folder) => ({
        node: folder.node,
        document: folder.document,
        context: folder.context,
        reload: folder.reload,
        running: (await folders.isRunning(folder)) ?? false,
        loaded: await isLoaded(folder, reloaded),
      })),
    ),
    added: added && { node: added.node, document: added.document, context: added.context },
    ...(added ? await chainFiles(added, existing) : { chainFilesCopied: false }),
    ...(added ? await chainSays(app, added, existing) : {}),
    addedRunning: added !== undefined && ((await folders.isRunning(added)) ?? false),
    membership: added && (await membership(app, added)),
  };
  return { facts, existing, added };
}
