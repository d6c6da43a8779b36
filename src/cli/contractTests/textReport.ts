import path from "node:path";
import type { TestContract, TestFailure, TestResult } from "../../contractTests/testProject";
import { t } from "../../text/catalogue";
import { clauses, labelled, noted, separated } from "../../text/joining";
import { pathBelow } from "../../text/pathBelow";
import { visibleLine } from "../../text/visibleText";
import { githubCommand } from "../output/githubCommand";
import { placeText } from "../output/placeText";

const marks = { passed: "✓", failed: "✗", skipped: "–" } as const;

function numbersOf({ kind, gas, meanGas, runs, lines, status }: TestResult): string {
  if (status === "skipped") return "";
  if (kind === "fuzz") return t("runs {0}, gas ~{1}, μ {2}", runs ?? 0, gas, meanGas ?? 0);
  if (kind === "invariant") return clauses([t("runs {0}", runs ?? 0), ...(status === "passed" ? lines : [])]);
  return t("gas {0}", gas);
}

/** Why a test failed, indented below its line. */
function failureLines(failure: TestFailure, folder: string, withTrace: boolean): string[] {
  const own = failure.stack.filter(({ foreign }) => !foreign);
  return [
    ...failure.message.split("\n").map((line) => `    ${line}`),
    ...(failure.actual === undefined
      ? []
      : [`      ${t("Actual: {0}", failure.actual)}`, `      ${t("Expected: {0}", failure.expected ?? "")}`]),
    ...(failure.counterexample ?? []).map((line) => `      ${line}`),
    ...own.map((line) => `      ${t("at {0} ({1})", line.name, placeText(line, folder))}`),
    ...(withTrace ? ["", ...failure.trace.map((line) => `      ${line}`)] : []),
  ];
}

/** The results of one contract. */
export function contractReport(
  contract: TestContract,
  results: readonly TestResult[],
  folder: string,
  withTrace: boolean,
): string {
  const lines = results.flatMap((result) => {
    const { status, test, failure, skipReason } = result;
    const messages = result.kind === "invariant" && status === "passed" ? [] : result.lines;
    return [
      `  ${marks[status]} ${noted(skipReason ? labelled(test, skipReason) : test, numbersOf(result))}`,
      ...messages.flatMap((line) => line.split("\n")).map((line) => `    │ ${line}`),
      ...(failure ? failureLines(failure, folder, withTrace) : []),
    ];
  });
  return [visibleLine(contract.id), ...lines, ""].join("\n");
}

/** How many passed, failed and were skipped, in plain numbers; `N passed` is said last. */
export function summary(results: readonly TestResult[], seed: string, seconds: number): string {
  const count = (status: TestResult["status"]): number => results.filter((each) => each.status === status).length;
  return [
    t("Seed {0}, {1} s", seed, seconds.toFixed(1)),
    t("passed {0}, failed {1}, skipped {2}", count("passed"), count("failed"), count("skipped")),
  ].join("\n");
}

/** GitHub shows these at the lines of a change. */
export function githubAnnotations(results: readonly TestResult[], folder: string): string[] {
  return results.flatMap(({ failure, test, contract }) => {
    if (!failure) return [];
    const { place } = failure;
    const file = place ? (pathBelow(folder, place.file, path) ?? place.file) : (contract.split(":")[0] ?? "");
    const at = place ? { line: place.line, col: place.column } : {};
    const values = failure.counterexample ? separated(failure.counterexample) : "";
    return [githubCommand("error", { file, ...at, title: test }, noted(failure.message, values))];
  });
}
