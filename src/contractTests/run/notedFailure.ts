import type { FailedComparison } from "../cheats/testState";

const error = "Error: ";
/** How libraries name the two sides, behind blanks that put them below each other. */
const side = /^ {0,20}(Left|Right|Expected|Actual): (.*)$/s;

/**
 * What older test libraries print when an assertion fails, instead of reverting: `Error: a == b not satisfied [uint]`, and below it both
 * sides; a line with the test's own words stands before. Of several the first counts.
 * @param lines what the test printed
 */
export function notedFailure(lines: readonly string[]): FailedComparison {
  const first = lines.findIndex((line) => line.startsWith(error));
  const plain = "assertion failed";
  if (first < 0) return { message: plain, actual: undefined, expected: undefined };
  const sides = new Map<string, string>();
  const reasons: string[] = [];
  for (const line of lines.slice(first)) {
    const [, name, value] = side.exec(line) ?? [];
    if (name !== undefined) sides.set(name, value ?? "");
    else if (line.startsWith(error) && sides.size === 0 && reasons.length < 2) reasons.push(line.slice(error.length));
    else break;
  }
  const [own, rule] = reasons.length > 1 ? reasons : [plain, reasons[0]];
  const actual = sides.get("Actual") ?? sides.get("Left");
  const expected = sides.get("Expected") ?? sides.get("Right");
  const values = actual === undefined || expected === undefined ? "" : `: ${actual}, ${expected}`;
  return { message: `${own}: ${rule}${values}`, actual, expected };
}
