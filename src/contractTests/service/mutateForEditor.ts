import { availableParallelism } from "node:os";
import type { SolidityCompiler } from "../../solidity/compile/compiler";
import type { CompiledTests, TestRequest } from "../discover/compileTests";
import { readMutationConfig } from "../mutationRun/mutationConfig";
import { mutationSummary } from "../mutationRun/mutationReport";
import { type MutantResult, runMutations } from "../mutationRun/mutationRun";
import { usualLimitMs } from "../process/testPool";
import type { TestResult } from "../testProject";
import type { EditorTestNews } from "./messages";

/** Mutants are tried two at a time: an editor has other things to do. */
const jobs = Math.min(availableParallelism(), 2);

/** Tells an editor of a change that no test noticed, or whose tests took too long. */
function news({ mutant, verdict, tests }: MutantResult): EditorTestNews[] {
  if (verdict !== "survived" && verdict !== "timedOut") return [];
  const { path, line, column, operator, original, replacement } = mutant;
  return [{ kind: "mutant", mutant: { path, line, column, operator, original, replacement, verdict, tests } }];
}

/**
 * Tries mutants with the tests that an editor wants.
 * @param report hears of each test as it is without changes
 * @throws what `runMutations` throws
 */
export async function mutateForEditor(
  tests: CompiledTests,
  request: TestRequest,
  newCompiler: (job: number) => SolidityCompiler,
  {
    tell,
    report,
    signal,
  }: { tell(news: EditorTestNews): void; report(result: TestResult): void; readonly signal: AbortSignal },
): Promise<void> {
  const { timeout, operators } = await readMutationConfig(tests.project.root);
  const run = await runMutations(
    { tests, request, newCompiler },
    {
      seed: tests.seed ?? "1",
      start: undefined,
      limitMs: usualLimitMs,
      timeoutMs: timeout === undefined ? undefined : timeout * 1000,
      max: undefined,
      jobs,
      selection: { operators },
      signal,
    },
    {
      result: (result, done, of) => {
        for (const each of news(result)) tell(each);
        tell({ kind: "mutants", done, of });
      },
    },
  );
  for (const result of run.baseline) report(result);
  const { killed, survived, timed_out: timedOut, uncovered, mutation_score: score } = mutationSummary([run]);
  tell({ kind: "mutated", summary: { killed, survived, timedOut, uncovered, score } });
}
