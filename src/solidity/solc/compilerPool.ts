import { availableParallelism, totalmem } from "node:os";
import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { mebibyte } from "../../text/limits/sizes";
import { type AdmittedCompiler, readCompiler } from "../compilerReleases/admittedCompiler";
import { CompilerProcess } from "./compilerProcess";
import { NativeCompiler } from "./nativeCompiler";

/** How long a compiler waits for more before its process ends, where nothing else is said. */
const usualIdleMs = 120_000;
/** A compiler never gives memory back: after so many runs a fresh one takes over. */
const maxRuns = 60;
/** Loaded at the same time; each takes some 250 MB. */
const maxCompilers = 4;

/** Programs of the system that run at the same time, however many processors there are. */
const maxNatives = 8;
/** Room that one of them is given of the machine's memory: what compiles large contracts takes most of it. */
const roomBytes = { native: 1536 * mebibyte, wasm: 3072 * mebibyte };

/** How many inputs may be compiled at the same time on this machine. */
export function maxParallel(native: boolean): number {
  const room = Math.floor(totalmem() / (native ? roomBytes.native : roomBytes.wasm));
  return Math.max(1, Math.min(native ? maxNatives : maxCompilers, availableParallelism(), room));
}

/** A compiler that is loaded, or is being loaded. */
interface LoadedCompiler {
  readonly key: string;
  readonly process: Promise<CompilerProcess>;
  runs: number;
  busy: boolean;
  /** Runs while there is nothing to do. */
  timer: NodeJS.Timeout | undefined;
}

/** Keeps compilers loaded between compilations: loading one takes as long as compiling a small project. */
export class CompilerPool {
  /** Those that waited longest first. */
  readonly #loaded = new Set<LoadedCompiler>();
  readonly #natives = new Map<string, Promise<NativeCompiler>>();
  /** Wake those who wait for a compiler, the first first. */
  readonly #waiting: (() => void)[] = [];

  /**
   * @param folder of compilers, which keeps the programs of the system that run
   * @param idleMs how long a compiler waits for more before its process ends
   */
  constructor(
    private readonly folder: string,
    private readonly idleMs = usualIdleMs,
  ) {}

  /**
   * Runs one input through the compiler, whose file is read and compared whenever it is loaded.
   * @param input made when it is known which compiler it is: `0.8.26+commit.8a97fa7a`
   * @param instances how many of this compiler may be loaded for inputs at the same time; further inputs wait
   * @throws what loading and compiling throw.
   */
  async run(
    compiler: AdmittedCompiler,
    suite: CryptoSuiteName,
    input: (longVersion: string) => string,
    { signal, instances = 1 }: { readonly signal?: AbortSignal | undefined; readonly instances?: number } = {},
  ): Promise<{ output: string; longVersion: string }> {
    if (compiler.native) {
      const native = await this.#native(compiler, signal);
      const { longVersion } = native;
      return { output: await native.compile(input(longVersion), signal), longVersion };
    }
    const loaded = await this.#take(compiler, suite, instances, signal);
    try {
      const process = await loaded.process;
      signal?.throwIfAborted();
      loaded.runs++;
      const output = await process.compile(input(process.longVersion), signal);
      return { output, longVersion: process.longVersion };
    } catch (error) {
      // what was cancelled before it began leaves the compiler to others
      const process = await loaded.process.catch(() => undefined);
      if (!signal?.aborted || !process?.alive) this.#drop(loaded);
      throw error;
    } finally {
      this.#rest(loaded);
    }
  }

  /** A program of the system: nothing of it is kept running. */
  async #native(compiler: AdmittedCompiler, signal: AbortSignal | undefined): Promise<NativeCompiler> {
    const { version, sha256 } = compiler;
    let opened = this.#natives.get(sha256);
    if (!opened) {
      opened = readCompiler(compiler).then((program) => NativeCompiler.open(program, { version, sha256 }, this.folder));
      opened.catch(() => this.#natives.delete(sha256));
      this.#natives.set(sha256, opened);
    }
    const native = await opened;
    signal?.throwIfAborted();
    return native;
  }

  /** A compiler that is free, a further one, or the next that gets free. @throws the signal's reason */
  async #take(
    compiler: AdmittedCompiler,
    suite: CryptoSuiteName,
    instances: number,
    signal: AbortSignal | undefined,
  ): Promise<LoadedCompiler> {
    const key = `${suite} ${compiler.sha256}`;
    for (;;) {
      signal?.throwIfAborted();
      const own = [...this.#loaded].filter((each) => each.key === key);
      const free = own.find(({ busy }) => !busy);
      if (free) {
        clearTimeout(free.timer);
        free.busy = true;
        const process = await free.process.catch(() => undefined);
        if (process?.alive) return free;
        this.#drop(free);
        continue;
      }
      if (own.length < instances && this.#hasRoom()) return this.#load(key, compiler, suite);
      await this.#turn(signal);
    }
  }

  /** Whether one more may be loaded; one that rests goes for it. Those that are busy stay, however many there are of other kinds. */
  #hasRoom(): boolean {
    if (this.#loaded.size < maxCompilers) return true;
    const resting = [...this.#loaded].find(({ busy }) => !busy);
    if (resting) this.#drop(resting);
    return resting !== undefined;
  }

  #load(key: string, compiler: AdmittedCompiler, suite: CryptoSuiteName): LoadedCompiler {
    const { version, sha256 } = compiler;
    const process = readCompiler(compiler).then((program) =>
      CompilerProcess.start(program, { version, sha256, suite }),
    );
    process.catch(() => undefined); // the caller that takes it gets the error
    const loaded: LoadedCompiler = { key, process, runs: 0, busy: true, timer: undefined };
    this.#loaded.add(loaded);
    return loaded;
  }

  /** Waits until a compiler gets free. */
  #turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (how: () => void): void => {
        signal?.removeEventListener("abort", stop);
        how();
      };
      const wake = (): void => settle(resolve);
      const stop = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(wake), 1);
        settle(() => reject(signal?.reason));
      };
      signal?.addEventListener("abort", stop, { once: true });
      this.#waiting.push(wake);
    });
  }

  /** Gives a compiler back. */
  #rest(loaded: LoadedCompiler): void {
    loaded.busy = false;
    if (this.#loaded.has(loaded)) {
      if (loaded.runs >= maxRuns) this.#drop(loaded);
      else {
        this.#loaded.delete(loaded);
        this.#loaded.add(loaded);
        loaded.timer = setTimeout(() => this.#drop(loaded), this.idleMs);
        loaded.timer.unref();
      }
    }
    // all of them look again: which compiler each wants is its own
    for (const wake of this.#waiting.splice(0)) wake();
  }

  #drop(loaded: LoadedCompiler): void {
    this.#loaded.delete(loaded);
    clearTimeout(loaded.timer);
    loaded.process.then(
      (process) => process.end(),
      () => undefined,
    );
  }

  /** Ends all compilers. */
  close(): void {
    for (const loaded of [...this.#loaded]) this.#drop(loaded);
  }
}
