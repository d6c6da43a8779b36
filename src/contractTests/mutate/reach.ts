import type { Visits } from "../../devchain/execution/interpreterLoop";
import { readSourceMap } from "../../solidity/program/sourceMap";
import { type Artifact, bytesOfCode } from "../chain/artifacts";
import type { TestChain } from "../chain/testChain";
import type { ReachSpan } from "./mutants";

/** Spans of one source by their beginnings; those of one kind lie apart from each other or in each other. */
class SpanIndex {
  readonly #spans: readonly (ReachSpan & { readonly number: number })[];
  readonly #found = new Map<string, number>();

  constructor(spans: readonly (ReachSpan & { readonly number: number })[]) {
    this.#spans = [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
  }

  /** The number of the innermost span around a range; −1: none. */
  around(start: number, end: number): number {
    const key = `${start}:${end}`;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    let [low, high] = [0, this.#spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#spans[middle]?.start ?? 0) <= start) low = middle + 1;
      else high = middle;
    }
    let found = -1;
    for (let at = low - 1; at >= 0 && found < 0; at--) {
      const span = this.#spans[at];
      if (span && span.end >= end) found = span.number;
    }
    this.#found.set(key, found);
    return found;
  }
}

/** The spans that each instruction of a code is in, by program counter; −1: none. */
interface CodeSpans {
  readonly statements: Int32Array;
  readonly functions: Int32Array;
}

/** Which spans the code of which contracts is in. */
export class SpansOfCode {
  readonly #statements = new Map<string, SpanIndex>();
  readonly #functions = new Map<string, SpanIndex>();
  readonly #codes = new WeakMap<Artifact, { creation?: CodeSpans; runtime?: CodeSpans }>();

  readonly #spans: readonly ReachSpan[];

  constructor(spans: readonly ReachSpan[]) {
    this.#spans = spans;
    const byPath = new Map<string, (ReachSpan & { readonly number: number })[]>();
    spans.forEach((span, number) => {
      const own = byPath.get(span.path) ?? [];
      own.push({ ...span, number });
      byPath.set(span.path, own);
    });
    for (const [path, own] of byPath) {
      this.#statements.set(path, new SpanIndex(own.filter(({ kind }) => kind === "statement")));
      this.#functions.set(path, new SpanIndex(own.filter(({ kind }) => kind === "function")));
    }
  }

  /** The number of the span around one; −1: none. */
  parentOf(number: number): number {
    return this.#spans[number]?.parent ?? -1;
  }

  of(artifact: Artifact, isCreation: boolean): CodeSpans {
    const known = this.#codes.get(artifact) ?? {};
    this.#codes.set(artifact, known);
    const part = isCreation ? "creation" : "runtime";
    known[part] ??= this.#read(artifact, isCreation);
    return known[part];
  }

  #read({ contract, module }: Artifact, isCreation: boolean): CodeSpans {
    const code = isCreation ? contract.bytecode : contract.deployedBytecode;
    const bytes = bytesOfCode(code);
    const { sourceOf, startOf, endOf } = readSourceMap(code.sourceMap, bytes);
    const paths = new Map(module.sources.map(({ id, path }) => [id, path]));
    const [statements, functions] = [new Int32Array(bytes.length).fill(-1), new Int32Array(bytes.length).fill(-1)];
    for (let pc = 0; pc < bytes.length; pc++) {
      const path = paths.get(sourceOf[pc] ?? -1);
      if (path === undefined) continue;
      const [start, end] = [startOf[pc] ?? -1, endOf[pc] ?? -1];
      statements[pc] = this.#statements.get(path)?.around(start, end) ?? -1;
      functions[pc] = this.#functions.get(path)?.around(start, end) ?? -1;
    }
    return { statements, functions };
  }
}

/** What ran: spans by number, and for each the contracts in whose code it ran, as `source:name`. */
export type Reached = ReadonlyMap<number, ReadonlySet<string>>;

/** Notes which spans run on a chain. */
export class ReachRecorder {
  readonly #spans: SpansOfCode;
  #visits = new Map<
    Uint8Array,
    { readonly artifact: Artifact; readonly isCreation: boolean; readonly visits: Visits }
  >();

  constructor(spans: SpansOfCode) {
    this.#spans = spans;
  }

  /** Notes what runs on the chain from now on. */
  watch(testChain: TestChain): void {
    testChain.watchCode((code) => this.#visitsOf(testChain, code));
  }

  #visitsOf({ artifacts }: TestChain, code: Uint8Array): Visits | undefined {
    const known = this.#visits.get(code);
    if (known) return known.visits;
    const runtime = artifacts.byRuntime(code);
    const artifact = runtime ?? artifacts.byCreation(code);
    if (!artifact || artifact.module.sources.every(({ foreign }) => foreign)) return undefined;
    const visits = new Float64Array(2 * code.length);
    this.#visits.set(code, { artifact, isCreation: !runtime, visits });
    return visits;
  }

  /** What has run since the last time it was asked. */
  take(): Reached {
    const reached = new Map<number, Set<string>>();
    for (const { artifact, isCreation, visits } of this.#visits.values()) {
      const { statements, functions } = this.#spans.of(artifact, isCreation);
      const key = `${artifact.contract.sourceName}:${artifact.contract.name}`;
      for (const numbers of [statements, functions]) {
        let last = -1;
        for (let pc = 0; pc < numbers.length; pc++) {
          const number = numbers[pc] ?? -1;
          if (number < 0 || number === last || !visits[2 * pc]) continue;
          last = number;
          for (let each = number; each >= 0; each = this.#spans.parentOf(each))
            reached.set(each, (reached.get(each) ?? new Set()).add(key));
        }
      }
    }
    this.#visits = new Map();
    return reached;
  }
}
