import path, { relative } from "node:path";
import { xml, xmlSeconds } from "../../contractTests/report/xmlText";
import type { StepResult } from "../../scenarios/run/runScenario";
import { type LocalizableText, say, t } from "../../text/catalogue";
import { pathBelow } from "../../text/pathBelow";
import { visibleLine } from "../../text/visibleText";
import type { Complaint } from "../../yaml/complaint";
import { placeText } from "../output/placeText";
import { complain, printJson } from "../output/print";
import { errorJson, errorLines } from "../output/showError";

/** What came of a scenario on one chain. */
export interface ScenarioResult {
  readonly file: string;
  readonly title: string;
  /** The chain in a few words. */
  readonly chain: string;
  readonly steps: readonly StepResult[];
  /** Why it was not run at all. */
  readonly skipped?: LocalizableText;
  /** Why it could not be begun. */
  readonly broken?: readonly string[];
}

const marks = { passed: "✓", failed: "✗", notRun: "–" } as const;

/** `shop.chain.yaml:12:5 No account is named "alce".` */
export const complaintLine = ({ place: position, message }: Complaint, folder: string): string =>
  `${placeText(position, folder)} ${say(message)}`;

/** Says what is wrong with files, or prints it as JSON. */
export function tellComplaints(complaints: readonly Complaint[], json: boolean): void {
  if (json)
    printJson(
      JSON.stringify({ complaints: complaints.map(({ place, message }) => ({ place, message: say(message) })) }),
    );
  else complain(complaints.map((each) => complaintLine(each, process.cwd())).join("\n"));
}

/** Whether all went well. */
export const hasPassed = ({ steps, skipped, broken }: ScenarioResult): boolean =>
  !skipped && !broken && steps.every(({ status }) => status === "passed");

async function failureLines({ failure }: StepResult, folder: string): Promise<string[]> {
  if (!failure) return [];
  const { place: position, text, error } = failure;
  const words = text ? [say(text)] : error ? await errorLines(error) : [];
  return [placeText(position, folder), ...words];
}

/** One scenario on one chain, for people. */
export async function scenarioReport(result: ScenarioResult, folder: string): Promise<string> {
  const { file, title, chain, steps, skipped, broken } = result;
  const lines = [visibleLine(`${pathBelow(folder, file, path) ?? file}${title === "" ? "" : `: ${title}`} (${chain})`)];
  if (skipped) lines.push(`  – ${say(skipped)}`);
  for (const line of broken ?? []) lines.push(`  ✗ ${line}`);
  for (const step of steps) {
    lines.push(`  ${marks[step.status]} ${visibleLine(step.step.title)}`);
    lines.push(...(await failureLines(step, folder)).map((line) => `      ${line}`));
  }
  return [...lines, ""].join("\n");
}

/** The numbers of a whole run. */
export function runSummary(results: readonly ScenarioResult[]): string {
  const passed = results.filter(hasPassed).length;
  const skipped = results.filter((each) => each.skipped).length;
  const failed = results.length - passed - skipped;
  return t("passed {0}, failed {1}, skipped {2}", passed, failed, skipped);
}

/** The results for programs. */
export function resultsJson(results: readonly ScenarioResult[]): object {
  return {
    results: results.map(({ file, title, chain, steps, skipped, broken }) => ({
      file,
      title,
      chain,
      ...(skipped ? { skipped: say(skipped) } : {}),
      ...(broken ? { broken } : {}),
      steps: steps.map(({ step, status, durationMs, failure }) => ({
        title: step.title,
        line: step.place.line,
        status,
        durationMs: Math.round(durationMs),
        ...(failure
          ? {
              failure: {
                place: failure.place,
                ...(failure.text ? { message: say(failure.text) } : {}),
                ...(failure.error ? { error: errorJson(failure.error) } : {}),
              },
            }
          : {}),
      })),
    })),
  };
}

async function testCase(result: ScenarioResult, step: StepResult, folder: string): Promise<string> {
  const name = `${step.step.place.line}: ${step.step.title}`;
  const head = `    <testcase name="${xml(name)}" classname="${xml(`${result.title} (${result.chain})`)}" file="${xml(relative(folder, result.file))}" time="${xmlSeconds(step.durationMs)}"`;
  if (step.status === "notRun") return `${head}><skipped/></testcase>`;
  const [place = "", ...words] = await failureLines(step, folder);
  if (step.status === "passed") return `${head}/>`;
  return `${head}><failure message="${xml(words.join(" "))}" type="failure">${xml(`${place}\n${words.join("\n")}`)}</failure></testcase>`;
}

/** A scenario that did not begin is one test of its own. */
function wholeCase({ title, chain, skipped, broken }: ScenarioResult): string[] {
  const head = `    <testcase name="${xml(title)}" classname="${xml(`${title} (${chain})`)}" time="0.000">`;
  if (skipped) return [`${head}<skipped message="${xml(say(skipped))}"/></testcase>`];
  return broken ? [`${head}<failure message="${xml(broken.join(" "))}" type="failure"/></testcase>`] : [];
}

/** A JUnit report: a suite for each scenario on each chain, a test for each step. */
export async function scenarioJunit(results: readonly ScenarioResult[], folder: string): Promise<string> {
  const suites: string[] = [];
  for (const result of results) {
    const { steps, skipped, broken } = result;
    const count = (status: StepResult["status"]): number => steps.filter((each) => each.status === status).length;
    const whole = wholeCase(result);
    const time = xmlSeconds(steps.reduce((sum, { durationMs }) => sum + durationMs, 0));
    const numbers = `tests="${steps.length + whole.length}" failures="${count("failed") + (broken ? 1 : 0)}" errors="0" skipped="${count("notRun") + (skipped ? 1 : 0)}" time="${time}"`;
    suites.push(
      `  <testsuite name="${xml(`${relative(folder, result.file)} (${result.chain})`)}" ${numbers}>`,
      ...whole,
    );
    for (const step of steps) suites.push(await testCase(result, step, folder));
    suites.push("  </testsuite>");
  }
  return ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>", ...suites, "</testsuites>", ""].join("\n");
}
