import { relative } from "node:path";
import { op } from "../../chain/evm/opcodes";
import type { Visits } from "../../devchain/execution/interpreterLoop";
import type { CompiledCode, CompiledProject, CompiledSource } from "../../solidity/artifact/compiledProject";
import { readSourceMap } from "../../solidity/program/sourceMap";
import { t } from "../../text/catalogue";
import { tableLines } from "../../text/columns";
import { isTestSource } from "../../text/sourceNames";
import { visibleLine } from "../../text/visibleText";
import { bytesOfCode } from "../chain/artifacts";
import { placeIn } from "../report/testSources";
import type { CodeVisits } from "../run/visitRecorder";
import type { TestContract, TestProject, TestSource } from "../testProject";
import { coverableItems, type Span } from "./coverableItems";

interface CoveredBranch {
  readonly line: number;
  /** How often it held and did not hold; undefined: it was not reached. */
  readonly ways: readonly [number, number] | undefined;
}

/** What of a source has run. Lines from 1. */
export interface CoveredSource {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  /** How often each ran. */
  readonly lines: ReadonlyMap<number, number>;
  readonly functions: readonly { readonly name: string; readonly line: number; readonly count: number }[];
  readonly branches: readonly CoveredBranch[];
}

/** How often a stretch ran. */
interface Runs {
  /** Of its instructions, the most; without places where jumps arrive, which bear the name of what stands before them. */
  readonly did: number;
  /** With those. */
  readonly entered: number;
  /** Of its conditions, all together. */
  readonly jumped: number;
  readonly passed: number;
}

const never: Runs = { did: 0, entered: 0, jumped: 0, passed: 0 };

/** A stretch that some instruction comes from, and what was seen of it. */
interface SeenSpan extends Span {
  readonly runs: Runs;
}

/** What was seen of the stretches of each source, by its number. */
class SeenSpans {
  readonly #bySource = new Map<number, Map<string, SeenSpan>>();
  readonly #sorted = new Map<number, readonly SeenSpan[]>();

  /** What ran of one code. The same source may be in several, which ran one after the other. */
  add(code: CompiledCode, visits: Visits): void {
    const bytes = bytesOfCode(code);
    const { sourceOf, startOf, endOf } = readSourceMap(code.sourceMap, bytes);
    const own = new Map<string, SeenSpan & { readonly source: number }>();
    for (let pc = 0; pc < bytes.length; pc++) {
      const count = visits[2 * pc] ?? 0;
      const [source, start, end] = [sourceOf[pc] as number, startOf[pc] as number, endOf[pc] as number];
      if (count === 0 || source < 0) continue;
      const key = `${source}:${start}:${end}`;
      const { did, entered, jumped, passed } = own.get(key)?.runs ?? never;
      const jumps = visits[2 * pc + 1] ?? 0;
      const runs = {
        did: bytes[pc] === op.jumpTarget ? did : Math.max(did, count),
        entered: Math.max(entered, count),
        jumped: jumped + jumps,
        passed: bytes[pc] === op.jumpIf ? passed + count - jumps : passed,
      };
      own.set(key, { source, start, end, runs });
    }
    for (const each of own.values()) this.#note(each.source, each);
  }

