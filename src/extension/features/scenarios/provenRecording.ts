import * as vscode from "vscode";
import { readScenario } from "../../../scenarios/language/readScenario";
import type { Step } from "../../../scenarios/language/scenario";
import { type Loosened, type Recording, recordScenario } from "../../../scenarios/record/recordScenario";
import { runScenario, type StepResult } from "../../../scenarios/run/runScenario";
import { say } from "../../../text/catalogue";
import { shortListed } from "../../../text/joining";
import { visibleLine } from "../../../text/visibleText";
import { comparePlaces, type TextPosition } from "../../../yaml/complaint";
import { showProgress } from "../../kit/asking/progress";
import { Cancelled } from "../../kit/errors/cancelled";
import { writeChosen } from "../../kit/files/writeFile";
import { showInformation, showWarning } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import { onFreshChain } from "./runContexts";
import { readShown } from "./scenarioFiles";

/** A recording as it is written, and the first step that does not do the same on a fresh chain. */
export interface Proven {
  readonly text: string;
  readonly failed: StepResult | undefined;
}

/** More runs than that take too long. */
const maxRuns = 20;

/** The expectation that a failure is about: the last one that begins before its place. */
function expectationAt({ expect }: Step, range: TextPosition): string | undefined {
  const entries = expect?.kind === "map" ? expect.entries : [];
  return entries.filter((entry) => comparePlaces(entry.place, range) <= 0).at(-1)?.key;
}

/** Runs a scenario that is not written yet. @throws YamlError; ChainError transport `embeddedChainFailed`. */
async function runText(app: Chainside, file: string, text: string, signal: AbortSignal): Promise<StepResult[]> {
  const scenario = await readScenario(file, async (path) => (path === file ? text : readShown(path)));
  const [variant = {}] = scenario.variants;
  return onFreshChain(app, variant, signal, (context) =>
    runScenario(scenario, context, { variables: new Map(), signal }),
  );
}

/** Runs a scenario as it is, once. */
export async function provenText(app: Chainside, file: string, text: string, signal: AbortSignal): Promise<Proven> {
  const results = await runText(app, file, text, signal);
  return { text, failed: results.find(({ status }) => status === "failed") };
}

/**
 * Runs a recording on fresh chains until it passes: a result or an event that is another each time is left open. What fails for another
 * reason stays as it was recorded, and is told.
 */
export async function provenRecording(
  app: Chainside,
  file: string,
  recording: Recording,
  signal: AbortSignal,
): Promise<Proven> {
  const loosened = new Map<number, Set<"result" | "events">>();
  for (let runs = 1; ; runs += 1) {
    const text = recordScenario(recording, loosened as Loosened);
    const results = await runText(app, file, text, signal);
    const at = results.findIndex(({ status }) => status === "failed");
    const failed = results[at];
    const about = failed?.failure?.text ? expectationAt(failed.step, failed.failure.place) : undefined;
    const known = loosened.get(at) ?? new Set();
    if (!failed || runs >= maxRuns || (about !== "result" && about !== "events") || known.has(about)) {
      return { text, failed };
    }
    loosened.set(at, known.add(about));
  }
}

/** Whether it passes on a fresh chain is found out where code of the workspace may be run. */
export function triedOut(text: string, prove: (signal: AbortSignal) => Promise<Proven>): Thenable<Proven> {
  if (!vscode.workspace.isTrusted) return Promise.resolve({ text, failed: undefined });
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t("Trying the scenario on a fresh chain"),
    cancellable: true,
  };
  return showProgress(options, async (_, cancelled) => {
    try {
      return await prove(cancelled);
    } catch (error) {
      if (cancelled.aborted) throw new Cancelled();
      throw error;
    }
  });
}

const maxNamed = 5;

/**
 * Says what came of it, with the scenario in front.
 * @param skipped the names of what is left out
 */
export async function showRecorded(
  app: Chainside,
  file: string,
  { text, failed }: Proven,
  skipped: readonly string[],
): Promise<void> {
  await writeChosen(vscode.Uri.file(file), text);
  await vscode.window.showTextDocument(vscode.Uri.file(file));
  const names = shortListed(skipped.map(visibleLine), maxNamed);
  const left = names === "" ? "" : ` ${vscode.l10n.t("These can't be written as steps and are left out: {0}", names)}`;
  if (!failed) {
    void showInformation(`${vscode.l10n.t("Recorded. The scenario passes on a fresh chain.")}${left}`);
    return;
  }
  const { failure, step } = failed;
  const words = failure?.text ? say(failure.text) : (await app.errors.words(failure?.error)).message;
  void showWarning(
    `${vscode.l10n.t("Recorded, but {0} does something else on a fresh chain: {1}", `"${step.title}"`, words)}${left}`,
  );
}
