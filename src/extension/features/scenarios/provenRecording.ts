import { readScenario } from "../../../scenarios/language/readScenario";
import type { Step } from "../../../scenarios/language/scenario";
import { type Loosened, type Recording, recordScenario } from "../../../scenarios/record/recordScenario";
import { runScenario, type StepResult } from "../../../scenarios/run/runScenario";
import { comparePlaces, type TextPosition } from "../../../yaml/complaint";
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
