import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { clientError } from "../../chain/errors/clientError";
import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import type { CompilerOrder, CompilerReply } from "./processMessages";

/** The most memory that one compiler may take by itself, MiB. */
const memoryMiB = 2048;

/** The program of a compiler's process: bundled beside this file or above it, or its source where that is what runs. */
function programFile(): { path: string; execArgv: string[] } {
  if (import.meta.url.endsWith(".ts")) {
    return { path: fileURLToPath(new URL("./main.ts", import.meta.url)), execArgv: ["--import", "tsx"] };
  }
  const found = ["./solidityCompiler.js", "../solidityCompiler.js"]
    .map((relative) => fileURLToPath(new URL(relative, import.meta.url)))
    .find((path) => existsSync(path));
  return { path: found ?? "solidityCompiler.js", execArgv: [] };
}

interface Waiting {
  readonly done: (output: string) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * A compiler in a process of its own, which is ended to cancel. One input at a time; later ones wait in it.
 */
export class CompilerProcess {
  readonly longVersion: string;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #count = 0;
  #ended = false;

  private constructor(child: ChildProcess, version: string, longVersion: string) {
    this.#child = child;
    this.longVersion = longVersion;
    child.on("message", (reply: CompilerReply) => {
      if (reply.kind !== "compiled" && reply.kind !== "crashed") return;
      const waiting = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if (reply.kind === "compiled") waiting?.done(reply.output);
      else waiting?.failed(clientError("compilerCrashed", { version, reason: reply.reason }));
    });
    child.on("exit", (code, signal) => {
      this.#ended = true;
      const reason = String(signal ?? code);
      for (const { failed } of this.#waiting.values()) failed(clientError("compilerCrashed", { version, reason }));
      this.#waiting.clear();
    });
  }

  /** Whether it can be given more to do. */
  get alive(): boolean {
    return !this.#ended;
  }

  /**
   * Starts a process and loads the compiler at the path into it.
   * @throws ChainError usage `compilerNotForSm`, `compilerNotLoaded`; the signal's reason.
   */
  static start(
    { path, version, suite }: { readonly path: string; readonly version: string; readonly suite: CryptoSuiteName },
    signal?: AbortSignal,
  ): Promise<CompilerProcess> {
    signal?.throwIfAborted();
    const program = programFile();
    const child = fork(program.path, [], {
      execArgv: program.execArgv,
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
    });
    let words = "";
    child.stderr?.on("data", (data: Buffer) => {
      words = `${words}${data.toString()}`.slice(0, 2000);
    });
    return new Promise((resolve, reject) => {
      const fail = (error: unknown): void => {
        signal?.removeEventListener("abort", abort);
        child.kill("SIGKILL");
        reject(error);
      };
      const abort = (): void => fail(signal?.reason);
      signal?.addEventListener("abort", abort, { once: true });
      child.once("error", (error) => fail(clientError("compilerNotLoaded", { version, reason: error.message })));
      const early = (code: number | null): void =>
        fail(clientError("compilerNotLoaded", { version, reason: words.trim().split("\n").at(-1) ?? String(code) }));
      child.once("exit", early);
      child.once("message", (reply: CompilerReply) => {
        child.removeListener("exit", early);
        if (reply.kind === "loaded") {
          signal?.removeEventListener("abort", abort);
          resolve(new CompilerProcess(child, version, reply.longVersion));
        } else if (reply.kind === "notLoaded") {
          fail(
            clientError(reply.notForSm ? "compilerNotForSm" : "compilerNotLoaded", { version, reason: reply.reason }),
          );
        }
      });
      const order: CompilerOrder = { kind: "load", path, suite, memoryMiB };
      child.send(order);
    });
  }

  /**
   * Standard JSON in, standard JSON out. Cancelling ends the process, for a compiler cannot be interrupted.
   * @throws ChainError usage `compilerCrashed`; the signal's reason.
   */
  compile(input: string, signal?: AbortSignal): Promise<string> {
    signal?.throwIfAborted();
    const id = this.#count++;
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        this.#waiting.delete(id);
        this.end();
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", abort, { once: true });
      const settle = (): void => signal?.removeEventListener("abort", abort);
      this.#waiting.set(id, {
        done: (output) => {
          settle();
          resolve(output);
        },
        failed: (error) => {
          settle();
          reject(error);
        },
      });
      const order: CompilerOrder = { kind: "compile", id, input };
      this.#child.send(order, (error) => {
        if (!error) return;
        this.#waiting.delete(id);
        settle();
        reject(error);
      });
    });
  }

  end(): void {
    this.#ended = true;
    this.#child.kill("SIGKILL");
  }
}
