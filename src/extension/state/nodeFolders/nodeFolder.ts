import { basename } from "node:path/posix";
import * as vscode from "vscode";
import type { AnalysisContext, KnownNode } from "../../../nodeConfig/analysis/analysisContext";
import { resolveEvaluation } from "../../../nodeConfig/analysis/evaluation";
import { type IniDocument, parseDocument } from "../../../nodeConfig/document/iniDocument";
import { type AccessLists, readAccessLists } from "../../../nodeConfig/lists/accessLists";
import { type ReloadMethod, reloadMethod } from "../../../nodeConfig/lists/reloadMethod";
import { identityInFile, startedVersion } from "../../../nodeConfig/nodeFolderFacts";
import { looksLikeNodeConfig } from "../../../nodeConfig/recognizeNodeConfig";
import { mostBytes, readEnd, readIfSmall } from "../../kit/files/readFile";
import { setting } from "../../kit/settings/settings";

/** A node folder of the workspace and what its files say (docs/protocol/connection-profiles.md). */
export interface NodeFolder {
  readonly uri: vscode.Uri;
  readonly name: string;
  /** Name below the workspace, for telling folders of one name apart. */
  readonly place: string;
  readonly node: KnownNode;
  readonly document: IniDocument;
  readonly context: AnalysisContext;
  readonly lists: AccessLists;
  readonly version: string;
  readonly reload: ReloadMethod;
  readonly p2pPort: number | undefined;
  /** Where the node can be found listening: its P2P port, or the RPC port of a service without one. */
  readonly listens: { readonly host: string; readonly port: number } | undefined;
  /** The host whose folder this is, by the name that the chain builder gives it. */
  readonly host: string;
  readonly rpcPort: number | undefined;
  /** Where its RPC is reached from this machine. */
  readonly rpcListens: { readonly host: string; readonly port: number } | undefined;
  readonly rpcTls: boolean;
  readonly group: string | undefined;
  readonly hasStart: boolean;
  readonly hasStop: boolean;
}

/** The version stands in the banner of each start: the end of what a node printed has the last one, unless it has printed much since. */
const startedBytes = 4 * 1024 * 1024;

/** The text of a small file of a node folder, as it stands in the editor where it is open. */
export async function readText(uri: vscode.Uri): Promise<string | undefined> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open) return open.getText();
  return readIfSmall(uri, mostBytes.configuration);
}

async function identity(folder: vscode.Uri, name: string, digits: 128 | 512): Promise<string | undefined> {
  return identityInFile(await readText(vscode.Uri.joinPath(folder, "conf", name)), digits);
}

async function identities(folder: vscode.Uri): Promise<KnownNode> {
  const [consensusId, tlsId, smTlsId] = await Promise.all([
    identity(folder, "node.nodeid", 128),
    identity(folder, "ssl.nodeid", 512),
    identity(folder, "sm_ssl.nodeid", 128),
  ]);
  return {
    name: basename(folder.path),
    ...(consensusId ? { consensusId } : {}),
    ...(tlsId ? { tlsId } : {}),
    ...(smTlsId ? { smTlsId } : {}),
  };
}

/** Value of `key` in `[section]`, plain: what a view shows needs none of the node's conversions. */
function plainValue(text: string, section: string, key: string): string | undefined {
  let here = "";
  for (const whole of text.split("\n")) {
    const line = whole.trim();
    const close = line.startsWith("[") ? line.indexOf("]") : -1;
    if (close > 0) here = line.slice(1, close).trim();
    else if (here === section) {
      const equals = line.indexOf("=");
      if (equals > 0 && line.slice(0, equals).trim() === key) return line.slice(equals + 1).trim();
    }
  }
  return undefined;
}

const port = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : undefined;

/** The address and port of a section, as they are reached from this machine. */
function listens(text: string, section: string): { host: string; port: number } | undefined {
  const number = port(plainValue(text, section, "listen_port"));
  const ip = plainValue(text, section, "listen_ip") ?? "";
  const everywhere = ip === "" || ip === "0.0.0.0" || ip === "::";
  return number === undefined ? undefined : { host: everywhere ? "127.0.0.1" : ip, port: number };
}

const has = async (folder: vscode.Uri, name: string): Promise<boolean> =>
  vscode.workspace.fs.stat(vscode.Uri.joinPath(folder, name)).then(
    () => true,
    () => false,
  );

/** The folder of that config.ini; undefined when the file is not a node's. */
export async function readNodeFolder(config: vscode.Uri): Promise<NodeFolder | undefined> {
  const folder = vscode.Uri.joinPath(config, "..");
  const text = await readText(config);
  if (text === undefined) return undefined;
  const genesis = (await readText(vscode.Uri.joinPath(folder, "config.genesis"))) ?? "";
  if (!looksLikeNodeConfig(text, "config.ini") && !looksLikeNodeConfig(genesis, "config.genesis")) return undefined;
  const chosen = setting("nodeConfig.nodeVersion");
  const told =
    chosen === "auto" ? startedVersion(await readEnd(vscode.Uri.joinPath(folder, "nohup.out"), startedBytes)) : chosen;
  const node = await identities(folder);
  const document = parseDocument(text);
  const length = setting("accessList.identityLength");
  const context: AnalysisContext = {
    identityLength: length === "128" ? 128 : length === "512" ? 512 : "auto",
    own: node,
    ...(told ? { nodeVersion: told } : {}),
  };
  const { version, role } = resolveEvaluation(document, context);
  const enableSsl = plainValue(text, "rpc", "enable_ssl");
  const group = plainValue(genesis, "chain", "group_id");
  return {
    uri: folder,
    name: node.name,
    place: vscode.workspace.asRelativePath(folder),
    node,
    document,
    context,
    lists: readAccessLists(document, context),
    version,
    reload: reloadMethod(version, role),
    p2pPort: port(plainValue(text, "p2p", "listen_port")),
    listens: listens(text, "p2p") ?? listens(text, "rpc"),
    host: basename(vscode.Uri.joinPath(folder, "..").path),
    rpcPort: port(plainValue(text, "rpc", "listen_port")),
    rpcListens: listens(text, "rpc"),
    rpcTls: enableSsl === undefined ? plainValue(text, "rpc", "disable_ssl") !== "true" : enableSsl !== "false",
    group,
    hasStart: await has(folder, "start.sh"),
    hasStop: await has(folder, "stop.sh"),
  };
}
