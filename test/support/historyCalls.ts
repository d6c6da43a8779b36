/** Those who call the contract History. */
export const people = ["1a", "2b", "3c"].map((each) => `0x${each.repeat(20)}`);

/** A random call of the contract History: the method, and its arguments. */
export function historyCall(below: (limit: number) => number): [method: string, args: unknown[]] {
  const calls: [string, unknown[]][] = [
    ["step", [below(1000)]],
    ["push", [below(9)]],
    ["pop", []],
    ["toggle", []],
    ["give", [people[below(3)]]],
    ["write", ["x".repeat(below(80))]],
    ["make", [below(40)]],
    ["raise", [below(3), below(60)]],
  ];
  return calls[below(calls.length)] ?? ["pop", []];
}
