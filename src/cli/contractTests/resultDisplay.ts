import path from "node:path";
import { performance } from "node:perf_hooks";
import type { CompiledTests } from "../../contractTests/discover/compileTests";
import type { ContractGas } from "../../contractTests/measure/gasReport";
import type { TestEvents } from "../../contractTests/process/testPool";
import type { TestContract, TestFailure, TestResult } from "../../contractTests/testProject";
import { t } from "../../text/catalogue";
import { clauses, labelled, noted, separated } from "../../text/joining";
import { pathBelow } from "../../text/pathBelow";
import { visibleLine } from "../../text/visibleText";
import { githubCommand } from "../output/githubCommand";
import { placeText } from "../output/placeText";
import { showStatus } from "../output/print";
import { ProgressLine } from "../output/progressLine";
import { textTable } from "../output/textTable";

/** So long a result waits for the others of its contract. */
const waitMs = 1000;
const lookMs = 250;

/** Where results go, and how they look. */
interface ResultStyle {
  readonly folder: string;
  readonly trace: boolean;
  readonly print: (text: string) => void;
}

const marks = { passed: "✓", failed: "✗", skipped: "–" } as const;

function numbersOf({ kind, gas, meanGas, runs, lines, status }: TestResult): string {
  if (status === "skipped") return "";
  if (kind === "fuzz") return t("runs {0}, gas ~{1}, μ {2}", runs ?? 0, gas, meanGas ?? 0);
  if (kind === "invariant") return clauses([t("runs {0}", runs ?? 0), ...(status === "passed" ? lines : [])]);
  return t("gas {0}", gas);
}

/** Why a test failed, indented below its line. */
function failureLines(failure: TestFailure, folder: string, withTrace: boolean): string[] {
  const own = failure.stack.filter(({ foreign }) => !foreign);
  return [
    ...failure.message.split("\n").map((line) => `    ${line}`),
    ...(failure.actual === undefined
      ? []
      : [`      ${t("Actual: {0}", failure.actual)}`, `      ${t("Expected: {0}", failure.expected ?? "")}`]),
    ...(failure.counterexample ?? []).map((line) => `      ${line}`),
    ...own.map((line) => `      ${t("at {0} ({1})", line.name, placeText(line, folder))}`),
    ...(withTrace ? ["", ...failure.trace.map((line) => `      ${line}`)] : []),
  ];
}

/** The lines of one result. */
export function resultLines(result: TestResult, folder: string, withTrace: boolean): string[] {
  const { kind, status, test, failure, skipReason } = result;
  const logged = kind === "invariant" && status === "passed" ? [] : result.lines;
  return [
    `  ${marks[status]} ${noted(skipReason ? labelled(test, skipReason) : test, numbersOf(result))}`,
    ...logged.flatMap((line) => line.split("\n")).map((line) => `    │ ${line}`),
    ...(failure ? failureLines(failure, folder, withTrace) : []),
  ];
}

/** Tests by files and contracts, indented. */
export function testList(contracts: readonly TestContract[]): string {
  const lines: string[] = [];
  let file: string | undefined;
  for (const { sourceName, name, tests } of contracts) {
    if (sourceName !== file) lines.push(visibleLine(sourceName));
    file = sourceName;
    lines.push(`  ${visibleLine(name)}`, ...tests.map(({ signature }) => `    ${visibleLine(signature)}`));
  }
  return lines.join("\n");
}

/** A table for each contract. */
export function gasTables(report: readonly ContractGas[]): string {
  const heads = [t("Function"), t("Calls"), t("Min."), t("Mean"), t("Median"), t("Max.")];
  return report
    .map(({ contract, functions }) => {
      const rows = functions.map(({ signature, calls, min, mean, median, max }) => [
        signature,
        ...[calls, min, mean, median, max].map(String),
      ]);
      return [visibleLine(contract), ...textTable(heads, rows, [1, 2, 3, 4, 5]), ""].join("\n");
    })
    .join("\n");
}

/** How many passed, failed and were skipped, in plain numbers; `N passed` is said last. */
export function summary(results: readonly TestResult[], seed: string, seconds: number): string {
  const count = (status: TestResult["status"]): number => results.filter((each) => each.status === status).length;
  return [
    t("Seed {0}, {1} s", seed, seconds.toFixed(1)),
    t("passed {0}, failed {1}, skipped {2}", count("passed"), count("failed"), count("skipped")),
  ].join("\n");
}

/** GitHub shows these at the lines of a change. */
export function githubAnnotations(results: readonly TestResult[], folder: string): string[] {
  return results.flatMap(({ failure, test, contract }) => {
    if (!failure) return [];
    const { place } = failure;
    const file = place ? (pathBelow(folder, place.file, path) ?? place.file) : (contract.split(":")[0] ?? "");
    const at = place ? { line: place.line, col: place.column } : {};
    const values = failure.counterexample ? separated(failure.counterexample) : "";
    return [githubCommand("error", { file, ...at, title: test }, noted(failure.message, values))];
  });
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
  readonly #progress = new ProgressLine();
  #open: string | undefined;
  #done = 0;
  #running: string | undefined;

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
    this.#progress.show(words);
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
    this.#progress.written();
    if (this.#missing.get(id) === 0) this.#close();
  }
}
