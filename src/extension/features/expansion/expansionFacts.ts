import * as vscode from "vscode";
import { getObserverList } from "../../../chain/rpc/getObserverList";
import { getSealerList } from "../../../chain/rpc/getSealerList";
import type { ExpansionFacts } from "../../../nodeConfig/expansion/expansionSteps";
import type { Chainside } from "../../state/chainside";
import { type NodeFolder, readText } from "../../state/nodeFolders/nodeFolder";
import type { NodeFolders } from "../../state/nodeFolders/nodeFolders";

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
  const started = await modifiedAt(vscode.Uri.joinPath(folder.uri, "nohup.out"));
  return Math.max(reloaded[folder.uri.toString()] ?? 0, started) >= changed;
}

/** Whether the new folder has the chain's config.genesis word for word, and a list of peers. */
async function hasChainFiles(added: NodeFolder, existing: readonly NodeFolder[]): Promise<boolean> {
  const genesis = (folder: NodeFolder) => readText(vscode.Uri.joinPath(folder.uri, "config.genesis"));
  const own = await genesis(added);
  const peers = await readText(vscode.Uri.joinPath(added.uri, "nodes.json"));
  if (own === undefined || peers === undefined) return false;
  const [first] = existing;
  return first === undefined || (await genesis(first)) === own;
}

async function membership(app: Chainside, added: NodeFolder): Promise<ExpansionFacts["membership"]> {
  const client = app.connections.activeGroup?.session.client;
  const id = added.node.consensusId;
  if (!client || !id) return undefined;
  try {
    const [sealers, observers] = await Promise.all([getSealerList(client), getObserverList(client)]);
    if (sealers.some(({ nodeID }) => nodeID === id)) return "sealer";
    return observers.includes(id) ? "observer" : undefined;
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
    chainFilesCopied: added !== undefined && (await hasChainFiles(added, existing)),
    addedRunning: added !== undefined && ((await folders.isRunning(added)) ?? false),
    membership: added && (await membership(app, added)),
  };
  return { facts, existing, added };
}
