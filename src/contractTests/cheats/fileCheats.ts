import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import nodePath, { join, resolve } from "node:path";
import { pathBelow } from "../../text/pathBelow";
import type { Value } from "./abiCode";
import { type CheatCall, type CheatCode, define, numberAt, order, textAt } from "./cheatCode";
import { CheatError } from "./cheatError";

const largestFile = 16 * 1024 * 1024;
const mostEntries = 10_000;

const isOutside = (root: string, path: string): boolean =>
  path !== root && pathBelow(root, path, nodePath) === undefined;

/** A file of the project. @throws CheatError for one outside of it. */
function inProject({ ground: { root } }: CheatCall, path: string): string {
  const full = resolve(root, path);
  // a link in the project leads wherever whoever wrote the project wants
  const leadsOut = existsSync(full) && isOutside(realpathSync(root), realpathSync(full));
  if (leadsOut || isOutside(resolve(root), full)) {
    throw new CheatError(`the path ${path} is not allowed to be accessed: it is outside of the project`);
  }
  return full;
}

function readProjectFile(call: CheatCall, path: string): Buffer {
  const full = inProject(call, path);
  if (!existsSync(full) || !statSync(full).isFile()) throw new CheatError(`failed to read ${path}: no such file`);
  if (statSync(full).size > largestFile) throw new CheatError(`failed to read ${path}: it is too large`);
  return readFileSync(full);
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
function entries(call: CheatCall, path: string, depth: bigint): Value[] {
  const found: Value[] = [];
  const look = (folder: string, level: bigint): void => {
    for (const name of readdirSync(folder).sort()) {
      const full = join(folder, name);
      const status = lstatSync(full);
      found.push(["", full, level, status.isDirectory(), status.isSymbolicLink()]);
      if (found.length > mostEntries) throw new CheatError(`the folder ${path} holds too much`);
      if (status.isDirectory() && level < depth) look(full, level + 1n);
    }
  };
  const full = inProject(call, path);
  if (!existsSync(full) || !statSync(full).isDirectory())
    throw new CheatError(`failed to read ${path}: no such folder`);
  look(full, 1n);
  return found;
}

function metadata(call: CheatCall, path: string): Value[] {
  const full = inProject(call, path);
  if (!existsSync(full)) throw new CheatError(`failed to read ${path}: no such file`);
  const { mode, size, mtimeMs, atimeMs, birthtimeMs } = statSync(full);
  const link = lstatSync(full);
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
  define("projectRoot()", "string", ({ ground }) => [ground.root]),
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
  define("exists(string)", "bool", (call, args) => [existsSync(inProject(call, textAt(args, 0)))]),
  define("isFile(string)", "bool", (call, args) => {
    const path = inProject(call, textAt(args, 0));
    return [existsSync(path) && statSync(path).isFile()];
  }),
  define("isDir(string)", "bool", (call, args) => {
    const path = inProject(call, textAt(args, 0));
    return [existsSync(path) && statSync(path).isDirectory()];
  }),
];
