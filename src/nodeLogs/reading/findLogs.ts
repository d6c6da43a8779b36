import { basename, dirname, join, resolve } from "node:path";
import { listNamed, lookNow, statIfAny } from "../../files/look";
import { givenPath, type NamedPath, namedPath } from "../../files/namedPath";
import { maxBytes, readTextIn } from "../../files/regularFile";
import { distinctNames } from "../../text/distinctNames";
import { firstTime, type LogFile, type TimeRange } from "./logFile";

/** The log of a node: its files, the oldest first. */
export interface NodeLogs {
  readonly name: string;
  /** Where the node's own folder is, where the log lies in one. */
  readonly folder: string | undefined;
  readonly files: readonly LogFile[];
}

const deepest = 6;
const maxFiles = 20_000;
const maxFolders = 20_000;

/** Where the ending of a log begins: `log_2026112309.18.log`, `node0.log.gz`, `log_2026112309.18.log.1`; -1 for another file. */
function logEnding(name: string): number {
  const at = name.toLowerCase().lastIndexOf(".log");
  const rest = at < 0 ? "x" : name.slice(at + ".log".length);
  return rest === "" || /^\.[\w.-]{1,30}$/.test(rest) ? at : -1;
}

const isLog = (name: string): boolean => logEnding(name) >= 0 && !/\.(?:zip|xz|bz2|zst)$/i.test(name);

/** Files that a node names by their time belong to the folder; others say by their name whose they are. */
function ownName(file: string): string | undefined {
  if (/^(?:log|stat|event)?_?\d{6}/i.test(file)) return undefined;
  const end = logEnding(file);
  return end <= 0 ? file : file.slice(0, end);
}

/** What was found so far, and the folders that were looked into, by where they really are: none twice, whatever links lead there. */
interface Search {
  readonly files: string[];
  readonly folders: Set<string>;
  /** Whose logs lie in a folder outside the node's own. */
  readonly owners: Map<string, string>;
}

function realFolder(folder: NamedPath): string | undefined {
  try {
    return lookNow.real(folder);
  } catch {
    return undefined;
  }
}

/**
 * A folder with logs behind a link: one to another disk is usual for logs, and only for them. Where it leads to another computer it isn't
 * followed, and on Windows, where looking is logging on there, none is.
 */
const linkedLogs = (name: string, folder: string): NamedPath | undefined =>
  process.platform !== "win32" && /^logs?$/i.test(name) ? namedPath(name, folder) : undefined;

async function filesBelow(folder: NamedPath, depth: number, search: Search): Promise<void> {
  const real = realFolder(folder);
  if (real === undefined || search.folders.has(real) || search.folders.size >= maxFolders) return;
  search.folders.add(real);
  const entries = await listNamed(folder);
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    if (search.files.length >= maxFiles) return;
    const path = join(folder, entry.name);
    if (entry.isFile() && isLog(entry.name)) search.files.push(path);
    const below = entry.isDirectory()
      ? givenPath(path)
      : entry.isSymbolicLink()
        ? linkedLogs(entry.name, folder)
        : undefined;
    if (below !== undefined && depth < deepest && entry.name !== "node_modules")
      await filesBelow(below, depth + 1, search);
  }
  if (entries.some(({ name }) => name === "config.ini")) await filesElsewhere(folder, search);
}

/** Logs that a node writes outside its folder, as its config.ini says; other programs may write there, too. */
async function filesElsewhere(node: NamedPath, search: Search): Promise<void> {
  for (const named of await logFolders(node)) {
    const logs = namedPath(named, node);
    const real = logs && realFolder(logs);
    if (real === undefined || search.folders.has(real) || search.folders.size >= maxFolders) continue;
    search.folders.add(real);
    search.owners.set(logs as string, node);
    for (const entry of await listNamed(logs as NamedPath))
      if (entry.isFile() && isLog(entry.name) && ownName(entry.name) === undefined)
        search.files.push(join(logs as string, entry.name));
  }
}

/** How far below its folder a node may write logs: `log/info`. */
const deepestLogs = 3;

