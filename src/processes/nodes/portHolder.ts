import { execFile } from "node:child_process";
import { readdir, readFile, readlink } from "node:fs/promises";
import { isIPv4 } from "node:net";
import { resolve } from "node:path";
import { promisify } from "node:util";

/** The process that listens on a port of this machine. */
export interface PortHolder {
  readonly pid: number;
  /** The file of its program; undefined where the system does not tell. */
  readonly program: string | undefined;
  /** Where it runs; undefined where the system does not tell. */
  readonly directory: string | undefined;
  /** The words it was started with, the program's first; empty where the system does not tell. */
  readonly words: readonly string[];
  /** It was halted (SIGSTOP, a debugger): its ports stay open and nothing answers. */
  readonly halted: boolean;
}

/** `nobody` where nothing listens; `unknown` where something does and the system does not tell who, or has no way to tell. */
export type PortHolding = PortHolder | "nobody" | "unknown";

const run = promisify(execFile);

/** How long a tool of the system may take to tell. */
const toolMs = 5000;

/** The state of a socket that listens, in /proc/net/tcp. */
const listening = "0A";

/** An IPv4 address as /proc/net/tcp has it: the four bytes from the last to the first. */
const procAddress = (host: string): string =>
  host
    .split(".")
    .map((part) => Number(part).toString(16).padStart(2, "0"))
    .reverse()
    .join("")
    .toUpperCase();

/** The sockets that listen on the port there, by inode, from the text of /proc/net/tcp or tcp6. */
export function listeningSockets(table: string, host: string, port: number): string[] {
  const wanted = isIPv4(host) ? procAddress(host) : undefined;
  const hexPort = port.toString(16).toUpperCase().padStart(4, "0");
  return table.split("\n").flatMap((line) => {
    const [, local = "", , state, , , , , , inode] = line.trim().split(/\s+/u);
    const [address = "", itsPort] = local.split(":");
    if (state !== listening || itsPort !== hexPort || inode === undefined) return [];
    const everywhere = /^0+$/u.test(address);
    return everywhere || wanted === undefined || address.endsWith(wanted) ? [inode] : [];
  });
}

/** Who had a socket when it was looked for last: all descriptors of the machine are read for a new socket only. */
const known = new Map<string, { pid: number; descriptor: string }>();

const linkOf = (path: string): Promise<string | undefined> => readlink(path).catch(() => undefined);

async function ownerOf(inode: string): Promise<number | undefined> {
  const socket = `socket:[${inode}]`;
  const before = known.get(inode);
  if (before && (await linkOf(before.descriptor)) === socket) return before.pid;
  known.clear();
  for (const name of await readdir("/proc").catch(() => [])) {
    if (!/^\d+$/u.test(name)) continue;
    for (const descriptor of await readdir(`/proc/${name}/fd`).catch(() => [])) {
      const path = `/proc/${name}/fd/${descriptor}`;
      const link = await linkOf(path);
      if (link?.startsWith("socket:[")) known.set(link.slice(8, -1), { pid: Number(name), descriptor: path });
    }
  }
  return known.get(inode)?.pid;
}

/** A process by what /proc says; undefined when it has ended. */
async function linuxProcess(pid: number): Promise<PortHolder | undefined> {
  const [words, stat, directory, program] = await Promise.all([
    readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => ""),
    readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined),
    linkOf(`/proc/${pid}/cwd`),
    linkOf(`/proc/${pid}/exe`),
  ]);
  if (stat === undefined) return undefined;
  // The name in parentheses may hold anything; the state follows the last one.
  const state = stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3);
  return {
    pid,
    program: program?.replace(/ \(deleted\)$/u, ""),
    directory: directory?.replace(/ \(deleted\)$/u, ""),
    words: words.split("\0").slice(0, -1),
    halted: state === "T" || state === "t",
  };
}

async function onLinux(host: string, port: number): Promise<PortHolding> {
  const tables = await Promise.all(
    ["/proc/net/tcp", "/proc/net/tcp6"].map((path) => readFile(path, "utf8").catch(() => "")),
  );
  const inodes = tables.flatMap((table) => listeningSockets(table, host, port));
  for (const inode of inodes) {
    const pid = await ownerOf(inode);
    const found = pid === undefined ? undefined : await linuxProcess(pid);
    if (found) return found;
  }
  return inodes.length === 0 ? "nobody" : "unknown";
}

/** The value of a field in the answer of `lsof -F`, which has one a line, its letter first. */
export const lsofField = (answer: string, letter: string): string | undefined =>
  answer
    .split("\n")
    .find((line) => line.startsWith(letter))
    ?.slice(1);

async function withLsof(port: number): Promise<PortHolding> {
  const ask = async (program: string, ...words: string[]): Promise<string> =>
    (await run(program, words, { timeout: toolMs })).stdout;
  const found = await ask("lsof", "-nP", `-iTCP:${port}`, "-sTCP:LISTEN", "-Fp").catch(() => undefined);
  const pid = Number(lsofField(found ?? "", "p"));
  if (!Number.isInteger(pid) || pid <= 0) return "unknown";
  const [directory, program, state] = await Promise.all([
    ask("lsof", "-a", "-p", String(pid), "-d", "cwd", "-Fn").catch(() => ""),
    ask("ps", "-o", "comm=", "-p", String(pid)).catch(() => ""),
    ask("ps", "-o", "stat=", "-p", String(pid)).catch(() => ""),
  ]);
  const words = (await ask("ps", "-o", "args=", "-p", String(pid)).catch(() => "")).trim();
  return {
    pid,
    program: program.trim() || undefined,
    directory: lsofField(directory, "n"),
    words: words === "" ? [] : words.split(" "),
    halted: state.trim().startsWith("T"),
  };
}

/** Who listens on that address of this machine. Windows does not tell where a process runs, so there it is never known. */
export async function portHolder(host: string, port: number, platform = process.platform): Promise<PortHolding> {
  if (platform === "linux") return onLinux(host, port);
  return platform === "win32" ? "unknown" : withLsof(port);
}

/**
 * The folders whose node the process may be: that of the configuration it was started with, else where it runs. Undefined where the
 * system does not tell.
 */
export function nodeDirectoryOf({ directory, words }: PortHolder): string | undefined {
  if (directory === undefined) return undefined;
  const option = words.findIndex((word) => word === "-c" || word === "--config");
  const config = words[option + 1];
  return option > 0 && config !== undefined ? resolve(directory, config, "..") : directory;
}
