import * as vscode from "vscode";
import type {
  EditorCoverage,
  EditorTest,
  EditorTestNews,
  EditorTestOrder,
  EditorTestResult,
} from "../../../contractTests/service/messages";
import type { CryptoSuiteName } from "../../../crypto/cryptoSuite";
import { joinSentences, shortListed } from "../../../text/joining";
import { visibleLine, visibleText } from "../../../text/visibleText";
import { startTestProgram } from "../../flows/operations/testProgram";
import { Cancellation } from "../../kit/asking/progress";
import { terminalText } from "../../kit/text/shownText";
import type { Chainside } from "../../state/chainside";
import { progressText } from "../../state/solidity/compileProgress";
import { compilersFolder } from "../../state/solidity/compileService";
import type { GasHistory } from "./gasHistory";
import { Survivors } from "./survivors";
import { type RanTest, TestDebugger } from "./testDebugger";
import { failureMessage, outputOf, problemMessage } from "./testMessages";
import type { TestTree } from "./testTree";

/**
 * Runs tests in a process of their own (`dist/contractTestService.js`), which ends with the run; cancelling ends it at once.
 * @returns whether it came to its end; false when it was cancelled
 * @throws ChainError what the process tells of itself; Error when it ends before it is done; whatever `report` throws
 */
async function runTestProcess(
  file: string,
  order: EditorTestOrder,
  report: (news: EditorTestNews) => void,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted) return false;
  const program = startTestProgram(file);
  try {
    await program.order("run", order, { tells: report, signal });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  } finally {
    // Told so, it ends its compilers and test processes. One that is busy with a test of its own doesn't hear it, and has none.
    program.end();
  }
}

const lineStart = (line: number): vscode.Position => new vscode.Position(line - 1, 0);

/** Statements, the two ways of conditions, and functions of a source, as VS Code shows them. */
function coverageDetails({ lines, branches, functions }: EditorCoverage): vscode.FileCoverageDetail[] {
  const covered = new Map(lines.map((each) => [each.line, each.count]));
  // A condition may stand on a line where no statement begins.
  for (const { line, holds, fails } of branches) if (!covered.has(line)) covered.set(line, holds + fails);
  const statements = [...covered].map(([line, executed]) => {
    const ways = branches
      .filter((branch) => branch.line === line)
      .flatMap(({ holds, fails }) => [
        new vscode.BranchCoverage(holds, lineStart(line), vscode.l10n.t("condition holds")),
        new vscode.BranchCoverage(fails, lineStart(line), vscode.l10n.t("condition doesn't hold")),
      ]);
    return new vscode.StatementCoverage(executed, lineStart(line), ways);
  });
  const declarations = functions.map(
    ({ name, line, count: executed }) => new vscode.DeclarationCoverage(visibleLine(name), executed, lineStart(line)),
  );
  return [...statements, ...declarations];
}

/** Which chain tests run on, and whether what they cover is measured. */
export interface HowToRun {
  readonly suite: CryptoSuiteName;
  readonly coverage: boolean;
  /** Tests are run, then debugged. */
  readonly debug?: boolean;
  /** Sources are changed, one change at a time, and the tests have to notice. */
  readonly mutate?: boolean;
}

/** Files that a line names. */
const maxNamed = 5;

/** Functions of one name share a line of the tree: it is told when all of them have run. */
interface Waiting {
  missing: number;
  readonly results: EditorTestResult[];
}

/** One run, as VS Code is told of it. */
class RunReport {
  /** By ID, as what follows: a file that changes while its tests run may leave and come back, with other lines of the same IDs. */
  readonly #pending: Map<string, vscode.TestItem>;
  readonly #waiting = new Map<string, Waiting>();
  readonly #messages = new Set<string>();
  /** What stood behind names of tests before their progress did. */
  readonly #descriptions = new Map<vscode.TestItem, string | undefined>();
  /** What has run, in the order in which it ended. */
  readonly done: RanTest[] = [];

  constructor(
    private readonly run: vscode.TestRun,
    private readonly tree: TestTree,
    items: readonly vscode.TestItem[],
    private readonly gas: GasHistory,
    private readonly mutants: Survivors | undefined,
    private readonly plainCode: boolean,
    private readonly keep: (coverage: vscode.FileCoverage, details: vscode.FileCoverageDetail[]) => void,
  ) {
    this.#pending = new Map(items.map((item) => [item.id, item]));
    for (const item of items) run.enqueued(item);
  }

