import { execFile, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { constants, createReadStream } from "node:fs";
import { chmod, chown, copyFile, link, lstat, open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ChainError } from "../../errors/chainError";
import { t } from "../../text/catalogue";

/** How long a program may take to print its release. */
const versionMs = 10_000;
const maxVersionBytes = 64 * 1024;

const programName = process.platform === "win32" ? "fisco-bcos.exe" : "fisco-bcos";

const isFile = async (path: string): Promise<boolean> => (await lstat(path).catch(() => undefined))?.isFile() === true;

/**
 * The program of a node: in its folder, else beside it, where the chain builder leaves one for all nodes of a host.
 * @throws ChainError usage `noNodeProgram` for a folder without one; a link is none: what it leads to may be others'
 */
export async function programOf(folder: string): Promise<string> {
  for (const place of [folder, dirname(folder)]) {
    const path = join(place, programName);
    if (await isFile(path)) return path;
  }
  throw new ChainError({
    kind: "usage",
    code: "noNodeProgram",
    message: t("No program {0} lies in {1} or beside it.", programName, folder),
    advice: t("Replace the program by hand: a link, a container, and a service manager are left alone."),
    details: { folder },
  });
}

/** SHA-256 of a file, 64 hex digits. @throws Error of the file system */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest("hex");
}

/** The release that a program prints, without `v`; undefined where it prints none. It is run for that. */
export function releaseOf(program: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = { timeout: versionMs, maxBuffer: maxVersionBytes, cwd: dirname(program) };
    execFile(program, ["-v"], options, (_, printed) => {
      resolve(/FISCO BCOS Version\s*:\s*v?(\d{1,4}\.\d{1,4}\.\d{1,4})/.exec(printed)?.[1]);
    });
  });
}

/** A new program that takes the place of another, which is kept under another name. Nothing is ever removed but unneeded copies. */
export class PlacedProgram {
  readonly #place: string;
  readonly #source: string;
  readonly #sha256: string;
  readonly #staged: string;
  #kept: string | undefined;

  /** @param names what the old and the new one are called when they aren't in the place: `fisco-bcos-3.16.4` */
  constructor(
    place: string,
    private readonly names: { readonly old: string; readonly new: string },
    { path, sha256 }: { readonly path: string; readonly sha256: string },
  ) {
    this.#place = place;
    this.#source = path;
    this.#sha256 = sha256;
    this.#staged = `${place}.${randomBytes(8).toString("hex")}.part`;
  }

  /** Where the old one is while the new one is in its place. */
  get kept(): string | undefined {
    return this.#kept;
  }

  /** Copies it whole beside the present one, with its rights. @throws Error of the file system; ChainError `otherProgram` */
  async stage(): Promise<void> {
    if (this.#kept !== undefined || (await isFile(this.#staged))) return;
    const { mode, uid, gid } = await stat(this.#place);
    try {
      await copyFile(this.#source, this.#staged, constants.COPYFILE_EXCL);
      await chmod(this.#staged, mode | 0o500);
      if (process.getuid !== undefined && uid !== process.getuid()) await chown(this.#staged, uid, gid);
      const file = await open(this.#staged, "r");
      await file.sync().finally(() => file.close());
    } catch (error) {
      await this.discard();
      throw error;
    }
    // it is the one that was agreed to, also where its file was written meanwhile
    if ((await sha256Of(this.#staged)) === this.#sha256) return;
    await this.discard();
    throw new ChainError({
      kind: "usage",
      code: "otherProgram",
      message: t("The new program changed while it was copied."),
      advice: t("Wait until it's written, and begin again."),
      details: { path: this.#source },
    });
  }

  async discard(): Promise<void> {
    await rm(this.#staged, { force: true });
  }

  /** @throws Error of the file system: then the old one is in its place */
  async place(): Promise<void> {
    if (this.#kept !== undefined) return;
    const kept = await freeName(this.#place, this.names.old);
    await rename(this.#place, kept);
    try {
      await rename(this.#staged, this.#place);
    } catch (error) {
      await rename(kept, this.#place);
      throw error;
    }
    this.#kept = kept;
  }

  /** Does nothing where the old one is in its place. @throws Error of the file system */
  async takeBack(): Promise<void> {
    await this.discard();
    if (this.#kept === undefined) return;
    // the new one keeps a name: nodes that run it may not have come back
    const aside = await freeName(this.#place, this.names.new);
    await link(this.#place, aside).catch(() => rename(this.#place, aside));
    await rename(this.#kept, this.#place);
    this.#kept = undefined;
  }
}

async function freeName(place: string, release: string): Promise<string> {
  for (let count = 1; ; count++) {
    const path = join(dirname(place), `${basename(place)}-${release}${count === 1 ? "" : `-${count}`}`);
    const taken = await lstat(path).catch(() => undefined);
    if (!taken) return path;
  }
}

/** What came of a script of a node folder. */
interface ScriptEnd {
  /** Undefined where it didn't end in time, or couldn't be started. */
  readonly exitCode: number | undefined;
  /** The end of what it said. */
  readonly message: string;
}

const keptText = 2000;

/**
 * Runs a script of a node folder by bash in that folder. It is ended where it takes too long; a node that it started goes on.
 * @param script `start.sh` or `stop.sh`
 */
export function runFolderScript(folder: string, script: string, timeoutMs: number): Promise<ScriptEnd> {
  return new Promise((resolve) => {
    let message = "";
    const child = spawn("bash", [script], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    const settle = (exitCode: number | undefined): void => {
      clearTimeout(timer);
      // a node that holds these pipes doesn't keep this program from ending
      child.stdout.destroy();
      child.stderr.destroy();
      resolve({ exitCode, message });
    };
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      settle(undefined);
    }, timeoutMs);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (piece: string) => {
        message = `${message}${piece}`.slice(-keptText);
      });
    child.once("error", () => settle(undefined));
    child.once("exit", (exitCode) => settle(exitCode ?? undefined));
  });
}
