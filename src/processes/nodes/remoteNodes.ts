// Nodes on other hosts, by the system's own ssh: which command does what. Nothing is run here.
import { isJsonObject } from "../../text/limits/boundedJson";

/** A host, as its user names it: never as a repository does. */
export interface RemoteHost {
  /** The only one of its list with this name. */
  readonly name: string;
  /** For ssh: `ops@10.0.0.1`, or a name of the user's own ssh settings. */
  readonly ssh: string;
  readonly port: number | undefined;
  /** File with the key; undefined: as ssh finds it. */
  readonly identity: string | undefined;
  /** Folders of nodes on the host, by name. */
  readonly nodes: ReadonlyMap<string, string>;
}

/** What can be done with a node. */
export const remoteActions = ["start", "stop", "status", "logs"] as const;
export type RemoteAction = (typeof remoteActions)[number];

/** A word that ssh can't take for an option, and that names a host. */
const sshName = /^[A-Za-z0-9_](?:[A-Za-z0-9_.@:%-]{0,253})$/;
const nodeName = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/;
/** Absolute, and without characters that end a line. */
const folderPath = /^\/[^\0-\u001f]{0,1000}$/;

/** What of a list of hosts can't be used; in words that name the entry. */
export class WrongHosts extends Error {
  /** @param entry what is wrong: the place in the file, such as `hosts[0].ssh` */
  constructor(readonly entry: string) {
    super(entry);
  }
}

/**
 * Reads a list of hosts: `{ "hosts": [{ "name", "ssh", "port"?, "identity"?, "nodes": { NAME: FOLDER } }] }`.
 * @throws WrongHosts for the first part that isn't as it has to be
 */
export function readRemoteHosts(value: unknown): RemoteHost[] {
  const list = isJsonObject(value) ? value["hosts"] : undefined;
  if (!Array.isArray(list) || list.length > 1000) throw new WrongHosts("hosts");
  const names = new Set<string>();
  return list.map((each: unknown, place): RemoteHost => {
    const at = `hosts[${place}]`;
    const { name, ssh, port, identity, nodes } = isJsonObject(each) ? each : {};
    if (typeof name !== "string" || !nodeName.test(name) || names.has(name)) throw new WrongHosts(`${at}.name`);
    names.add(name);
    if (typeof ssh !== "string" || !sshName.test(ssh)) throw new WrongHosts(`${at}.ssh`);
    const isPort = port === undefined || (Number.isInteger(port) && Number(port) > 0 && Number(port) <= 65_535);
    if (!isPort) throw new WrongHosts(`${at}.port`);
    if (identity !== undefined && (typeof identity !== "string" || identity === "" || identity.startsWith("-")))
      throw new WrongHosts(`${at}.identity`);
    if (!isJsonObject(nodes)) throw new WrongHosts(`${at}.nodes`);
    const folders = Object.entries(nodes).map(([node, folder]): readonly [string, string] => {
      if (!nodeName.test(node) || typeof folder !== "string" || !folderPath.test(folder))
        throw new WrongHosts(`${at}.nodes.${node}`);
      return [node, folder];
    });
    return { name, ssh, port: port === undefined ? undefined : Number(port), identity, nodes: new Map(folders) };
  });
}

/** A word as a POSIX shell takes it whole, whatever stands in it. */
export const shellWord = (word: string): string =>
  /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** Lines of a log at the beginning. */
const usualLines = 200;

/** What the shell of the host runs. ssh hands it over as one text, so that each word is quoted for that shell. */
function remoteScript(action: RemoteAction, folder: string, { lines = usualLines, follow = false }): string {
  const place = shellWord(folder);
  switch (action) {
    case "start":
      return `cd ${place} && bash start.sh`;
    case "stop":
      return `cd ${place} && bash stop.sh`;
    case "status":
      return `cd ${place} && pid=$(pgrep -f -- ${shellWord(`^${folder.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}/`)} || true) && echo "$pid"`;
    case "logs":
      return `cd ${place}/log && tail -n ${lines} ${follow ? "-F " : ""}-- "$(ls -t -- *.log | head -n 1)"`;
  }
}

/** A program with its arguments, none of which a shell of this machine sees. */
export interface RemoteCommand {
  readonly program: "ssh";
  readonly args: readonly string[];
  /** As a person could type it: what is shown before it runs. */
  readonly shown: string;
}

/** The command that does something with a node of a host. @param folder of `host.nodes` */
export function remoteCommand(
  host: RemoteHost,
  folder: string,
  action: RemoteAction,
  options: { readonly lines?: number; readonly follow?: boolean } = {},
): RemoteCommand {
  const args = [
    // a password that is asked for would wait unseen; a host that isn't known is refused
    ...["-o", "BatchMode=yes", "-o", "ConnectTimeout=10", "-o", "StrictHostKeyChecking=yes"],
    ...(host.port === undefined ? [] : ["-p", String(host.port)]),
    ...(host.identity === undefined ? [] : ["-i", host.identity]),
    "--",
    host.ssh,
    remoteScript(action, folder, options),
  ];
  return { program: "ssh", args, shown: ["ssh", ...args].map(shellWord).join(" ") };
}
