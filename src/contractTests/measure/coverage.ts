import { relative } from "node:path";
import { visited } from "../../devchain/execution/interpreterLoop";
import type { CompiledCode, CompiledProject, CompiledSource } from "../../solidity/artifact/compiledProject";
import { t } from "../../text/catalogue";
import { bytesOfCode } from "../ground/artifacts";
import type { CodeVisits } from "../process/messages";
import { instructionNumbers, placeIn, readSourceMap } from "../report/sourceMap";
import type { TestContract, TestProject, TestSource } from "../testProject";
import { coverableItems, type Span } from "./coverableItems";

export interface CoveredBranch {
  readonly line: number;
  /** Whether it was seen to hold and not to hold; undefined: it was not reached. */
  readonly ways: readonly [boolean, boolean] | undefined;
}

/** What of a source has run. Lines from 1. */
export interface CoveredSource {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly lines: ReadonlyMap<number, boolean>;
  readonly functions: readonly { readonly name: string; readonly line: number; readonly covered: boolean }[];
  readonly branches: readonly CoveredBranch[];
}

/** More than a place where jumps arrive has run: such a place bears the name of what stands before it. */
const didSomething = 128;
const jumpDestination = 0x5b;

/** A stretch that some instruction comes from, and what was seen of it. */
interface SeenSpan extends Span {
  seen: number;
}

/** What was seen of the stretches of each source, by its number. */
class SeenSpans {
  readonly #bySource = new Map<number, Map<string, SeenSpan>>();
  readonly #sorted = new Map<number, readonly SeenSpan[]>();

  add(code: CompiledCode, visits: Uint8Array): void {
    const map = readSourceMap(code.sourceMap);
    const bytes = bytesOfCode(code);
    const numbers = instructionNumbers(bytes);
    for (let pc = 0; pc < bytes.length; pc++) {
      const seen = visits[pc] ?? 0;
      const place = seen === 0 ? undefined : map[numbers[pc] ?? -1];
      const more = bytes[pc] === jumpDestination ? 0 : didSomething;
      if (place && place.file >= 0) this.#note(place.file, place.start, place.start + place.length, seen | more);
    }
  }

  #note(source: number, start: number, end: number, seen: number): void {
    let spans = this.#bySource.get(source);
    if (!spans) {
      spans = new Map();
      this.#bySource.set(source, spans);
    }
    const key = `${start}:${end}`;
    const span = spans.get(key);
    if (span) span.seen |= seen;
    else spans.set(key, { start, end, seen });
  }

  /** What was seen of exactly this stretch. */
  exactly(source: number, { start, end }: Span): number {
    return this.#bySource.get(source)?.get(`${start}:${end}`)?.seen ?? 0;
  }

  /** Whether anything inside the stretch has run; of a statement, more than a place where jumps arrive. */
  inside(source: number, { start, end }: Span, wanted = visited.run | didSomething): boolean {
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
    for (let at = low; at < sorted.length && (sorted[at]?.start ?? end) < end; at++) {
      if ((sorted[at]?.end ?? end + 1) <= end && ((sorted[at]?.seen ?? 0) & wanted) !== 0) return true;
    }
    return false;
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
  const lines = new Map<number, boolean>();
  for (const span of statements) {
    const line = lineOf(span.start);
    lines.set(line, (lines.get(line) ?? false) || spans.inside(source.id, span, didSomething));
  }
  return {
    path,
    name: source.name,
    lines: new Map([...lines].sort(([a], [b]) => a - b)),
    functions: functions.map(({ name, span, at }) => ({
      name,
      line: lineOf(at),
      covered: spans.inside(source.id, span),
    })),
    branches: branches.map(({ span, jumpIsTrue }) => {
      const seen = spans.exactly(source.id, span);
      const [jumped, passed] = [(seen & visited.jumped) !== 0, (seen & visited.passed) !== 0];
      const reached = jumped || passed;
      return {
        line: lineOf(span.start),
        ways: reached ? (jumpIsTrue ? [jumped, passed] : [passed, jumped]) : undefined,
      };
    }),
  };
}

const isTest = (name: string): boolean => name.endsWith(".t.sol") || name.endsWith(".s.sol");

/** What was seen of a source in two compilations of it. */
function both(left: CoveredSource, right: CoveredSource): CoveredSource {
  return {
    ...left,
    lines: new Map([...left.lines].map(([line, covered]) => [line, covered || right.lines.get(line) === true])),
    functions: left.functions.map((each, at) => ({
      ...each,
      covered: each.covered || right.functions[at]?.covered === true,
    })),
    branches: left.branches.map(({ line, ways }, at) => {
      const other = right.branches[at]?.ways;
      return { line, ways: ways && other ? [ways[0] || other[0], ways[1] || other[1]] : (ways ?? other) };
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
 * What tests have covered of the project's own sources; tests themselves are left out.
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
      if (isTest(source.name) || testFiles.has(source.name)) return [];
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
  hit: functions.filter(({ covered }) => covered).length,
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
      `SF:${path}`,
      ...functions.map((each) => `FN:${each.line},${each.name}`),
      ...functions.map(({ covered, name }) => `FNDA:${covered ? 1 : 0},${name}`),
      `FNF:${fn.of}`,
      `FNH:${fn.hit}`,
      ...[...lines].map(([number, covered]) => `DA:${number},${covered ? 1 : 0}`),
      `LF:${line.of}`,
      `LH:${line.hit}`,
      ...branches.flatMap((each, block) =>
        [0, 1].map((way) => `BRDA:${each.line},${block},${way},${each.ways ? (each.ways[way] ? 1 : 0) : "-"}`),
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
    relative(folder, source.path),
    percent(lineShare(source)),
    percent(branchShare(source)),
    percent(functionShare(source)),
  ]);
  const all = [["", t("% lines"), t("% branches"), t("% functions")], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return [
    ...all.map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    ),
    "",
  ].join("\n");
}
