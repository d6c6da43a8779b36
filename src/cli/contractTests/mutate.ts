import nodePath from "node:path";
import type { StartState } from "../../contractTests/chain/startState";
import type { CompiledTests, TestRequest } from "../../contractTests/discover/compileTests";
import { selectsPath } from "../../contractTests/discover/selectTests";
import { readMutationConfig } from "../../contractTests/mutationRun/mutationConfig";
import { type MutationSummary, mutationJson, mutationSummary } from "../../contractTests/mutationRun/mutationReport";
import { type MutantResult, type MutationRun, runMutations } from "../../contractTests/mutationRun/mutationRun";
import type { TestResult } from "../../contractTests/testProject";
import type { SolidityCompiler } from "../../solidity/compile/compiler";
import { t } from "../../text/catalogue";
import { clauses, labelled, noted } from "../../text/joining";
import { pathBelow } from "../../text/pathBelow";
import { shortened } from "../../text/shortText";
import { visibleLine } from "../../text/visibleText";
import { stoppedCode } from "../options/stoppable";
import { githubCommand } from "../output/githubCommand";
import { placeText } from "../output/placeText";
import { complain, print, printJson, showStatus } from "../output/print";
import type { MutationChoice } from "./mutationOptions";

/** The tests of a project that mutants are tried with. */
interface MutationTests {
  readonly tests: CompiledTests;
  readonly request: TestRequest;
}

/** What a run needs of the command line. */
interface MutationSession {
  readonly choice: MutationChoice;
  /** Sources that were named, absolute files and folders; none: all. */
  readonly targets: readonly string[];
  readonly folder: string;
  readonly seed: string;
  readonly limitMs: number | undefined;
  readonly start: StartState | undefined;
  readonly json: boolean;
  readonly compiler: SolidityCompiler;
  newCompiler(): SolidityCompiler;
}

/** So much of a change is shown. */
const maxShown = 70;
/** Named of tests that fail. */
const maxFailed = 5;

const oneLine = (text: string): string => shortened(visibleLine(text.replace(/\s+/g, " ").trim()), maxShown);

/** `src/Shop.sol:12:9 binary-op: ">=" → ">"` */
function mutantLine({ mutant }: Pick<MutantResult, "mutant">, folder: string): string {
  const place = placeText({ file: mutant.path, line: mutant.line, column: mutant.column }, folder);
  const replacement =
    mutant.replacement === "" || mutant.replacement === "{}" ? t("(removed)") : oneLine(mutant.replacement);
  return `${place} ${mutant.operator}: ${oneLine(mutant.original)} → ${replacement}`;
}

function summaryLines(summary: MutationSummary): string[] {
  const { killed, survived, timed_out: late, invalid, equivalent, uncovered, skipped, mutation_score: score } = summary;
  return [
    score === null
      ? t("Mutation score: none, as no mutant could be judged")
      : t("Mutation score: {0} % ({1} of {2} killed)", score, killed, killed + survived),
    clauses([
      t("killed {0}", killed),
      t("survived {0}", survived),
      t("timed out {0}", late),
      t("don't compile {0}", invalid),
      t("same bytecode {0}", equivalent),
      t("not reached by tests {0}", uncovered),
      ...(skipped > 0 ? [t("not tried {0}", skipped)] : []),
    ]),
  ];
}

function failedBaseline(results: readonly TestResult[]): string {
  const failed = results.filter(({ status }) => status === "failed");
  const names = failed
    .slice(0, maxFailed)
    .map(({ contract, test }) => `  ${visibleLine(contract)} ${visibleLine(test)}`);
  return [
    t(
      "{0} tests fail without any change. Fix them, or leave them out with --no-match-test or --no-match-contract.",
      failed.length,
    ),
    ...names,
  ].join("\n");
}

