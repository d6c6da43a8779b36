import * as vscode from "vscode";
import { readScenario } from "../../../scenarios/language/readScenario";
import type { Scenario } from "../../../scenarios/language/scenario";
import { fitsChain, variantText } from "../../../scenarios/language/variants";
import { heavySteps, scenarioSigns } from "../../../scenarios/run/performStep";
import type { RunContext } from "../../../scenarios/run/runContext";
import { runScenario, type StepResult } from "../../../scenarios/run/runScenario";
import { say } from "../../../text/catalogue";
import { labelled, separated } from "../../../text/joining";
import { unmistakableLine, visibleText } from "../../../text/visibleText";
import { type Complaint, type TextPosition, YamlError } from "../../../yaml/complaint";
import { Cancellation } from "../../kit/asking/progress";
import { Cancelled } from "../../kit/errors/cancelled";
import { sentence } from "../../kit/errors/complaint";
import { terminalText } from "../../kit/text/shownText";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { groupTitle } from "../../state/connections/groupTitle";
import { askToSign, onFreshChain, readingContext, type ScenarioPermit, signingContext } from "./runContexts";
import { readShown } from "./scenarioFiles";
import type { ScenarioTree } from "./scenarioTree";

const marks = { passed: "✓", failed: "✗", notRun: "–" } as const;

const locationOf = ({ file, line, column }: TextPosition): vscode.Location =>
  new vscode.Location(vscode.Uri.file(file), new vscode.Position(line - 1, column - 1));

/** What is run: what was read when the run began, so that what a person agreed to is what happens. */
interface Asked {
  readonly item: vscode.TestItem;
  /** Why there is none is told in the run. */
  readonly scenario: Scenario | { readonly error: unknown };
}

const canSign = ({ scenario }: Asked): boolean => "steps" in scenario && scenarioSigns(scenario);

const heavyTitles = ({ scenario }: Asked): readonly string[] =>
  "steps" in scenario ? heavySteps(scenario).map(({ title }) => unmistakableLine(title)) : [];

/** A connected chain, and leave to sign there where a scenario of the run does. */
interface Connected {
  readonly group: ChainGroup;
  readonly permit: ScenarioPermit | undefined;
}

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
    const all = await Promise.all(items.map((item) => this.#read(item)));
    const permit =
      group && all.some(canSign) ? await askToSign(this.app, group, all.length, all.flatMap(heavyTitles)) : undefined;
    const connected = group && { group, permit };
    const run = this.controller.createTestRun(request);
    const abort = new Cancellation([token, run.token]);
    this.#running.add(abort);
    for (const item of items) run.enqueued(item);
    try {
      for (const each of all) await this.#one(run, each, abort.signal, connected);
    } finally {
      abort.dispose();
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

  async #read(item: vscode.TestItem): Promise<Asked> {
    const scenario = await readScenario(item.uri?.fsPath ?? "", readShown).catch((error: unknown) => ({ error }));
    return { item, scenario };
  }

  async #one(run: vscode.TestRun, asked: Asked, signal: AbortSignal, connected?: Connected): Promise<void> {
    const { item, scenario } = asked;
    const { group, permit } = connected ?? {};
    if (signal.aborted) {
      run.skipped(item);
      return;
    }
    run.started(item);
    const began = Date.now();
    try {
      if (!("steps" in scenario)) throw scenario.error;
      const variant = this.tree.cellOf(item)?.variant ?? scenario.variants[0] ?? {};
      const chain = group ? groupTitle(group) : variantText(variant);
      run.appendOutput(terminalText([`${vscode.workspace.asRelativePath(scenario.file)} (${chain})`]));
      if (group && !fitsChain(scenario.variants, group.session)) {
        const others = separated(scenario.variants.map(variantText));
        run.appendOutput(terminalText([`  – ${vscode.l10n.t("This scenario applies to other chains: {0}", others)}`]));
        run.skipped(item);
        return;
      }
      const results = await this.#steps(run, item, scenario, signal, async (work) => {
        if (!group) return onFreshChain(this.app, variant, signal, work);
        return work(
          permit && canSign(asked) ? await signingContext(this.app, permit) : readingContext(this.app, group),
        );
      });
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
    on: (work: (context: RunContext) => Promise<StepResult[]>) => Promise<StepResult[]>,
  ): Promise<StepResult[]> {
    const onStep = ({ step, status, durationMs }: StepResult): void => {
      const time = status === "notRun" ? "" : ` (${Math.round(durationMs)} ms)`;
      run.appendOutput(terminalText([`  ${marks[status]} ${step.title}${time}`]), locationOf(step.place), item);
    };
    return on((context) => runScenario(scenario, context, { variables: new Map(), signal, onStep }));
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
    const words = failure?.text ? say(failure.text) : await sentence(this.app, failure?.error);
    const shown = new vscode.TestMessage(visibleText(labelled(step.title, words)));
    shown.location = locationOf(failure?.place ?? step.place);
    if (failure?.difference) {
      shown.expectedOutput = visibleText(failure.difference.expected);
      shown.actualOutput = visibleText(failure.difference.actual);
    }
    return shown;
  }

  /** Why a scenario could not be begun: each complaint at its place. */
  async #broken(error: unknown): Promise<vscode.TestMessage[]> {
    if (error instanceof YamlError) return error.complaints.map(complaintMessage);
    if (!(error instanceof Cancelled)) this.app.errors.log(error);
    return [new vscode.TestMessage(visibleText(await sentence(this.app, error)))];
  }

  dispose(): void {
    for (const abort of this.#running) abort.abort();
  }
}

function complaintMessage({ place: position, message }: Complaint): vscode.TestMessage {
  const shown = new vscode.TestMessage(visibleText(say(message)));
  shown.location = locationOf(position);
  return shown;
}
