import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import nodePath, { resolve } from "node:path";
import { testPattern } from "../../contractTests/discover/selectTests";
import { t, text } from "../../text/catalogue";
import { pathBelow, withSlashes } from "../../text/pathBelow";
import { isTestSource } from "../../text/sourceNames";
import { WrongCommandLine } from "../options/commandLine";
import { integerOf } from "../options/optionValues";
import type { Usage } from "../output/usageText";

/** What `chainside test --mutate` is to do. */
export interface MutationChoice {
  readonly path: string | undefined;
  readonly contract: RegExp | undefined;
  readonly jobs: number;
  /** In seconds; undefined: that of `foundry.toml`, or by the time that the tests take. */
  readonly timeout: number | undefined;
  readonly max: number | undefined;
  /** In percent. */
  readonly threshold: number | undefined;
}

export const mutationUsage: Usage["options"] = [
  [
    "--mutate",
    text(
      "change the sources behind the tests, one change at a time, and show the changes that no test notices; FILEs that aren't tests name the sources to change",
    ),
  ],
  ["--mutate-path GLOB", text("with --mutate: only sources that match")],
  ["--mutate-contract REGEXP", text("with --mutate: only contracts whose names match")],
  ["--mutate-max N", text("with --mutate: at most N mutants, chosen by the seed")],
  [
    "--mutation-jobs N",
    text("with --mutate: try N mutants at the same time (default: one for each processor, at most 4)"),
  ],
  [
    "--mutation-timeout SECONDS",
    text(
      "with --mutate: stop the tests of a mutant after this time (default: 5 times their usual time, at least 10 s)",
    ),
  ],
  ["--mutation-threshold PERCENT", text("with --mutate: fail if fewer than PERCENT of the mutants are killed")],
];

export const mutationArguments = {
  mutate: { type: "boolean", default: false },
  "mutate-path": { type: "string" },
  "mutate-contract": { type: "string" },
  "mutate-max": { type: "string" },
  "mutation-jobs": { type: "string" },
  "mutation-timeout": { type: "string" },
  "mutation-threshold": { type: "string" },
} as const;

const details = [
  "mutate-path",
  "mutate-contract",
  "mutate-max",
  "mutation-jobs",
  "mutation-timeout",
  "mutation-threshold",
] as const;
/** Options that say what becomes of the tests themselves. */
const foreign = ["gas-snapshot", "junit", "coverage", "watch", "trace"] as const;

type MutationValues = Readonly<
  { readonly mutate: boolean } & { readonly [Name in (typeof details)[number]]?: string | undefined } & {
    readonly [Name in (typeof foreign)[number]]?: string | boolean | undefined;
  }
>;

/** Undefined where no mutants are wanted. @throws WrongCommandLine */
export function mutationOf(values: MutationValues): MutationChoice | undefined {
  if (!values.mutate) {
    const alone = details.find((name) => values[name] !== undefined);
    if (alone !== undefined) throw new WrongCommandLine(t("--{0} requires {1}", alone, "--mutate"));
    return undefined;
  }
  const other = foreign.find((name) => values[name]);
  if (other !== undefined) throw new WrongCommandLine(t("--{0} can't be combined with {1}", other, "--mutate"));
  const contract = values["mutate-contract"];
  return {
    path: values["mutate-path"],
    contract: contract === undefined ? undefined : regularExpression("mutate-contract", contract),
    jobs:
      integerOf("mutation-jobs", values["mutation-jobs"], { min: 0, max: 64 }) || Math.min(availableParallelism(), 4),
    timeout: integerOf("mutation-timeout", values["mutation-timeout"], { min: 1, max: 86_400 }),
    max: integerOf("mutate-max", values["mutate-max"], { min: 1 }),
    threshold: integerOf("mutation-threshold", values["mutation-threshold"], { min: 0, max: 100 }),
  };
}

/** @throws WrongCommandLine for what is none */
export function regularExpression(option: string, value: string): RegExp {
  try {
    return testPattern(value);
  } catch {
    throw new WrongCommandLine(t("--{0} must be a regular expression, not {1}", option, value));
  }
}

/** Paths of a command line that name sources to change (absolute), and those that name tests. */
export function mutationTargets(
  paths: readonly string[],
  folder: string,
): { readonly targets: readonly string[]; readonly tests: readonly string[] } {
  const isTarget = (path: string): boolean => {
    const whole = resolve(folder, path);
    const below = withSlashes(pathBelow(folder, whole, nodePath) ?? path, nodePath);
    return path.endsWith(".sol") && !isTestSource(below) && !statSync(whole).isDirectory();
  };
  return {
    targets: paths.filter(isTarget).map((path) => resolve(folder, path)),
    tests: paths.filter((path) => !isTarget(path)),
  };
}
