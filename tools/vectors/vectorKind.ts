/** What a file of vectors says about our code: how many of its cases of one kind match, and why the others do not. */
export interface KindOutcome {
  kind: string;
  matched: number;
  total: number;
  /** One line a mismatch: which case, what differs. */
  mismatches: string[];
}

/** A file's content once parsed. Which kind it holds is told by its members, not by its name. */
export interface VectorFile {
  [member: string]: unknown;
}

/** Runs the check on each case; a throw is a mismatch too. `check` gives what differs, or nothing. */
export function checkCases<T>(kind: string, cases: readonly T[], check: (vector: T) => string[]): KindOutcome {
  const outcome: KindOutcome = { kind, matched: 0, total: cases.length, mismatches: [] };
  for (const [index, vector] of cases.entries()) {
    let differences: string[];
    try {
      differences = check(vector);
    } catch (error) {
      differences = [`threw ${error instanceof Error ? error.message : String(error)}`];
    }
    if (differences.length === 0) outcome.matched++;
    else outcome.mismatches.push(`${caseName(vector, index)}: ${differences.join("; ")}`);
  }
  return outcome;
}

function caseName(vector: unknown, index: number): string {
  const named = vector as { id?: unknown; name?: unknown };
  return [`#${index}`, named.id, named.name].filter((part) => typeof part === "string").join(" ");
}

/** Names what differs, shortened. */
export function difference(what: string, actual: string, expected: string): string[] {
  if (actual === expected) return [];
  const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 77)}… (${text.length})` : text);
  return [`${what} is ${short(actual)}, expected ${short(expected)}`];
}