  take(reply: EditorTestNews): void {
    if (reply.kind === "compiling") this.#progress(reply.progress);
    else if (reply.kind === "found") this.#found(reply.tests);
    else if (reply.kind === "progress") this.#soFar(reply);
    else if (reply.kind === "result") this.#result(reply.test, reply.result);
    else if (reply.kind === "notCompiled") this.#notCompiled(reply);
    else if (reply.kind === "asProject") this.#asProject(reply.files);
    else if (reply.kind === "gas") this.gas.take(reply.functions);
    else if (reply.kind === "gasSnapshot") this.gas.setSnapshot(reply.root, reply.tests);
    else if (reply.kind === "mutant") this.mutants?.add(reply.mutant, this.run);
    else if (reply.kind === "mutants") this.mutants?.progress(reply, this.run);
    else if (reply.kind === "mutated") this.mutants?.end(reply.summary, this.run);
    else {
      for (const source of reply.sources) {
        const details = coverageDetails(source);
        const coverage = vscode.FileCoverage.fromDetails(vscode.Uri.file(source.path), details);
        this.keep(coverage, details);
        this.run.addCoverage(coverage);
      }
    }
  }

  /** Everything that has not ended by now was cancelled. */
  cancelled(): void {
    this.#forgetAll();
    const all = this.done.length + this.#pending.size;
    this.run.appendOutput(terminalText([vscode.l10n.t("Stopped. Tests that ran: {0} of {1}", this.done.length, all)]));
    for (const item of this.#pending.values()) this.run.skipped(item);
  }

  /** Everything that has not ended by now can't be run, for this reason. */
  broken(reason: string): void {
    this.#forgetAll();
    this.run.appendOutput(terminalText([reason]));
    for (const item of this.#pending.values()) this.run.errored(item, new vscode.TestMessage(visibleText(reason)));
    this.#pending.clear();
  }

  /** All has run: what is left, the compiler doesn't know. */
  ended(): void {
    for (const item of this.#pending.values())
      this.run.errored(item, new vscode.TestMessage(vscode.l10n.t("The compiled contract doesn't contain this test.")));
    this.#pending.clear();
  }

  /** Says what compilers do: each file that takes long once, and each compiler that is fetched. */
  #progress(progress: Parameters<typeof progressText>[0]): void {
    const isOver = progress.kind === "compiling" && progress.running.length === 0;
    const step = progress.kind === "compiling" ? `${progress.done} ${progress.running[0]?.name}` : "";
    const key = `${progress.kind} ${progress.version} ${step}`;
    if (isOver || this.#messages.has(key)) return;
    this.#messages.add(key);
    this.run.appendOutput(terminalText([progressText(progress)]));
  }

  #found(tests: readonly EditorTest[]): void {
    for (const test of tests) {
      const item = this.tree.itemOf(test);
      const waiting = this.#waiting.get(item.id);
      if (waiting) waiting.missing++;
      else {
        this.#waiting.set(item.id, { missing: 1, results: [] });
        this.#pending.set(item.id, item);
        this.run.started(item);
      }
    }
  }

  /** Stands behind the test's name until it has ended. */
  #soFar({ test, runs, of }: EditorTestNews & { readonly kind: "progress" }): void {
    const item = this.tree.itemOf(test);
    if (!this.#descriptions.has(item)) this.#descriptions.set(item, item.description);
    item.description = vscode.l10n.t("run {0} of {1}", runs, of);
  }

  #forgetAll(): void {
    for (const item of [...this.#descriptions.keys()]) this.#forget(item);
  }

  #forget(item: vscode.TestItem): void {
    if (!this.#descriptions.has(item)) return;
    item.description = this.#descriptions.get(item) ?? "";
    this.#descriptions.delete(item);
  }

  #result(test: EditorTest, result: EditorTestResult): void {
    const item = this.tree.itemOf(test);
    this.#forget(item);
    this.done.push({ item, test, failure: result.failure, failed: result.status === "failed" });
    this.run.appendOutput(outputOf(test, result), undefined, item);
    const waiting = this.#waiting.get(item.id);
    if (!waiting) return;
    waiting.results.push(result);
    waiting.missing--;
    if (waiting.missing > 0) return;
    this.#pending.delete(item.id);
    const { results } = waiting;
    const duration = results.reduce((sum, { durationMs }) => sum + durationMs, 0);
    const failures = results.flatMap(({ status, failure }) =>
      status === "failed" ? [failure ? failureMessage(failure, item) : new vscode.TestMessage("✗")] : [],
    );
    if (failures.length > 0) this.run.failed(item, failures, duration);
    else if (results.every(({ status }) => status === "skipped")) this.run.skipped(item);
    else {
      const [only, ...others] = results;
      // measured code is another, and functions of one name have no gas together
      if (only && others.length === 0 && only.gas > 0 && !this.plainCode) this.gas.show(item, test, only.gas);
      this.run.passed(item, duration);
    }
  }

  #asProject(files: readonly string[]): void {
    const names = files.map((path) => vscode.workspace.asRelativePath(vscode.Uri.file(path)));
    this.run.appendOutput(
      terminalText([
        vscode.l10n.t(
          "Compiled with the project's own settings, as the settings for tests leave no room on the stack: {0}",
          shortListed(names, maxNamed),
        ),
      ]),
    );
  }

  #notCompiled({ files, problems }: EditorTestNews & { readonly kind: "notCompiled" }): void {
    const messages = problems.map(problemMessage);
    this.run.appendOutput(
      terminalText(
        problems.map(({ message, file, line }) => `${file === undefined ? "" : `${file}:${line}: `}${message}`),
      ),
    );
    for (const item of [...this.#pending.values()]) {
      if (!files.includes(item.uri?.fsPath ?? "")) continue;
      this.#pending.delete(item.id);
      this.run.errored(item, messages);
    }
  }
}

/** Runs tests that the tree shows, each run in a process of its own. */
export class TestRunner implements vscode.Disposable {
  readonly #details = new WeakMap<vscode.FileCoverage, vscode.FileCoverageDetail[]>();
  readonly #running = new Set<AbortController>();
  readonly #debugger = new TestDebugger();
  #survivors: Survivors | undefined;

