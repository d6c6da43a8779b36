import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { chmod, mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { clientError } from "../../errors/clientError";
import { givenPath } from "../../files/namedPath";
import { readRegularFile } from "../../files/regularFile";
import { writeSameFile } from "../../files/wholeFile";
import { mebibyte } from "../../text/limits/sizes";
import { hourMs } from "../../time/units";
import { type CheckedProgram, sha256Of } from "../compilerReleases/admittedCompiler";

// How a compiler that is a program of the system is shut in: no network and no files, as far as the system can.
/** What is put in front of a program, and how it is called behind that. */
interface NativeFence {
  readonly kind: "bubblewrap" | "namespaces" | "none";
  /** Program and arguments; `program` stands last. */
  readonly command: readonly string[];
}

/** Looked for only where systems keep their own programs: what a project or a variable puts in front of them starts nothing. */
const systemFolders = ["/usr/bin", "/bin", "/usr/local/bin"];

function systemProgram(name: string): string | undefined {
  return systemFolders
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/**
 * Ways to shut in a program that needs nothing but itself (the official programs for Linux are linked statically), the tightest first.
 * Which of them the system lets a user take shows when one is tried.
 * @param folder holds the program and nothing else; it is all that the program sees
 */
export function nativeFences(
  folder: string,
  program: string,
  platform: NodeJS.Platform = process.platform,
  find: (name: string) => string | undefined = systemProgram,
): readonly NativeFence[] {
  const inside = `/${basename(program)}`;
  const plain: NativeFence = { kind: "none", command: [program] };
  if (platform !== "linux") return [plain];
  const [bubblewrap, unshare] = [find("bwrap"), find("unshare")];
  const fences: NativeFence[] = [];
  if (bubblewrap !== undefined) {
    const walls = ["--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL"];
    const command = [bubblewrap, ...walls, "--ro-bind", program, inside, "--chdir", "/", inside];
    fences.push({ kind: "bubblewrap", command });
  }
  if (unshare !== undefined) {
    const walls = ["--user", "--map-root-user", "--net", "--ipc", "--uts", "--pid", "--fork", "--kill-child"];
    fences.push({ kind: "namespaces", command: [unshare, ...walls, `--root=${folder}`, inside] });
  }
  return [...fences, plain];
}

/** Most bytes of an answer: a text of Node.js can't be longer. */
const maxOutput = 500 * mebibyte;
const maxComplaints = 2000;
const maxMs = { version: 20_000, compile: hourMs };

/** What a program wrote, and how it ended. */
interface Ended {
  readonly output: string;
  /** Exit code or signal; undefined where it ended well. */
  readonly trouble: string | undefined;
}

/** Runs a program with an empty environment; an aborted signal kills it. */
function runOnce(
  [program = "", ...args]: readonly string[],
  {
    folder,
    input,
    limitMs,
    signal,
  }: { folder: string; input: string; limitMs: number; signal?: AbortSignal | undefined },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const child = spawn(program, args, { env: {}, cwd: folder, stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
    const pieces: Buffer[] = [];
    let length = 0;
    let complaints = "";
    let trouble: string | undefined;
    const kill = (reason: string): void => {
      trouble ??= reason;
      child.kill("SIGKILL");
    };
    const limit = setTimeout(() => kill(`no answer in ${limitMs / 1000} s`), limitMs);
    const stop = (): void => kill("stopped");
    signal?.addEventListener("abort", stop, { once: true });
    const over = (): void => {
      clearTimeout(limit);
      signal?.removeEventListener("abort", stop);
    };
    child.stdout.on("data", (piece: Buffer) => {
      length += piece.length;
      if (length > maxOutput) return kill(`more than ${maxOutput} bytes of output`);
      pieces.push(piece);
    });
    child.stderr.on("data", (piece: Buffer) => {
      complaints = `${complaints}${piece.toString("utf8")}`.slice(-maxComplaints);
    });
    child.once("error", (error) => {
      over();
      reject(error);
    });
    child.once("close", (code, ending) => {
      over();
      if (signal?.aborted) return reject(signal.reason);
      // an answer that is there counts, whatever the exit code: some releases end with 1 where sources have errors
      const words = complaints.trim().split("\n").at(-1) || String(ending ?? code);
      const failed = trouble ?? (length === 0 || ending !== null ? words : undefined);
      resolve({ output: failed === undefined ? Buffer.concat(pieces).toString("utf8") : "", trouble: failed });
    });
    // what ends without reading everything says so by its end
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

/** Puts the program that was compared, and no other, where only it is. */
async function place(
  program: CheckedProgram,
  sha256: string,
  cache: string,
): Promise<{ folder: string; path: string }> {
  const folder = join(cache, "native", sha256);
  const path = join(folder, process.platform === "win32" ? "solc.exe" : "solc");
  const there = await readRegularFile(givenPath(path), program.bytes.length).catch(() => undefined);
  if (there === undefined || sha256Of(there) !== sha256) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeSameFile(path, program.bytes);
  }
  await chmod(path, 0o500);
  return { folder, path };
}

/**
 * A compiler that is a program of the system: a process for each input, which gets its sources by standard JSON and nothing else, shut in
 * as tightly as the system lets it.
 */
export class NativeCompiler {
  private constructor(
    readonly version: string,
    /** `0.8.26+commit.8a97fa7a`. */
    readonly longVersion: string,
    readonly fence: NativeFence,
    private readonly folder: string,
  ) {}

  /**
   * Finds out how the program can be shut in, and which compiler it is.
   * @param cache folder of compilers: what runs is a copy there of the bytes that were compared
   * @throws ChainError usage `compilerNotLoaded`; Error of the file system.
   */
  static async open(
    program: CheckedProgram,
    { version, sha256 }: { readonly version: string; readonly sha256: string },
    cache: string,
  ): Promise<NativeCompiler> {
    const { folder, path } = await place(program, sha256, cache);
    let reason = "";
    for (const fence of nativeFences(folder, path)) {
      try {
        const order = { folder, input: "", limitMs: maxMs.version };
        const { output, trouble } = await runOnce([...fence.command, "--version"], order);
        const longVersion = /^Version: (\d+\.\d+\.\d+\+commit\.[0-9a-f]{8})/m.exec(output)?.[1];
        if (longVersion !== undefined && (version === "" || longVersion.startsWith(`${version}+`)))
          return new NativeCompiler(version, longVersion, fence, folder);
        reason = trouble ?? output.trim().slice(0, maxComplaints);
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
      }
    }
    throw clientError("compilerNotLoaded", { version, reason });
  }

  /**
   * Standard JSON in, standard JSON out.
   * @throws ChainError usage `compilerCrashed`; the signal's reason.
   */
  async compile(input: string, signal?: AbortSignal): Promise<string> {
    const { version, folder, fence } = this;
    const order = { folder, input, limitMs: maxMs.compile, signal };
    const { output, trouble } = await runOnce([...fence.command, "--standard-json"], order);
    if (trouble !== undefined) throw clientError("compilerCrashed", { version, reason: trouble });
    return output;
  }
}
