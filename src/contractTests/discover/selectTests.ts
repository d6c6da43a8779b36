import type { TestContract } from "../testProject";

/** Whether the text holds the pattern; `*` stands for anything. */
function holds(text: string, pattern: string): boolean {
  let from = 0;
  for (const part of pattern.split("*")) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}

/** The tests whose `Contract.test` holds the pattern; all without one. */
export function selectTests(contracts: readonly TestContract[], pattern: string | undefined): TestContract[] {
  if (pattern === undefined || pattern === "") return [...contracts];
  return contracts
    .map((contract) => ({
      ...contract,
      tests: contract.tests.filter(({ signature }) => holds(`${contract.name}.${signature}`, pattern)),
    }))
    .filter(({ tests }) => tests.length > 0);
}