  constructor(
    private readonly app: Chainside,
    private readonly controller: vscode.TestController,
    private readonly tree: TestTree,
    private readonly gas: GasHistory,
  ) {}

  detailsOf(coverage: vscode.FileCoverage): vscode.FileCoverageDetail[] {
    return this.#details.get(coverage) ?? [];
  }

  /** The lines that are asked for; all where none is named. Files that were never unfolded are read. */
  async #included({ include }: vscode.TestRunRequest): Promise<vscode.TestItem[]> {
    if (!include) await this.tree.findFiles();
    const asked = include ?? [...this.controller.items].map(([, item]) => item);
    for (const item of asked) {
      const subject = this.tree.subjectOf(item);
      if (subject && subject.contract === undefined && item.children.size === 0) await this.tree.readFile(subject.uri);
    }
    return [...asked];
  }

  /** Never throws for what a test or a contract does: that is shown in the run. */
  async run(request: vscode.TestRunRequest, token: vscode.CancellationToken, how: HowToRun): Promise<void> {
    const included = await this.#included(request);
    const excluded = new Set(request.exclude ?? []);
    const wanted = included.flatMap((item) => this.tree.wanted(item, excluded));
    const isExcluded = (item: vscode.TestItem | undefined): boolean =>
      item !== undefined && (excluded.has(item) || isExcluded(item.parent));
    const items = included.flatMap((item) => this.tree.leaves(item)).filter((item) => !isExcluded(item));
    const run = this.controller.createTestRun(request);
    if (how.mutate) this.#survivors ??= new Survivors();
    const mutants = how.mutate ? this.#survivors : undefined;
    mutants?.clear();
    const report = new RunReport(run, this.tree, items, this.gas, mutants, how.coverage, (coverage, details) =>
      this.#details.set(coverage, details),
    );
    const abort = new Cancellation([token, run.token]);
    this.#running.add(abort);
    try {
      const order = {
        wanted,
        suite: how.suite,
        coverage: how.coverage,
        mutate: how.mutate ?? false,
        compilers: compilersFolder(this.app.context),
      };
      const program = this.app.context.asAbsolutePath("dist/contractTestService.js");
      const done =
        wanted.length === 0 || (await runTestProcess(program, order, (reply) => report.take(reply), abort.signal));
      if (done) report.ended();
      else report.cancelled();
      this.app.solidity.lensesChanged.fire();
      this.#debugger.remember(report.done, how.suite);
      if (done && how.debug) await this.#debugger.debugAll(report.done, how.suite, run, abort.signal);
    } catch (error) {
      this.app.errors.log(error);
      const { message, advice } = await this.app.errors.words(error);
      report.broken(joinSentences(message, advice));
    } finally {
      abort.dispose();
      this.#running.delete(abort);
      run.end();
    }
  }

  /** Debugs a test as it failed last; false where it has not failed. */
  debugFailure(item: vscode.TestItem): Promise<boolean> {
    return this.#debugger.debugFailure(item);
  }

  dispose(): void {
    for (const abort of this.#running) abort.abort();
    this.#survivors?.dispose();
  }
}
