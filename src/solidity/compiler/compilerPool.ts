import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { type AdmittedCompiler, readCompiler } from "../compilers/admittedCompiler";
import { CompilerProcess } from "./compilerProcess";

/** How long a compiler waits for more before its process ends. */
const idleMs = 120_000;
/** A compiler never gives memory back: after so many runs a fresh one takes over. */
const maxRuns = 60;
/** Loaded at the same time; each takes some 250 MB. */
const maxCompilers = 4;

interface InstanceCache {
  readonly process: Promise<CompilerProcess>;
  runs: number;
  /** Ends when everybody who came before has what they wanted. */
  busy: Promise<unknown>;
  /** Runs while there is nothing to do. */
  timer: NodeJS.Timeout | undefined;
}

/** Keeps compilers loaded between compilations: loading one takes as long as compiling a small project. */
export class CompilerPool {
  /** Those that waited longest first. */
  readonly #kept = new Map<string, InstanceCache>();

  /**
   * Runs one input through the compiler, whose file is read and compared whenever it is loaded; inputs for the same compiler wait for each
   * other.
   * @param input made when it is known which compiler it is: `0.8.26+commit.8a97fa7a`
   * @throws what loading and compiling throw.
   */
  async run(
    compiler: AdmittedCompiler,
    suite: CryptoSuiteName,
    input: (longVersion: string) => string,
    signal?: AbortSignal,
  ): Promise<{ output: string; longVersion: string }> {
    const key = `${suite} ${compiler.sha256}`;
    for (;;) {
      const kept = this.#take(key, compiler, suite);
      const before = kept.busy;
      let release = (): void => undefined;
      kept.busy = new Promise<void>((done) => {
        release = done;
      });
      try {
        await before;
        signal?.throwIfAborted();
        const process = await kept.process;
        if (process.alive) {
          kept.runs++;
          const output = await process.compile(input(process.longVersion), signal);
          return { output, longVersion: process.longVersion };
        }
        // A user who cancelled ended it while this one waited: a fresh one is needed.
        this.#drop(key, kept);
      } catch (error) {
        // Who is cancelled while waiting leaves the compiler to the others.
        const process = await kept.process.catch(() => undefined);
        if (!signal?.aborted || !process?.alive) this.#drop(key, kept);
        throw error;
      } finally {
        release();
        this.#rest(key, kept);
      }
    }
  }

  #take(key: string, compiler: AdmittedCompiler, suite: CryptoSuiteName): InstanceCache {
    const known = this.#kept.get(key);
    if (known) {
      clearTimeout(known.timer);
      known.timer = undefined;
      return known;
    }
    for (const [otherKey, other] of this.#kept) {
      if (this.#kept.size < maxCompilers) break;
      if (other.timer !== undefined) this.#drop(otherKey, other);
    }
    const { version, sha256 } = compiler;
    const process = readCompiler(compiler).then((program) =>
      CompilerProcess.start(program, { version, sha256, suite }),
    );
    const kept: InstanceCache = { process, runs: 0, busy: Promise.resolve(), timer: undefined };
    this.#kept.set(key, kept);
    return kept;
  }

  #rest(key: string, kept: InstanceCache): void {
    if (this.#kept.get(key) !== kept) return;
    if (kept.runs >= maxRuns) {
      // Those that wait for it already have it still.
      this.#kept.delete(key);
      const end = (): void => this.#end(kept);
      void kept.busy.then(end, end);
      return;
    }
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    clearTimeout(kept.timer);
    kept.timer = setTimeout(() => this.#drop(key, kept), idleMs);
    kept.timer.unref();
  }

  #drop(key: string, kept: InstanceCache): void {
    if (this.#kept.get(key) === kept) this.#kept.delete(key);
    clearTimeout(kept.timer);
    this.#end(kept);
  }

  #end(kept: InstanceCache): void {
    kept.process.then(
      (process) => process.end(),
      () => undefined,
    );
  }

  /** Ends all compilers. */
  close(): void {
    for (const [key, kept] of this.#kept) this.#drop(key, kept);
  }
}
