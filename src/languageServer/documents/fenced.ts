/** Solidity in a fence that it can't end. */
export function fenced(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${fence}solidity\n${text}\n${fence}\n`;
}
