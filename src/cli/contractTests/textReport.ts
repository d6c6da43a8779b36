import path from "node:path";
import type { ContractGas } from "../../contractTests/measure/gasReport";
import type { TestContract, TestFailure, TestResult } from "../../contractTests/testProject";
import { t } from "../../text/catalogue";
import { clauses, labelled, noted, separated } from "../../text/joining";
import { pathBelow } from "../../text/pathBelow";
import { visibleLine } from "../../text/visibleText";
import { githubCommand } from "../output/githubCommand";
import { placeText } from "../output/placeText";
import { textTable } from "../output/textTable";

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

/** The lines of one result. */
export function resultLines(result: TestResult, folder: string, withTrace: boolean): string[] {
  const { kind, status, test, failure, skipReason } = result;
  const logged = kind === "invariant" && status === "passed" ? [] : result.lines;
  return [
    `  ${marks[status]} ${noted(skipReason ? labelled(test, skipReason) : test, numbersOf(result))}`,
    ...logged.flatMap((line) => line.split("\n")).map((line) => `    │ ${line}`),
    ...(failure ? failureLines(failure, folder, withTrace) : []),
  ];
}

/** Tests by files and contracts, indented. */
export function testList(contracts: readonly TestContract[]): string {
  const lines: string[] = [];
  let file: string | undefined;
  for (const { sourceName, name, tests } of contracts) {
    if (sourceName !== file) lines.push(visibleLine(sourceName));
    file = sourceName;
    lines.push(`  ${visibleLine(name)}`, ...tests.map(({ signature }) => `    ${visibleLine(signature)}`));
  }
  return lines.join("\n");
}

/** A table for each contract. */
export function gasTables(report: readonly ContractGas[]): string {
  const heads = [t("Function"), t("Calls"), t("Min."), t("Mean"), t("Median"), t("Max.")];
  return report
    .map(({ contract, functions }) => {
      const rows = functions.map(({ signature, calls, min, mean, median, max }) => [
        signature,
        ...[calls, min, mean, median, max].map(String),
      ]);
      return [visibleLine(contract), ...textTable(heads, rows, [1, 2, 3, 4, 5]), ""].join("\n");
    })
    .join("\n");
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
