import * as vscode from "vscode";
import type { Transport } from "../../../chain/client/client";
import { readScenario } from "../../../scenarios/language/readScenario";
import type { ChainVariant, Scenario } from "../../../scenarios/language/scenario";
import { variantText } from "../../../scenarios/language/variants";
import type { RunContext } from "../../../scenarios/run/runContext";
import { runScenario, type StepResult } from "../../../scenarios/run/runScenario";
import { type DebuggedCall, type DebugSubject, debugUntilEnd } from "../../flows/debug/startDebugging";
import { askChoice } from "../../kit/asking/ask";
import { showProgress } from "../../kit/asking/progress";
import { Cancelled } from "../../kit/errors/cancelled";
import { showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import { onFreshChain } from "./runContexts";
import { readShown } from "./scenarioFiles";

/** Notes what goes over a transport: the last transaction, and the last call. */
class Watched {
  #transaction: string | undefined;
  #call: DebuggedCall | undefined;

  over(transport: Transport): Transport {
    return {
      label: transport.label,
      request: async (method, params, options, isExact) => {
        const result = await transport.request(method, params, options, isExact);
        const hash = (result as { transactionHash?: unknown } | null)?.transactionHash;
        if (method === "sendTransaction" && typeof hash === "string") this.#transaction = hash;
        const [, , to, data] = params;
        if (method === "call") this.#call = { to: String(to), data: String(data) };
        return result;
      },
      close: () => transport.close(),
    };
  }

  /** What was executed since it was asked last; a call counts only where it is what a step does, with the sender that the step names. */
  take({ step, from }: StepResult): DebugSubject | undefined {
    const [transaction, call] = [this.#transaction, step.kind === "call" ? this.#call : undefined];
    this.#transaction = undefined;
    this.#call = undefined;
    if (transaction !== undefined) return { transaction };
    return call && { call: { ...call, ...(from === undefined ? {} : { from }) } };
  }
}

/** What is debugged: the step at a line, else the one that fails, else the last. */
interface Wanted {
  readonly uri: vscode.Uri;
  /** From 1. */
  readonly line?: number | undefined;
  /** The kind of chain; asked for where the scenario is for several. */
  readonly variant?: ChainVariant | undefined;
}

async function askVariant({ variants }: Scenario): Promise<ChainVariant> {
  const [only = {}, ...others] = variants;
  if (others.length === 0) return only;
  return askChoice(
    variants.map((variant) => ({ label: variantText(variant), value: variant })),
    { title: vscode.l10n.t("Debug Scenario"), placeHolder: vscode.l10n.t("Select the chain to debug on") },
  );
}

/** Runs a scenario up to the step that is wanted, or the first that fails. */
async function executed(
  scenario: Scenario,
  { uri, line }: Wanted,
  {
    context,
    watched,
    signal,
  }: { readonly context: RunContext; readonly watched: Watched; readonly signal: AbortSignal },
): Promise<{ readonly title: string; readonly subject: DebugSubject } | undefined> {
  const at = scenario.steps.findIndex(({ place: position }) => position.line === line && position.file === uri.fsPath);
  const steps = at < 0 ? scenario.steps : scenario.steps.slice(0, at + 1);
  let last: { readonly title: string; readonly subject: DebugSubject } | undefined;
  await runScenario({ ...scenario, steps }, context, {
    variables: new Map(),
    signal,
    onStep: (result) => {
      const { step, status } = result;
      const subject = watched.take(result);
      if (status === "notRun") return;
      const wanted = at < 0 || status === "failed" || step === steps.at(-1);
      if (wanted) last = subject ? { title: step.title, subject } : at < 0 && status !== "failed" ? last : undefined;
    },
  });
  return last;
}

/**
 * Debugs a step of a scenario: runs it on a fresh chain up to there, and opens the debugger on what the step executed. A step before it
 * that fails is debugged in its place. The chain ends with the debugger.
 * @throws Cancelled; YamlError; ChainError transport `embeddedChainFailed`.
 */
export async function debugScenario(app: Chainside, wanted: Wanted): Promise<void> {
  const scenario = await readScenario(wanted.uri.fsPath, readShown);
  const variant = wanted.variant ?? (await askVariant(scenario));
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t("Running the scenario up to the step to debug"),
    cancellable: true,
  };
  await showProgress(options, async (_, signal) => {
    const watched = new Watched();
    const begun = new Promise<void>((resolve, reject) => {
      const work = onFreshChain(
        app,
        variant,
        signal,
        async (context, chain) => {
          const found = await executed(scenario, wanted, { context, watched, signal });
          if (signal.aborted) throw new Cancelled();
          if (!found) {
            void showInformation(vscode.l10n.t("This step executes no contract code that can be debugged."));
            return;
          }
          const place = { ...chain, group: context.session.groupId };
          await debugUntilEnd(app, found.title, found.subject, place, wanted.uri, resolve);
        },
        (transport) => watched.over(transport),
      );
      work.then(resolve, (error: unknown) => reject(signal.aborted ? new Cancelled() : error));
    });
    await begun;
  });
}
