import { relative } from "node:path";
import type { TestContract, TestFailure, TestResult, TextPlace } from "../../contractTests/testProject";
import { plainText, text } from "../../nodeConfig/localizableText";
import type { Translate } from "../translation";

const marks = { passed: "✓", failed: "✗", skipped: "–" } as const;

/** `test/Token.t.sol:12:5` */
function placeText({ file, line, column }: TextPlace, folder: string): string {
  const inside = relative(folder, file);
  return `${inside.startsWith("..") || inside === "" ? file : inside}:${line}:${column}`;
}

function numbersOf({ kind, gas, meanGas, runs, lines, status }: TestResult): string {
  if (status === "skipped") return "";
  if (kind === "fuzz") return ` (runs ${runs}, gas ~${gas}, μ ${meanGas})`;
  if (kind === "invariant") return ` (runs ${runs}${lines[0]?.endsWith(" calls") ? `, ${lines[0]}` : ""})`;
  return ` (gas ${gas})`;
}

/** Why a test failed, indented below its line. */
function failureLines(failure: TestFailure, folder: string, withTrace: boolean): string[] {
  const own = failure.stack.filter(({ foreign }) => !foreign);
  return [
    `    ${failure.message}`,
    ...(failure.actual === undefined
      ? []
      : [`      actual    ${failure.actual}`, `      expected  ${failure.expected}`]),
    ...(failure.counterexample ?? []).map((line) => `      ${line}`),
    ...own.map((line) => `      at ${line.name} (${placeText(line, folder)})`),
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
    const reason = skipReason ? `: ${skipReason}` : "";
    const said = result.kind === "invariant" && status === "passed" ? [] : result.lines;
    return [
      `  ${marks[status]} ${test}${reason}${numbersOf(result)}`,
      ...said.map((line) => `    │ ${line}`),
      ...(failure ? failureLines(failure, folder, withTrace) : []),
    ];
  });
  return [contract.id, ...lines, ""].join("\n");
}

/** How many passed, failed and were skipped, in plain numbers; `N passed` is said last. */
export function summary(results: readonly TestResult[], seed: string, seconds: number, translate: Translate): string {
  const count = (status: TestResult["status"]): number => results.filter((each) => each.status === status).length;
  const said = (message: ReturnType<typeof text>): string => plainText(message, translate);
  return [
    said(text("Seed {0}, {1} seconds.", seed, seconds.toFixed(1))),
    said(text("passed {0}, failed {1}, skipped {2}", count("passed"), count("failed"), count("skipped"))),
  ].join("\n");
}

/** GitHub shows these at the lines of a change. */
export function githubAnnotations(results: readonly TestResult[], folder: string): string[] {
  const escaped = (value: string): string =>
    value.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const property = (value: string): string => escaped(value).replaceAll(":", "%3A").replaceAll(",", "%2C");
  return results.flatMap(({ failure, test, contract }) => {
    if (!failure) return [];
    const { place } = failure;
    const file = place ? relative(folder, place.file) : (contract.split(":")[0] ?? "");
    const at = place ? `,line=${place.line},col=${place.column}` : "";
    const values = failure.counterexample ? ` (${failure.counterexample.join("; ")})` : "";
    return [`::error file=${property(file)}${at},title=${property(test)}::${escaped(failure.message + values)}`];
  });
}
