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

/** What is another than in an earlier snapshot; tests that came or went are none. */
export function gasDifferences(before: string, now: string): string[] {
  const [old, present] = [gasOf(before), gasOf(now)];
  return [...present].flatMap(([name, gas]) => {
    const was = old.get(name);
    if (was === undefined || was === gas) return [];
    const percent = was === 0 ? "" : ` (${gas > was ? "+" : ""}${(((gas - was) / was) * 100).toFixed(2)} %)`;
    return [`${name}: ${was} → ${gas}${percent}`];
  });
}
