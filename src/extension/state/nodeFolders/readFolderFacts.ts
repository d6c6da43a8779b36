import * as vscode from "vscode";
import type { FolderFacts } from "../../../nodeConfig/across/folderFacts";
import { type NodeFolder, readText } from "./nodeFolder";

/** A folder is read anew when one of its files changed: these last as long as what was read of it. */
const known = new WeakMap<NodeFolder, Promise<FolderFacts>>();

async function read({ uri }: NodeFolder): Promise<FolderFacts> {
  const [{ createPrivateKey, X509Certificate }, { folderFacts }] = await Promise.all([
    import("node:crypto"),
    import("../../../nodeConfig/across/folderFacts"),
  ]);
  const below = (name: string): vscode.Uri => vscode.Uri.joinPath(uri, name);
  return folderFacts(
    uri.path,
    (name) => readText(below(name)),
    { createPrivateKey, X509Certificate },
    async (name) =>
      vscode.workspace.fs.readDirectory(below(name)).then(
        (entries) => entries.map(([entry]) => entry),
        () => [],
      ),
  );
}

/** What a node folder says that others must agree with, or must not say too: TLS files, genesis, ports, identities. No key is kept. */
export function readFolderFacts(folder: NodeFolder): Promise<FolderFacts> {
  const before = known.get(folder);
  if (before) return before;
  const facts = read(folder);
  known.set(folder, facts);
  return facts;
}