/** What the config.ini of a folder names for logs, and for those that are full. */
async function logFolders(folder: string): Promise<string[]> {
  const config = await readTextIn(folder, "config.ini", maxBytes.configuration);
  if (config === undefined) return [];
  const { parseDocument } = await import("../../nodeConfig/document/iniDocument");
  const document = parseDocument(config);
  return ["log_path", "archive_path"].map((key) => document.find("log", key)?.value ?? "").filter(Boolean);
}

/** The node that writes its logs into a folder: by the `log_path` of a config.ini above, else by the folder's name. */
async function nodeOf(logs: string): Promise<string> {
  let above = dirname(logs);
  for (let depth = 0; depth < deepestLogs && above !== dirname(above); depth++, above = dirname(above)) {
    if ((await logFolders(above)).some((named) => resolve(above, named) === resolve(logs))) return above;
  }
  return /^logs?$/i.test(basename(logs)) ? dirname(logs) : logs;
}

/** What tells nodes apart: the folder, and the name of a file that isn't named by its time. */
async function ownerOf(
  path: string,
  nodeOfFolder: (logs: string) => Promise<string>,
): Promise<{ readonly key: string; readonly label: string; readonly folder: string | undefined }> {
  const folder = dirname(path);
  const own = ownName(basename(path));
  if (own !== undefined) return { key: join(folder, own), label: join(folder, own), folder: undefined };
  const node = await nodeOfFolder(folder);
  return { key: node, label: node, folder: node };
}

/** The files of a node in the order in which it wrote them, those alone that may have something of a range. */
async function inOrder(files: readonly LogFile[], { from, to }: TimeRange): Promise<LogFile[]> {
  const timed: { readonly file: LogFile; readonly first: number }[] = [];
  for (const file of files) {
    const first = await firstTime(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "EACCES" || error.code === "EPERM") throw error;
      return undefined; // it was moved away just now
    });
    // a file that says no time holds no line of a node
    if (first !== undefined) timed.push({ file, first });
  }
  timed.sort((one, other) => one.first - other.first || (one.file.path < other.file.path ? -1 : 1));
  return timed
    .filter(({ first }, place) => {
      const next = timed[place + 1]?.first;
      // where the next file begins before the range, this one ends before it
      return (to === undefined || first <= to) && (from === undefined || next === undefined || next >= from);
    })
    .map(({ file }) => file);
}

/**
 * The logs that lie below folders, and those that are named, by node. A node's own folder, or the name of the file, names the node.
 * @param paths of this machine, as the person gave them
 * @throws the system's error for one of them that isn't there, and for what may not be read
 */
export async function findLogs(paths: readonly string[], range: TimeRange): Promise<NodeLogs[]> {
  const search: Search = { files: [], folders: new Set(), owners: new Map() };
  for (const path of paths) {
    const whole = givenPath(resolve(path));
    const facts = lookNow.stat(whole);
    if (facts.isFile()) search.files.push(whole);
    else if (facts.isDirectory()) {
      lookNow.names(whole);
      await filesBelow(whole, 0, search);
    }
  }
  const nodes = new Map<string, { folder: string | undefined; label: string; files: LogFile[] }>();
  const known = new Map<string, Promise<string>>();
  const nodeOfFolder = (logs: string): Promise<string> => {
    const elsewhere = search.owners.get(logs);
    const node = known.get(logs) ?? (elsewhere === undefined ? nodeOf(logs) : Promise.resolve(elsewhere));
    known.set(logs, node);
    return node;
  };
  for (const path of new Set(search.files)) {
    const { key, label, folder } = await ownerOf(path, nodeOfFolder);
    const node = nodes.get(key) ?? { folder, label, files: [] };
    const size = (await statIfAny(givenPath(path)))?.size ?? 0;
    node.files.push({ path: givenPath(path), packed: /\.gz$/i.test(path), size });
    nodes.set(key, node);
  }
  const each = [...nodes.values()];
  const names = distinctNames(each.map(({ label }) => label));
  const logs = await Promise.all(
    each.map(async ({ folder, files, label }, place) => ({
      name: names[place] ?? basename(label),
      folder,
      files: await inOrder(files, range),
    })),
  );
  return logs.filter(({ files }) => files.length > 0).sort((one, other) => (one.name < other.name ? -1 : 1));
}
