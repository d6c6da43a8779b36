import nodePath, { dirname, join, resolve } from "node:path";
import { isThere, lookNow } from "../../files/look";
import { givenPath, type NamedPath, namedPath } from "../../files/namedPath";
import { readRegularFileSync } from "../../files/regularFile";
import { pathBelow } from "../../text/pathBelow";
import { isSharedFolder, sharedContent, sharedKind } from "../../text/sharedContent";
import type { AbiValue } from "./abiCode";
import { type CheatCall, type CheatCode, define, numberAt, order, textAt } from "./cheatCode";
import { CheatError } from "./cheatError";

const maxFile = 16 * 1024 * 1024;
const maxEntries = 10_000;

const isOutside = (root: string, path: string): boolean =>
  path !== root && pathBelow(root, path, nodePath) === undefined;

/** Whether a link leads out of the project, to what is there or not: the project's authors learn neither. */
function leadsOut(root: string, at: NamedPath): boolean {
  try {
    lookNow.link(at);
  } catch {
    return at !== root && leadsOut(root, givenPath(dirname(at)));
  }
  return !isThere(at) || isOutside(lookNow.real(givenPath(root)), lookNow.real(at));
}

/** A file of the project. @throws CheatError for one outside of it. */
function inProject({ context: { root } }: CheatCall, path: string): NamedPath {
  const full = namedPath(path, root);
  if (full === undefined || isOutside(resolve(root), full) || leadsOut(root, full)) {
    throw new CheatError(`the path ${path} is not allowed to be accessed: it is outside of the project`);
  }
  return full;
}

/** Whether a test may learn that there is such a file or folder: who learns only what contracts are made of learns no name of another. */
function mayLearn({ root, onlySources }: CheatCall["context"], full: NamedPath): boolean {
  if (!onlySources || !isThere(full)) return true;
  const below = pathBelow(lookNow.real(givenPath(root)), lookNow.real(full), nodePath);
  if (below === undefined) return true; // the project itself
  return lookNow.stat(full).isDirectory() ? isSharedFolder(below) : sharedKind(below) !== undefined;
}

/** A file of the project, undefined where there is none for this test. @throws CheatError for one outside of it */
function learnt(call: CheatCall, path: string): NamedPath | undefined {
  const full = inProject(call, path);
  return isThere(full) && mayLearn(call.context, full) ? full : undefined;
}

/** For who learns only what contracts are made of: whether a file is that is decided by its real path and by what it holds. */
function readShared(root: string, full: NamedPath, path: string): Buffer {
  const real = isThere(full) && lookNow.stat(full).isFile() ? lookNow.real(full) : undefined;
  const kind = real && sharedKind(pathBelow(lookNow.real(givenPath(root)), real, nodePath) ?? "");
  const content =
    real && (kind === "solidity" || kind === "artifact")
      ? sharedContent(kind, readRegularFileSync(givenPath(real), maxFile).toString("utf8"))
      : undefined;
  if (content === undefined)
    throw new CheatError(`the path ${path} is not allowed to be accessed: it is no source or artifact`);
  return Buffer.from(content);
}

function readProjectFile(call: CheatCall, path: string): Buffer {
  const full = inProject(call, path);
  const { root, onlySources } = call.context;
  if (onlySources) return readShared(root, full, path);
  if (!isThere(full) || !lookNow.stat(full).isFile()) throw new CheatError(`failed to read ${path}: no such file`);
  if (lookNow.stat(full).size > maxFile) throw new CheatError(`failed to read ${path}: it is too large`);
  return readRegularFileSync(full, maxFile);
}

/** The next line of a file, without its end; empty behind the last. */
function readLine(call: CheatCall, path: string): string {
  const full = inProject(call, path);
  const lines = readProjectFile(call, path).toString("utf8").split("\n");
  const at = call.state.openFiles.get(full) ?? 0;
  call.state.openFiles.set(full, at + 1);
  const line = lines[at] ?? "";
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

/** Entries of a folder, in the order of their names, so deep as is asked for. */
function entries(call: CheatCall, path: string, depth: bigint): AbiValue[] {
  const found: AbiValue[] = [];
  const look = (folder: NamedPath, level: bigint): void => {
    for (const name of lookNow.names(folder).sort()) {
      const full = givenPath(join(folder, name));
      if (call.context.onlySources && (leadsOut(call.context.root, full) || !mayLearn(call.context, full))) continue;
      const status = lookNow.link(full);
      found.push(["", full, level, status.isDirectory(), status.isSymbolicLink()]);
      if (found.length > maxEntries) throw new CheatError(`the folder ${path} holds too much`);
      if (status.isDirectory() && level < depth) look(full, level + 1n);
    }
  };
  const full = learnt(call, path);
  if (!full || !lookNow.stat(full).isDirectory()) throw new CheatError(`failed to read ${path}: no such folder`);
  look(full, 1n);
  return found;
}

function metadata(call: CheatCall, path: string): AbiValue[] {
  const full = learnt(call, path);
  if (!full) throw new CheatError(`failed to read ${path}: no such file`);
  const { mode, size, mtimeMs, atimeMs, birthtimeMs } = lookNow.stat(full);
  const link = lookNow.link(full);
  const seconds = (ms: number): bigint => BigInt(Math.floor(ms / 1000));
  return [
    link.isDirectory(),
    link.isSymbolicLink(),
    BigInt(size),
    (mode & 0o222) === 0,
    seconds(mtimeMs),
    seconds(atimeMs),
    seconds(birthtimeMs),
  ];
}

const entry = "(string,string,uint64,bool,bool)[]";

/** Files of the project, to read. */
export const fileCheats: readonly CheatCode[] = [
  define("projectRoot()", "string", ({ context }) => [context.root]),
  define("readFile(string)", "string", (call, args) => [readProjectFile(call, textAt(args, 0)).toString("utf8")]),
  define("readFileBinary(string)", "bytes", (call, args) => [new Uint8Array(readProjectFile(call, textAt(args, 0)))]),
  define("readLine(string)", "string", (call, args) => [readLine(call, textAt(args, 0))]),
  order("closeFile(string)", (call, args) => call.state.openFiles.delete(inProject(call, textAt(args, 0)))),
  define("readDir(string)", entry, (call, args) => [entries(call, textAt(args, 0), 1n)]),
  define("readDir(string,uint64)", entry, (call, args) => [entries(call, textAt(args, 0), numberAt(args, 1))]),
  define("readDir(string,uint64,bool)", entry, (call, args) => [entries(call, textAt(args, 0), numberAt(args, 1))]),
  define("fsMetadata(string)", "(bool,bool,uint256,bool,uint256,uint256,uint256)", (call, args) => [
    metadata(call, textAt(args, 0)),
  ]),
  define("exists(string)", "bool", (call, args) => [learnt(call, textAt(args, 0)) !== undefined]),
  define("isFile(string)", "bool", (call, args) => {
    const path = learnt(call, textAt(args, 0));
    return [path !== undefined && lookNow.stat(path).isFile()];
  }),
  define("isDir(string)", "bool", (call, args) => {
    const path = learnt(call, textAt(args, 0));
    return [path !== undefined && lookNow.stat(path).isDirectory()];
  }),
];
