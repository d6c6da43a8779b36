import { mergedGas } from "../run/functionGas";
import type { TestContract, TestResult } from "../testProject";

/** What a function took in all tests together, in calls that did not fail. */
interface ReportedGas {
  /** `transfer(address,uint256)`. */
  readonly signature: string;
  readonly calls: number;
  readonly min: number;
  readonly mean: number;
  readonly median: number;
  readonly max: number;
}

/** Functions of a contract that tests called. */
export interface ContractGas {
  /** `src/Token.sol:Token`. */
  readonly contract: string;
  /** By signature. */
  readonly functions: readonly ReportedGas[];
}

/** The number in the middle of numbers that are counted. */
function medianOf(counts: readonly (readonly [gas: number, calls: number])[]): number {
  const sorted = [...counts].sort(([left], [right]) => left - right);
  const all = sorted.reduce((sum, [, calls]) => sum + calls, 0);
  let before = 0;
  for (const [gas, calls] of sorted) {
    before += calls;
    if (before > all >> 1) return gas;
  }
  return 0;
}

/** Gas of functions by contract, those of the tests themselves left out. */
export function gasReport(results: readonly TestResult[], tests: readonly TestContract[]): ContractGas[] {
  const sources = new Set(tests.map(({ sourceName }) => sourceName));
  const contracts = new Map<string, ReportedGas[]>();
  for (const { source, contract, signature, calls, min, max, total, counts } of mergedGas(
    results.flatMap(({ functionGas = [] }) => functionGas),
  )) {
    if (sources.has(source)) continue;
    const id = `${source}:${contract}`;
    const entry = { signature, calls, min, mean: Math.round(total / calls), median: medianOf(counts ?? []), max };
    contracts.set(id, [...(contracts.get(id) ?? []), entry]);
  }
  const byName = (left: string, right: string): number => (left < right ? -1 : 1);
  return [...contracts]
    .sort(([left], [right]) => byName(left, right))
    .map(([contract, functions]) => ({
      contract,
      functions: functions.sort((left, right) => byName(left.signature, right.signature)),
    }));
}
