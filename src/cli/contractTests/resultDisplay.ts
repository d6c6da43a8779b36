import { performance } from "node:perf_hooks";
import type { CompiledTests } from "../../contractTests/discover/compileTests";
import type { TestEvents } from "../../contractTests/process/testPool";
import type { TestContract, TestResult } from "../../contractTests/testProject";
import { t } from "../../text/catalogue";
import { visibleLine } from "../../text/visibleText";
import { complain, showStatus } from "../output/print";
import { resultLines } from "./textReport";

/** So long a result waits for the others of its contract. */
const waitMs = 1000;
const lookMs = 250;
/** How often a log is told how far a long test is. */
const logMs = 20_000;

/** Where results go, and how they look. */
interface ResultStyle {
  readonly folder: string;
  readonly trace: boolean;
  readonly print: (text: string) => void;
}

/**
 * Prints results as they end: those of a contract together where that takes no longer than a second, in the order of its source; else what
 * there is. Says how far the tests have come, on a terminal in one line, in a log now and then.
 */
export class ResultDisplay {
  readonly #style: ResultStyle;
  readonly #contracts: ReadonlyMap<string, TestContract>;
  readonly #all: number;
  readonly #waiting = new Map<string, { readonly sinceMs: number; readonly results: TestResult[] }>();
  readonly #missing: Map<string, number>;
  readonly #timer: NodeJS.Timeout;
  #open: string | undefined;
  #done = 0;
  #running: string | undefined;
  #loggedMs = performance.now();

  constructor({ contracts }: Pick<CompiledTests, "contracts">, style: ResultStyle) {
    this.#style = style;
    this.#contracts = new Map(contracts.map((contract) => [contract.id, contract]));
    this.#missing = new Map(contracts.map(({ id, tests }) => [id, tests.length]));
    this.#all = contracts.reduce((sum, { tests }) => sum + tests.length, 0);
    this.#timer = setInterval(() => this.#look(), lookMs);
    this.#timer.unref();
  }

  readonly events: TestEvents = {
    result: (result) => this.#take(result),
    progress: (contract, name, runs, of) => {
      const test = `${this.#contracts.get(contract)?.name ?? contract}.${name}`;
      this.#running = t("Tests {0} of {1}; {2}: run {3} of {4}", this.#done, this.#all, test, runs, of);
      showStatus(this.#running);
    },
  };

  /** Prints what still waits. */
  end(): void {
    clearInterval(this.#timer);
    for (const id of [...this.#waiting.keys()]) this.#print(id);
    this.#close();
    showStatus("");
  }

  #take(result: TestResult): void {
    const { contract: id } = result;
    this.#done++;
    this.#running = undefined;
    const waiting = this.#waiting.get(id) ?? { sinceMs: performance.now(), results: [] };
    waiting.results.push(result);
    this.#waiting.set(id, waiting);
    const missing = (this.#missing.get(id) ?? 0) - 1;
    this.#missing.set(id, missing);
    if (missing === 0) this.#print(id);
  }

  #look(): void {
    const now = performance.now();
    for (const [id, { sinceMs }] of [...this.#waiting]) if (now - sinceMs >= waitMs) this.#print(id);
    const words = this.#running ?? t("Tests {0} of {1}", this.#done, this.#all);
    if (process.stderr.isTTY) showStatus(words);
    else if (now - this.#loggedMs >= logMs) {
      complain(words);
      this.#loggedMs = now;
    }
  }

  #close(): void {
    if (this.#open !== undefined) this.#style.print("");
    this.#open = undefined;
  }

  #print(id: string): void {
    const { results } = this.#waiting.get(id) ?? { results: [] };
    this.#waiting.delete(id);
    const order = this.#contracts.get(id)?.tests.map(({ signature }) => signature) ?? [];
    results.sort((left, right) => order.indexOf(left.test) - order.indexOf(right.test));
    showStatus("");
    if (this.#open !== id) {
      this.#close();
      this.#style.print(visibleLine(id));
      this.#open = id;
    }
    const { folder, trace, print } = this.#style;
    print(results.flatMap((result) => resultLines(result, folder, trace)).join("\n"));
    this.#loggedMs = performance.now();
    if (this.#missing.get(id) === 0) this.#close();
  }
}
