import * as vscode from "vscode";
import type { FolderFacts } from "../../../nodeConfig/across/folderFacts";
import type { FolderFiles } from "../../../nodeConfig/nodeFolder";
import { AskedOnce } from "../../../time/askedOnce";
import { mayLook } from "../../kit/files/namedUri";
import { readEnd } from "../../kit/files/readFile";
import { type NodeFolder, readText } from "./nodeFolder";

class ReadFacts extends AskedOnce<FolderFacts> {}

async function read({ uri, context }: NodeFolder): Promise<FolderFacts> {
  const [{ createPrivateKey, X509Certificate }, { folderFacts }] = await Promise.all([
    import("node:crypto"),
    import("../../../nodeConfig/across/folderFacts"),
  ]);
  const below = (name: string): vscode.Uri => vscode.Uri.joinPath(uri, name);
  const files: FolderFiles = {
    read: (name) => readText(below(name)),
    readEnd: (name, max) => readEnd(below(name), max),
    list: async (name) =>
      mayLook(below(name))
        ? vscode.workspace.fs.readDirectory(below(name)).then(
            (entries) => entries.map(([entry]) => entry),
            () => [],
          )
        : [],
  };
  return folderFacts(uri.path, files, { createPrivateKey, X509Certificate }, context.nodeVersion);
}

/** What a node folder says that others must agree with, or must not say too: TLS files, genesis, ports, identities. No key is kept. */
export const readFolderFacts = (folder: NodeFolder): Promise<FolderFacts> =>
  folder.kept.of(ReadFacts).get(() => read(folder));
