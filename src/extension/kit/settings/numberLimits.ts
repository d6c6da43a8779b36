/** What settings that are numbers may be: integers, both ends included. The manifest has it from here; VS Code doesn't enforce it. */
export const numberLimits = {
  refreshIntervalMs: { minimum: 500, maximum: 86_400_000 },
  "blocks.pageSize": { minimum: 5, maximum: 200 },
  "history.budgetMB": { minimum: 10, maximum: 1_000_000 },
  "embeddedChain.accounts": { minimum: 1, maximum: 100 },
  "embeddedChain.port": { minimum: 0, maximum: 65_535 },
  "embeddedChain.web3Port": { minimum: 0, maximum: 65_535 },
  "embeddedChain.web3ProxyPort": { minimum: 0, maximum: 65_535 },
} as const;

/** Whether a number may be the value of a setting. */
export function isWithinLimits(name: string, value: number): boolean {
  const limits: Readonly<Record<string, { readonly minimum: number; readonly maximum: number }>> = numberLimits;
  const limit = Object.hasOwn(limits, name) ? limits[name] : undefined;
  return !limit || (Number.isInteger(value) && value >= limit.minimum && value <= limit.maximum);
}