/** Tries mutants of one project, and reports the survivors as they are found. */
async function mutateProject(
  { choice, targets, folder, seed, limitMs, start, json, compiler, newCompiler }: MutationSession,
  { tests, request }: MutationTests,
  signal: AbortSignal,
): Promise<MutationRun> {
  const { root } = tests.project;
  const config = await readMutationConfig(root);
  const tell = json ? complain : print;
  const fits = selectsPath({ path: choice.path });
  const isWanted = (path: string): boolean =>
    (targets.length === 0 || targets.includes(path)) && fits(pathBelow(root, path, nodePath) ?? path);
  const timeout = choice.timeout ?? config.timeout;
  return runMutations(
    { tests, request, newCompiler: (job) => (job === 0 ? compiler : newCompiler()) },
    {
      seed,
      start,
      limitMs,
      timeoutMs: timeout === undefined ? undefined : timeout * 1000,
      max: choice.max,
      jobs: choice.jobs,
      selection: { isWanted, contract: choice.contract, operators: config.operators },
      signal,
    },
    {
      baseline: (done, of) => showStatus(t("Running the tests without changes: contracts {0} of {1}", done, of)),
      begun: ({ mutants, files, uncovered, tests: count }) => {
        showStatus("");
        tell(
          t(
            "{0} mutants in {1} files, tried with {2} tests; no test reaches {3} more.",
            mutants,
            files,
            count,
            uncovered,
          ),
        );
      },
      result: (result, done, of) => {
        showStatus("");
        if (result.verdict === "survived") tell(labelled(t("Survived"), mutantLine(result, folder)));
        if (result.verdict === "timedOut")
          tell(labelled(t("Timed out"), noted(mutantLine(result, folder), result.by ?? "")));
        if (done < of) showStatus(t("Mutants {0} of {1}; latest: {2}", done, of, mutantLine(result, folder)));
      },
    },
  ).finally(() => showStatus(""));
}

/** `chainside test --mutate`. @param signal ends the run with what it has found @returns the exit code */
export async function mutate(
  session: MutationSession,
  projects: readonly MutationTests[],
  signal: AbortSignal,
): Promise<number> {
  const { choice, folder, json } = session;
  const tell = json ? complain : print;
  const runs: MutationRun[] = [];
  for (const project of projects) {
    if (signal.aborted) break;
    const run = await mutateProject(session, project, signal);
    if (run.baseline.some(({ status }) => status === "failed")) {
      complain(failedBaseline(run.baseline));
      return 1;
    }
    runs.push(run);
  }
  const summary = mutationSummary(runs);
  const nameOf = (path: string): string => pathBelow(folder, path, nodePath) ?? path;
  const score = summary.mutation_score;
  const isBelow = choice.threshold !== undefined && (score === null || score < choice.threshold);
  if (json) printJson(JSON.stringify(mutationJson(runs, nameOf)));
  if (process.env["GITHUB_ACTIONS"] === "true") {
    for (const line of runs.flatMap(({ results }) => githubLines(results, nameOf))) tell(line);
  }
  if (signal.aborted) tell(t("Stopped. The same command goes on with the mutants that weren't tried."));
  if (summary.total === 0 && summary.uncovered === 0)
    tell(t("There is nothing to change: no source of the project fits."));
  for (const line of summaryLines(summary)) tell(line);
  if (isBelow) complain(t("The mutation score is below {0} %.", choice.threshold ?? 0));
  if (signal.aborted) return stoppedCode;
  return isBelow || summary.total === 0 ? 1 : 0;
}

/** GitHub shows these at the lines of a change. */
const githubLines = (results: readonly MutantResult[], nameOf: (path: string) => string): string[] =>
  results
    .filter(({ verdict }) => verdict === "survived")
    .map(({ mutant: { path, line, column, operator, original, replacement } }) =>
      githubCommand(
        "warning",
        { file: nameOf(path), line, col: column, title: t("No test notices this change") },
        `${operator}: ${oneLine(original)} → ${oneLine(replacement)}`,
      ),
    );
