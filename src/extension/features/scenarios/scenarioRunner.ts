import * as vscode from "vscode";
import type { ChainError } from "../../../chain/errors/chainError";
import { type Complaint, type Place, ScenarioError } from "../../../scenarios/document/complaint";
import { fitsChain, flavourText } from "../../../scenarios/language/flavours";
import { readScenario } from "../../../scenarios/language/readScenario";
import type { Scenario } from "../../../scenarios/language/scenario";
import { operations } from "../../../scenarios/operations/operations";
import type { Ground } from "../../../scenarios/run/ground";
import { runScenario, type StepResult } from "../../../scenarios/run/runScenario";
import { say } from "../../../text/catalogue";
import { visibleText } from "../../../text/visibleText";
import { Cancelled } from "../../kit/asking/cancelled";
import { showWarning } from "../../kit/asking/notify";
import { terminalText } from "../../kit/text/terminalText";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { requireStillPinned } from "../../state/connections/chainPin";
import { requireWritable } from "../../state/connections/writableGroup";
import { groundOf, onFreshChain } from "./runGround";
import { readShown } from "./scenarioFiles";
import type { ScenarioTree } from "./scenarioTree";

const marks = { passed: "✓", failed: "✗", notRun: "–" } as const;

const locationOf = ({ file, line, column }: Place): vscode.Location =>
  new vscode.Location(vscode.Uri.file(file), new vscode.Position(line - 1, column - 1));

/** Whether anything in a scenario signs a transaction. */
const signs = ({ steps }: Pick<Scenario, "steps">): boolean =>
  steps.some(({ kind, word }) =>
    kind === "operation"
      ? operations.get(word)?.writes === true
      : kind === "deploy" || kind === "link" || kind === "send",
  );

/** Runs scenarios that the tree shows: each on a fresh chain of its kind, or all on a chain that is connected. */
export class ScenarioRunner implements vscode.Disposable {
  readonly #running = new Set<AbortController>();

  constructor(
    private readonly app: Chainside,
    private readonly controller: vscode.TestController,
    private readonly tree: ScenarioTree,
  ) {}

  /** Never throws for what a scenario does: that is shown in the run. @param group the chain; fresh ones without it */
  async run(request: vscode.TestRunRequest, token: vscode.CancellationToken, group?: ChainGroup): Promise<void> {
    const items = await this.#asked(request, group !== undefined);
    if (group) await this.#ask(items, group);
    const run = this.controller.createTestRun(request);
    const abort = new AbortController();
    this.#running.add(abort);
    const listening = [token, run.token].map((each) => each.onCancellationRequested(() => abort.abort()));
    if (token.isCancellationRequested) abort.abort();
    for (const item of items) run.enqueued(item);
    try {
      for (const item of items) await this.#one(run, item, abort.signal, group);
    } finally {
      for (const each of listening) each.dispose();
      this.#running.delete(abort);
      run.end();
      void group?.refreshHeight().catch(this.app.errors.log);
    }
  }

