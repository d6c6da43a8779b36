import { type Profiler, Session } from "node:inspector";

/** Whose steps count: the product's and its libraries', not the test's own and not its runner's. */
const isCounted = (url: string): boolean =>
  url.includes("/src/") ||
  (url.includes("/node_modules/") && !/\/node_modules\/(?:@?vite|vitest|@vitest|tinypool|chai)/.test(url));

const stepsOf = ({ result }: Profiler.TakePreciseCoverageReturnType): number =>
  result
    .filter(({ url }) => isCounted(url))
    .flatMap(({ functions }) => functions)
    .flatMap(({ ranges }) => ranges)
    .reduce((sum, { count }) => sum + count, 0);

interface CountedWork {
  readonly steps: number;
  /** What was thrown counts as an outcome. */
  readonly outcome: unknown;
}

async function outcomeOf(work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    return error;
  }
}

/**
 * How much work something is, in steps: how often each block of the product and its libraries is run (turns of loops, branches, calls), as
 * the engine counts them. The same work is the same number on every machine, however busy. What the engine does by itself within one call
 * (`indexOf`, a regular expression) is one step, so it is counted by {@link readLetters}.
 */
export class WorkCounter {
  readonly #session = new Session();

  /** Functions that were compiled before have only their calls counted: count from a test with modules of its own (`….alone.test.ts`). */
  constructor() {
    this.#session.connect();
    this.#session.post("Profiler.enable");
    this.#session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  }

  #take(): number {
    let steps = 0;
    this.#session.post("Profiler.takePreciseCoverage", (error, answer) => {
      if (error) throw error;
      steps = stepsOf(answer);
    });
    return steps;
  }

  /** Steps of some work, whatever becomes of it. */
  async of(work: () => unknown): Promise<CountedWork> {
    this.#take();
    return this.#count(work);
  }

  /**
   * Steps of a little work and of much, which grow as `bearable` says. The engine takes longer for its numbers than most works
   * take, so it is asked no oftener than needed: what went on since it was last asked, and what is loaded when it is first needed,
   * counts as part of much. Where that is too much, both are counted once more without it.
   */
  async growth(
    little: () => unknown,
    much: () => unknown,
    bearable: (few: number, max: number) => boolean,
  ): Promise<[CountedWork, CountedWork]> {
    const max = await this.#count(much);
    const few = await this.#count(little);
    if (bearable(few.steps, max.steps)) return [few, max];
    this.#take();
    return [await this.#count(little), await this.#count(much)];
  }

  async #count(work: () => unknown): Promise<CountedWork> {
    const before = readLetters;
    const outcome = await outcomeOf(work);
    return { steps: this.#take() + (readLetters - before), outcome };
  }

  dispose(): void {
    this.#session.post("Profiler.stopPreciseCoverage");
    this.#session.disconnect();
    restore();
  }
}

/** Letters that searches of texts went over, in the functions below. */
let readLetters = 0;
const searching = [
  "indexOf",
  "lastIndexOf",
  "includes",
  "split",
  "replaceAll",
  "match",
  "replace",
  "search",
  "trim",
  "trimStart",
  "trimEnd",
  "toLowerCase",
  "repeat",
  "padStart",
  "padEnd",
] as const;
const originals = new Map<string, unknown>();
const originalExec = RegExp.prototype.exec;

/** What a search from `from` that found something at `found` went over. */
const passed = (length: number, from: number, found: number): number =>
  found < 0 ? Math.max(0, length - from) : found - from;

function watch(): void {
  const texts = String.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of searching) {
    const original = texts[name];
    if (!original) continue;
    originals.set(name, original);
    texts[name] = function (this: string, ...args: unknown[]) {
      const result = original.apply(this, args);
      const from = typeof args[1] === "number" ? args[1] : 0;
      if (name === "indexOf") readLetters += passed(this.length, from, result as number);
      else readLetters += typeof result === "string" ? Math.max(this.length, result.length) : this.length;
      return result;
    };
  }
  RegExp.prototype.exec = function (this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const found = originalExec.call(this, text);
    if (!this.sticky || found)
      readLetters += found ? found.index + found[0].length - from : Math.max(0, text.length - from);
    return found;
  };
}

function restore(): void {
  for (const [name, original] of originals) (String.prototype as unknown as Record<string, unknown>)[name] = original;
  RegExp.prototype.exec = originalExec;
}

watch();