  #note(source: number, { start, end, runs }: SeenSpan): void {
    let spans = this.#bySource.get(source);
    if (!spans) {
      spans = new Map();
      this.#bySource.set(source, spans);
    }
    const key = `${start}:${end}`;
    const { did, entered, jumped, passed } = spans.get(key)?.runs ?? never;
    spans.set(key, {
      start,
      end,
      runs: {
        did: did + runs.did,
        entered: entered + runs.entered,
        jumped: jumped + runs.jumped,
        passed: passed + runs.passed,
      },
    });
  }

  /** What was seen of exactly this stretch. */
  exactly(source: number, { start, end }: Span): Runs {
    return this.#bySource.get(source)?.get(`${start}:${end}`)?.runs ?? never;
  }

  /** How often that ran which ran most inside the stretch. */
  inside(source: number, { start, end }: Span, countOf: (runs: Runs) => number): number {
    let sorted = this.#sorted.get(source);
    if (!sorted) {
      sorted = [...(this.#bySource.get(source)?.values() ?? [])].sort((a, b) => a.start - b.start);
      this.#sorted.set(source, sorted);
    }
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.start ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    let max = 0;
    for (let at = low; at < sorted.length && (sorted[at]?.start ?? end) < end; at++) {
      const span = sorted[at];
      if (span && span.end <= end) max = Math.max(max, countOf(span.runs));
    }
    return max;
  }
}

function seenSpans(project: CompiledProject, visits: readonly CodeVisits[]): SeenSpans {
  const spans = new SeenSpans();
  for (const { source, contract, creation, visits: seen } of visits) {
    const found = project.contracts.find(({ name, sourceName }) => name === contract && sourceName === source);
    if (found) spans.add(creation ? found.bytecode : found.deployedBytecode, seen);
  }
  return spans;
}

function coveredSource(source: CompiledSource, shown: TestSource, path: string, spans: SeenSpans): CoveredSource {
  const { statements, branches, functions } = coverableItems(source);
  const lineOf = (position: number): number => placeIn(shown, position).line;
  const lines = new Map<number, number>();
  for (const span of statements) {
    const line = lineOf(span.start);
    lines.set(
      line,
      Math.max(
        lines.get(line) ?? 0,
        spans.inside(source.id, span, ({ did }) => did),
      ),
    );
  }
  return {
    path,
    name: source.name,
    lines: new Map([...lines].sort(([a], [b]) => a - b)),
    functions: functions.map(({ name, span, at }) => ({
      name,
      line: lineOf(at),
      count: spans.exactly(source.id, span).entered || spans.inside(source.id, span, ({ entered }) => entered),
    })),
    branches: branches.map(({ span, jumpIsTrue }) => {
      const { jumped, passed } = spans.exactly(source.id, span);
      const reached = jumped + passed > 0;
      return {
        line: lineOf(span.start),
        ways: reached ? (jumpIsTrue ? [jumped, passed] : [passed, jumped]) : undefined,
      };
    }),
  };
}

/** What was seen of a source in two compilations of it. Visits name a contract, not its compilation: what both know was seen once. */
function both(left: CoveredSource, right: CoveredSource): CoveredSource {
  return {
    ...left,
    lines: new Map([...left.lines].map(([line, count]) => [line, Math.max(count, right.lines.get(line) ?? 0)])),
    functions: left.functions.map((each, at) => ({
      ...each,
      count: Math.max(each.count, right.functions[at]?.count ?? 0),
    })),
    branches: left.branches.map(({ line, ways }, at) => {
      const other = right.branches[at]?.ways;
      return {
        line,
        ways: ways && other ? [Math.max(ways[0], other[0]), Math.max(ways[1], other[1])] : (ways ?? other),
      };
    }),
  };
}

/** A source that files of several compilations import is in each of them, and one of them may be what ran. */
function eachOnce(sources: readonly CoveredSource[]): CoveredSource[] {
  const byPath = new Map<string, CoveredSource>();
  for (const source of sources) {
    const known = byPath.get(source.path);
    byPath.set(source.path, known ? both(known, source) : source);
  }
  return [...byPath.values()];
}

/**
 * What tests have covered of the project's own sources; tests themselves and what helps them are left out.
 * @param tests whose files are tests, whatever they are called
 */
export function coverageOf(
  compiled: readonly CompiledProject[],
  { modules }: TestProject,
  visits: readonly CodeVisits[],
  tests: readonly TestContract[] = [],
): CoveredSource[] {
  const testFiles = new Set(tests.map(({ sourceName }) => sourceName));
  const sources = compiled.flatMap((project, index) => {
    const spans = seenSpans(project, visits);
    return project.sources.flatMap((source): CoveredSource[] => {
      const shown = modules[index]?.sources.find(({ id }) => id === source.id);
      if (!shown || shown.foreign || source.path === undefined) return [];
      if (isTestSource(source.name) || testFiles.has(source.name)) return [];
      return [coveredSource(source, shown, source.path, spans)];
    });
  });
  return eachOnce(sources)
    .filter(({ lines, functions }) => lines.size > 0 || functions.length > 0)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** How much is covered, of how much. */
interface Share {
  readonly hit: number;
  readonly of: number;
}

const lineShare = ({ lines }: CoveredSource): Share => ({
  hit: [...lines.values()].filter(Boolean).length,
  of: lines.size,
});
const functionShare = ({ functions }: CoveredSource): Share => ({
  hit: functions.filter(({ count }) => count > 0).length,
  of: functions.length,
});
const branchShare = ({ branches }: CoveredSource): Share => ({
  hit: branches.reduce((sum, { ways }) => sum + (ways ?? []).filter(Boolean).length, 0),
  of: branches.length * 2,
});

/** The report that editors and servers read. */
export function lcovReport(sources: readonly CoveredSource[]): string {
  const records = sources.map((source) => {
    const { path, lines, functions, branches } = source;
    const [line, fn, branch] = [lineShare(source), functionShare(source), branchShare(source)];
    return [
      "TN:",
      // The format has no way to write a line's end: a name with one would say whatever it likes of other files.
      `SF:${visibleLine(path)}`,
      ...functions.map((each) => `FN:${each.line},${visibleLine(each.name)}`),
      ...functions.map(({ count, name }) => `FNDA:${count},${visibleLine(name)}`),
      `FNF:${fn.of}`,
      `FNH:${fn.hit}`,
      ...[...lines].map(([number, count]) => `DA:${number},${count}`),
      `LF:${line.of}`,
      `LH:${line.hit}`,
      ...branches.flatMap((each, block) =>
        [0, 1].map((way) => `BRDA:${each.line},${block},${way},${each.ways?.[way] ?? "-"}`),
      ),
      `BRF:${branch.of}`,
      `BRH:${branch.hit}`,
      "end_of_record",
    ].join("\n");
  });
  return records.length === 0 ? "" : `${records.join("\n")}\n`;
}

const percent = ({ hit, of }: Share): string => `${of === 0 ? "100" : ((100 * hit) / of).toFixed(1)} % (${hit}/${of})`;

/** A table for a terminal: lines, branches and functions of each source. */
export function coverageTable(sources: readonly CoveredSource[], folder: string): string {
  const rows = sources.map((source) => [
    visibleLine(relative(folder, source.path)),
    percent(lineShare(source)),
    percent(branchShare(source)),
    percent(functionShare(source)),
  ]);
  const all = [["", t("% lines"), t("% branches"), t("% functions")], ...rows];
  return [...tableLines(all), ""].join("\n");
}
