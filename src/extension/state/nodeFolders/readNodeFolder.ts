import { basename } from "node:path/posix";
import * as vscode from "vscode";
import { maxBytes } from "../../../files/regularFile";
import { readAccessLists } from "../../../nodeConfig/analysis/accessLists";
import type { AnalysisContext, KnownNode } from "../../../nodeConfig/analysis/analysisContext";
import { resolveEvaluation } from "../../../nodeConfig/analysis/evaluation";
import { listener, reachedAt, rpcSpeaksTls } from "../../../nodeConfig/analysis/listener";
import { type IniDocument, parseDocument } from "../../../nodeConfig/document/iniDocument";
import { reloadMethod } from "../../../nodeConfig/lists/reloadMethod";
import { isNodeFolder, nodeIdentities } from "../../../nodeConfig/nodeFolder";
import { namedRelease } from "../../../nodeConfig/schema/nodeVersion";
import { mayLook } from "../../kit/files/namedUri";
import { exists, readWhole } from "../../kit/files/readFile";
import { InstanceCache } from "../../kit/memory/kept";
import { setting } from "../../kit/settings/settings";
import { type NodeFolder, printedRelease, readText } from "./nodeFolder";

/** Whether the file begins with a byte order mark: texts come without it, and the node stumbles over it. */
async function hasByteOrderMark(uri: vscode.Uri): Promise<boolean> {
  const bytes = await readWhole(uri, maxBytes.configuration).catch(() => undefined);
  return bytes?.[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** The address and port of a section, as they are reached from this machine. */
function listens(document: IniDocument, section: string): { host: string; port: number } | undefined {
  const [found] = listener(document, section);
  return found && { host: reachedAt(found.address, "127.0.0.1"), port: found.port };
}

async function has(folder: vscode.Uri, name: string): Promise<boolean> {
  const file = vscode.Uri.joinPath(folder, name);
  return mayLook(file) && exists(file);
}

/** The folder of that config.ini; undefined when the folder is not a node's. */
export async function readNodeFolder(config: vscode.Uri): Promise<NodeFolder | undefined> {
  const folder = vscode.Uri.joinPath(config, "..");
  const read = (name: string): Promise<string | undefined> => readText(vscode.Uri.joinPath(folder, name));
  const [text, identities] = await Promise.all([readText(config), nodeIdentities(read)]);
  if (text === undefined || !(await isNodeFolder(read, identities))) return undefined;
  const genesis = parseDocument((await read("config.genesis")) ?? "", "genesis");
  const printed = await printedRelease(folder);
  const release = namedRelease(setting("nodeConfig.nodeVersion")) ?? printed;
  const node: KnownNode = { name: basename(folder.path), ...identities };
  const document = parseDocument((await hasByteOrderMark(config)) ? `\uFEFF${text}` : text);
  const length = setting("accessList.identityLength");
  const context: AnalysisContext = {
    identityLength: length === "128" ? 128 : length === "512" ? 512 : "auto",
    own: node,
    ...(release ? { nodeVersion: release } : {}),
  };
  const evaluation = resolveEvaluation(document, context);
  const rpcListens = listens(document, "rpc");
  const p2pListens = listens(document, "p2p");
  return {
    uri: folder,
    name: node.name,
    place: vscode.workspace.asRelativePath(folder),
    node,
    document,
    context,
    lists: readAccessLists(document, context),
    version: evaluation.version,
    printed,
    reload: reloadMethod(evaluation),
    p2pPort: p2pListens?.port,
    listens: p2pListens ?? rpcListens,
    host: basename(vscode.Uri.joinPath(folder, "..").path),
    rpcPort: rpcListens?.port,
    rpcListens,
    rpcTls: rpcSpeaksTls(document, evaluation.version),
    group: genesis.find("chain", "group_id")?.value,
    hasStart: await has(folder, "start.sh"),
    hasStop: await has(folder, "stop.sh"),
    kept: new InstanceCache(),
  };
}
