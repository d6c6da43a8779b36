// What `npm test` was asked for.

export const suiteNames = [
  "lint",
  "unit",
  "protocol",
  "interop",
  "extension",
  "oldest",
  "ui",
  "ui-oldest",
  "tlcp",
  "windows",
  "java",
  "web3",
] as const;
export type SuiteName = (typeof suiteNames)[number];

/** Run by `--all`, or by name. */
export const isExtra = (name: SuiteName): boolean => name === "web3";

export interface TestOptions {
  /** The suites of `--only`; undefined: all. */
  only: SuiteName[] | undefined;
  desktop: boolean;
  changed: boolean;
  /** Every suite whole, whatever is known of it (`scope.ts`). */
  all: boolean;
  /** No answer of a compiler from an earlier run counts. */
  cold: boolean;
  grep: string | undefined;
  /** The revision since which `--changed` looks. */
  since: string;
  /** How many files of the workbench may be run once more. */
  repeats: number;
}

/** @throws Error with what to write instead, if a suite is unknown */
export function readOptions(args: readonly string[]): TestOptions {
  const value = (name: string): string | undefined => {
    const index = args.indexOf(`--${name}`);
    return index < 0 ? undefined : (args[index + 1] ?? "");
  };
  const changed = args.includes("--changed");
  return {
    only: changed ? ["lint", "unit"] : named(value("only")),
    desktop: args.includes("--desktop"),
    changed,
    all: args.includes("--all") || args.includes("--cold"),
    cold: args.includes("--cold"),
    grep: value("grep"),
    since: value("since") ?? "HEAD",
    repeats: Number(value("repeat") ?? 0),
  };
}

function named(list: string | undefined): SuiteName[] | undefined {
  if (list === undefined) return undefined;
  const names = list.split(",").filter((name) => name.length > 0);
  const known = names.filter(isSuiteName);
  if (known.length === names.length && known.length > 0) return known;
  throw new Error(`unknown suite "${names.filter((name) => !isSuiteName(name))}"; there are: ${suiteNames.join(", ")}`);
}

export function isSuiteName(name: string): name is SuiteName {
  return suiteNames.some((each) => each === name);
}
