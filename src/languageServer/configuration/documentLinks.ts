import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import type { DocumentLink, ServerCapabilities } from "vscode-languageserver/node";
import { statIfAny } from "../../files/look";
import { namedPath } from "../../files/namedPath";
import type { IniDocument } from "../../nodeConfig/document/iniDocument";
import { findKey } from "../../nodeConfig/schema/keySpec";
import { t } from "../../text/catalogue";
import { columns } from "../documents/protocolRanges";
import type { OpenDocument, ServerState } from "../documents/serverState";
import type { EditorCommand } from "../protocol/messages";

const revealFolder = "chainside.revealConfigFolder" satisfies EditorCommand;

/**
 * The node runs in its folder; certificates and the peer list are below a folder that another key names. Undefined: not on this computer.
 */
function base(ini: IniDocument, folder: string, section: string, key: string): string | undefined {
  const below = (name: string): string | undefined => {
    const named = ini.find(section, name)?.value || "./";
    return namedPath(named, folder);
  };
  if (section === "cert" && key !== "ca_path") return below("ca_path");
  if (section === "p2p" && key === "nodes_file") return below("nodes_path");
  return folder;
}

async function links(state: ServerState, { ini, path }: OpenDocument): Promise<DocumentLink[]> {
  if (path === undefined || ini.kind !== "config") return [];
  const folder = dirname(path);
  const found: DocumentLink[] = [];
  for (const [index, line] of ini.lines.entries()) {
    if (line.kind !== "entry" || !line.block?.header || line.value === "") continue;
    const type = findKey("config", line.block.name, line.name)?.type;
    if (type !== "file" && type !== "dir") continue;
    const below = base(ini, folder, line.block.name, line.name);
    const target = below === undefined ? undefined : namedPath(line.value, below);
    if (target === undefined) continue;
    const there = await statIfAny(target);
    if (!there) continue;
    const range = columns(index, line.valueStart, line.valueEnd);
    if (there.isFile()) found.push({ range, target: pathToFileURL(target).href });
    else if (state.commands.has(revealFolder)) {
      const argument = encodeURIComponent(JSON.stringify([target]));
      const tooltip = t("Show Folder");
      found.push({ range, target: `command:${revealFolder}?${argument}`, tooltip });
    }
  }
  return found;
}

/** Paths that exist become links: files open, folders are shown in the explorer. */
export function registerDocumentLinks(state: ServerState): ServerCapabilities {
  state.connection.onDocumentLinks(({ textDocument }) => {
    const document = state.documents.get(textDocument.uri);
    return document ? links(state, document) : [];
  });
  return { documentLinkProvider: { resolveProvider: false } };
}