  /** The lines that are run, read anew: on a chain that is there, a scenario is run once whatever its matrix. */
  async #asked({ include, exclude }: vscode.TestRunRequest, once: boolean): Promise<vscode.TestItem[]> {
    if (!include) await this.tree.findFiles();
    const excluded = new Set(exclude ?? []);
    const asked = [...(include ?? [...this.controller.items].map(([, item]) => item))];
    for (const item of asked) if (item.uri && !item.parent) await this.tree.readFile(item.uri);
    if (once) return [...new Set(asked.map((item) => item.parent ?? item))].filter((item) => !excluded.has(item));
    return asked.flatMap((item) => this.tree.leaves(item, excluded));
  }

  /** Before anything is signed on a chain that is not the embedded one. @throws Cancelled; ChainError usage `readOnlyConnection`, `pinMismatch` */
  async #ask(items: readonly vscode.TestItem[], group: ChainGroup): Promise<void> {
    const scenarios = await Promise.all(items.map((item) => this.#read(item).catch(() => undefined)));
    if (!scenarios.some((scenario) => scenario && signs(scenario))) return;
    requireWritable(group);
    const { name, origin, profile } = group.connection;
    await requireStillPinned(name, profile.pin, group.session);
    if (origin === "embedded") return;
    const account = this.app.accounts.active(group);
    const run = vscode.l10n.t("Run");
    const chosen = await showWarning(
      vscode.l10n.t("Run {0} scenarios on {1} · {2}?", items.length, name, group.groupId),
      {
        modal: true,
        detail: vscode.l10n.t(
          "They sign transactions as {0} and as their own accounts without asking again. Their changes to this chain remain.",
          account ? `${account.label} (${account.address})` : "–",
        ),
      },
      run,
    );
    if (chosen !== run) throw new Cancelled();
  }

  #read({ uri }: vscode.TestItem): Promise<Scenario> {
    return readScenario(uri?.fsPath ?? "", readShown);
  }

  async #one(run: vscode.TestRun, item: vscode.TestItem, signal: AbortSignal, group?: ChainGroup): Promise<void> {
    if (signal.aborted) {
      run.skipped(item);
      return;
    }
    run.started(item);
    const began = Date.now();
    try {
      const scenario = await this.#read(item);
      const flavour = this.tree.cellOf(item)?.flavour ?? scenario.flavours[0] ?? {};
      const chain = group ? `${group.connection.name} · ${group.groupId}` : flavourText(flavour);
      run.appendOutput(terminalText([`${vscode.workspace.asRelativePath(scenario.file)} (${chain})`]));
      if (group && !fitsChain(scenario.flavours, group.session)) {
        const others = scenario.flavours.map(flavourText).join("; ");
        run.appendOutput(terminalText([`  – ${vscode.l10n.t("This scenario applies to other chains: {0}", others)}`]));
        run.skipped(item);
        return;
      }
      const results = await this.#steps(run, item, scenario, signal, (work) =>
        group ? groundOf(this.app, group, signs(scenario)).then(work) : onFreshChain(this.app, flavour, signal, work),
      );
      if (signal.aborted) run.skipped(item);
      else await this.#end(run, item, results, Date.now() - began);
    } catch (error) {
      if (signal.aborted) run.skipped(item);
      else run.errored(item, await this.#broken(error), Date.now() - began);
    }
  }

  #steps(
    run: vscode.TestRun,
    item: vscode.TestItem,
    scenario: Scenario,
    signal: AbortSignal,
    on: (work: (ground: Ground) => Promise<StepResult[]>) => Promise<StepResult[]>,
  ): Promise<StepResult[]> {
    const onStep = ({ step, status, durationMs }: StepResult): void => {
      const time = status === "notRun" ? "" : ` (${Math.round(durationMs)} ms)`;
      run.appendOutput(terminalText([`  ${marks[status]} ${step.title}${time}`]), locationOf(step.place), item);
    };
    return on((ground) => runScenario(scenario, ground, { variables: new Map(), signal, onStep }));
  }

  async #end(run: vscode.TestRun, item: vscode.TestItem, results: readonly StepResult[], ms: number): Promise<void> {
    const failed = results.filter(({ status }) => status === "failed");
    if (failed.length === 0) {
      run.passed(item, ms);
      return;
    }
    const messages = await Promise.all(failed.map((result) => this.#message(result)));
    for (const { message } of messages) run.appendOutput(terminalText([`    ${String(message)}`]));
    run.failed(item, messages, ms);
  }

  async #message({ step, failure }: StepResult): Promise<vscode.TestMessage> {
    const words = failure?.said ? say(failure.said) : await this.#errorWords(failure?.error);
    const shown = new vscode.TestMessage(visibleText(`${step.title}: ${words}`));
    shown.location = locationOf(failure?.place ?? step.place);
    if (failure?.difference) {
      shown.expectedOutput = visibleText(failure.difference.expected);
      shown.actualOutput = visibleText(failure.difference.actual);
    }
    return shown;
  }

  async #errorWords(error: ChainError | undefined): Promise<string> {
    const { message, advice } = await this.app.errors.words(error);
    return [message, advice].filter(Boolean).join(" ");
  }

  /** Why a scenario could not be begun: each complaint at its place. */
  async #broken(error: unknown): Promise<vscode.TestMessage[]> {
    if (error instanceof ScenarioError) return error.complaints.map(complaintMessage);
    if (!(error instanceof Cancelled)) this.app.errors.log(error);
    const { message, advice } = await this.app.errors.words(error);
    return [new vscode.TestMessage(visibleText([message, advice].filter(Boolean).join(" ")))];
  }

  dispose(): void {
    for (const abort of this.#running) abort.abort();
  }
}

function complaintMessage({ place, message }: Complaint): vscode.TestMessage {
  const shown = new vscode.TestMessage(visibleText(say(message)));
  shown.location = locationOf(place);
  return shown;
}
