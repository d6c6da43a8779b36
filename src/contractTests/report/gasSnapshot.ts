import type { TestResult } from "../testProject";

/** A line for each test that passed, sorted: `CounterTest:test_Inc() (gas: 62832)`. */
export function gasSnapshot(results: readonly TestResult[]): string {
  const lines = results
    .filter(({ status, kind }) => status === "passed" && kind !== "invariant")
    .map(({ contract, test, kind, gas, meanGas, runs }) => {
      const name = `${contract.slice(contract.lastIndexOf(":") + 1)}:${test}`;
      return kind === "fuzz" ? `${name} (runs: ${runs}, μ: ${meanGas}, ~: ${gas})` : `${name} (gas: ${gas})`;
    });
  return `${[...new Set(lines)].sort().join("\n")}\n`;
}

/** Gas of tests by name: `CounterTest:test_Inc()`. */
export function gasOf(snapshot: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const line of snapshot.split("\n")) {
    const at = line.lastIndexOf(" (");
    const marks = ["gas: ", "~: "].map((mark) => ({ mark, place: line.indexOf(mark, at) }));
    const { mark = "", place = -1 } = marks.find((each) => each.place >= 0) ?? {};
    if (at < 0 || place < 0) continue;
    found.set(line.slice(0, at), Number.parseInt(line.slice(place + mark.length), 10));
  }
  return found;
}

/** What each transaction costs before anything runs; it is part of a test's gas here, and not of Foundry's. */
export const baseGas = 21_000;

/** What came of comparing gas with that of a file. */
interface GasComparison {
  /** The file was written by a tool that leaves out the base cost: it is left out of both. */
  readonly withoutBase: boolean;
  readonly differences: readonly string[];
}

/** Most tests of most projects take more than this besides the base cost's difference only where the file leaves that out. */
const plainlyWithout = 0.75 * baseGas;

/** The number in the middle; of an even count the upper of the two. 0 of none. */
export const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;

/**
 * What is another than in an earlier snapshot, ours or Foundry's; tests that came or went are none.
 * @param tolerance in percent: what differs by less is the same
 */
export function compareGas(before: string, now: string, tolerance = 0): GasComparison {
  const old = gasOf(before);
  const pairs = [...gasOf(now)].flatMap(([name, gas]) => {
    const was = old.get(name);
    return was === undefined ? [] : [{ name, gas, was }];
  });
  // nothing that ran here took less than the base cost
  const withoutBase =
    pairs.some(({ was }) => was < baseGas) && median(pairs.map(({ gas, was }) => gas - was)) > plainlyWithout;
  const differences = pairs.flatMap(({ name, gas: whole, was }) => {
    const gas = withoutBase ? whole - baseGas : whole;
    const percent = was === 0 ? Number.POSITIVE_INFINITY : ((gas - was) / was) * 100;
    if (was === gas || Math.abs(percent) <= tolerance) return [];
    const words = Number.isFinite(percent) ? ` (${gas > was ? "+" : ""}${percent.toFixed(2)} %)` : "";
    return [`${name}: ${was} → ${gas}${words}`];
  });
  return { withoutBase, differences };
}
