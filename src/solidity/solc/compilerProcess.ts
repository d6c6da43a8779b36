import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { clientError } from "../../errors/clientError";
import { Program } from "../../processes/program";
import { programFile } from "../../processes/programFile";
import { hourMs, minuteMs } from "../../time/units";
import type { CheckedProgram } from "../compilerReleases/admittedCompiler";
import type { CompilerProtocol } from "./processMessages";

/** Pages of WebAssembly memory are 64 KiB. */
const wasmPages = 32_768;

/**
 * Flags of Node.js for the process of a compiler: nothing of the disk but our own program may be read, nothing written, no program, thread
 * or native code started, no text becomes code. What isn't a flag of this Node.js is left out: then `lockProcess` and the compiler's realm
 * stand alone.
 * @param program our own, whose folder it may read
 */
export function compilerFlags(
  program: string,
  known: Pick<ReadonlySet<string>, "has"> = process.allowedNodeEnvironmentFlags,
): string[] {
  const permission = ["--permission", "--experimental-permission"].find((flag) => known.has(flag));
  const folder = existsSync(program) ? dirname(realpathSync(program)) : dirname(program);
  const readable = [join(folder, "*"), join(dirname(folder), "package.json")];
  return [
    ...(permission === undefined ? [] : [permission, ...readable.map((path) => `--allow-fs-read=${path}`)]),
    "--no-warnings",
    "--disallow-code-generation-from-strings",
    `--wasm-max-mem-pages=${wasmPages}`,
  ];
}

/** The most memory that one compiler may take by itself, MiB: of WebAssembly, and of JavaScript. */
const memoryMiB = 2048;
/** A compiler that takes longer is ended: a project of any size takes minutes. */
const maxMs = { load: 5 * minuteMs, compile: hourMs };

/** Which compiler it is, and the hash that it shall have. */
interface CompilerIdentity {
  readonly version: string;
  readonly sha256: string;
  readonly suite: CryptoSuiteName;
}

/** What a process of Node.js says before it ends: the line of the error, above its stack and below the place in the source. */
function lastLine(words: string): string | undefined {
  const lines = words.split("\n").filter((line) => line.trim() !== "" && !/^Node\.js v/.test(line));
  return lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1);
}

/**
 * A compiler in a process of its own, which is ended to cancel. One input at a time; later ones wait in it.
 */
export class CompilerProcess {
  private constructor(
    readonly longVersion: string,
    private readonly process: Program<CompilerProtocol>,
  ) {}

  /** Whether it can be given more to do. */
  get alive(): boolean {
    return this.process.alive;
  }

  /**
   * Starts a process without environment, files and network (docs/security.md), and loads the compiler into it.
   * @throws ChainError usage `compilerNotForSm`, `compilerNotLoaded`.
   */
  static async start(program: CheckedProgram, { version, sha256, suite }: CompilerIdentity): Promise<CompilerProcess> {
    let isLoaded = false;
    const process = new Program<CompilerProtocol>({
      ...programFile("solidityCompiler", new URL("./main.ts", import.meta.url), compilerFlags),
      memoryMiB,
      environment: {},
      complaints: () => undefined,
      ended: (how, words) =>
        isLoaded
          ? clientError("compilerCrashed", { version, reason: how })
          : clientError("compilerNotLoaded", { version, reason: lastLine(words) ?? how }),
      failed: ({ code, message: reason }) =>
        code === "compilerNotForSm" || code === "compilerNotLoaded"
          ? clientError(code, { version, reason })
          : clientError("compilerCrashed", { version, reason }),
    });
    try {
      const order = { soljson: program.bytes, sha256, suite, memoryMiB };
      const { longVersion } = await process.order("load", order, { limitMs: maxMs.load });
      isLoaded = true;
      return new CompilerProcess(longVersion, process);
    } catch (error) {
      process.kill();
      throw error;
    }
  }

  /**
   * Standard JSON in, standard JSON out. Cancelling ends the process, for a compiler cannot be interrupted.
   * @throws ChainError usage `compilerCrashed`; the signal's reason.
   */
  async compile(input: string, signal?: AbortSignal): Promise<string> {
    const end = (): void => this.end();
    signal?.addEventListener("abort", end, { once: true });
    try {
      return await this.process.order("compile", input, { signal, limitMs: maxMs.compile });
    } finally {
      signal?.removeEventListener("abort", end);
    }
  }

  end(): void {
    this.process.kill();
  }
}
