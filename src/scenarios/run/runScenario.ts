import { randomBytes } from "node:crypto";
import { performance } from "node:perf_hooks";
import { ChainError } from "../../chain/errors/chainError";
import { getBlockNumber } from "../../chain/rpc/getBlockNumber";
import type { Signer } from "../../crypto/cryptoSuite";
import { type LocalizableText, text } from "../../text/catalogue";
import type { Place } from "../document/complaint";
import { adminName, type Scenario, type Step } from "../language/scenario";
import { operations } from "../operations/operations";
import { call, deploy, linkContract, send } from "./contracts";
import type { Ground } from "./ground";
import { operate } from "./operate";
import { checkOutcome, type Outcome, outcomeOf } from "./outcome";
import { type Difference, Scope, StepFailure } from "./scope";
import { wait } from "./wait";

/** Why a step failed: words of ours at a place, or an error of the chain at the step. */
export interface Failure {
  readonly place: Place;
  readonly said: LocalizableText | undefined;
  readonly error: ChainError | undefined;
  /** What was to be and what was, where a comparison failed. */
  readonly difference?: Difference;
}

export interface StepResult {
  readonly step: Step;
  readonly status: "passed" | "failed" | "notRun";
  readonly durationMs: number;
  /** Address of the account that the step names; it was known when the step began. */
  readonly from?: string;
  readonly failure?: Failure;
}

/** What is given to a run from outside. */
export interface RunOptions {
  readonly variables: ReadonlyMap<string, string>;
  readonly signal: AbortSignal;
  /** Told each result as soon as it is there. */
  readonly onStep?: (result: StepResult) => void;
}

/** Letters and digits that no other run has: for names that a chain has only once. */
const runWord = (): string => `r${randomBytes(5).toString("hex")}`;

class Run {
  readonly scope = new Scope();
  readonly #scenario: Scenario;
  readonly #ground: Ground;
  readonly #options: RunOptions;
  #first = 0;

  constructor(scenario: Scenario, ground: Ground, options: RunOptions) {
    this.#scenario = scenario;
    this.#ground = ground;
    this.#options = options;
  }

  /** Accounts, variables and what every run has. */
  async prepare(): Promise<void> {
    const { scope } = this;
    const { session, admin } = this.#ground;
    this.#first = (await getBlockNumber(session.client)) + 1;
    scope.values.set("run", runWord());
    scope.values.set("suite", session.suite.name);
    if (admin) this.#know(adminName, admin);
    for (const wish of this.#scenario.accounts) {
      const { key } = wish;
      if (wish.name === adminName && key === undefined) continue;
      this.#know(
        wish.name,
        key === undefined ? this.#ground.freshSigner() : await this.#ground.signer({ ...wish, key }),
      );
    }
    for (const { key, value } of this.#scenario.variables) scope.values.set(key, scope.resolve(value));
    for (const [name, value] of this.#options.variables) scope.values.set(name, value);
  }

  async step(step: Step): Promise<StepResult> {
    const began = performance.now();
    const signer = step.from === undefined ? undefined : this.scope.signers.get(step.from);
    const from = signer ? { from: signer.address } : {};
    try {
      this.#options.signal.throwIfAborted();
      const outcome = await this.#outcome(step);
      checkOutcome(step.expect, outcome, this.scope);
      if (step.as !== undefined) this.scope.values.set(step.as, outcome.result);
      return { step, status: "passed", durationMs: performance.now() - began, ...from };
    } catch (thrown) {
      const failure = failureOf(step, thrown);
      return { step, status: "failed", durationMs: performance.now() - began, ...from, failure };
    }
  }

  #know(name: string, signer: Signer): void {
    this.scope.signers.set(name, signer);
    this.scope.values.set(name, signer.address);
  }

  #signer(step: Step): Signer {
    const name = step.from ?? adminName;
    const signer = this.scope.signers.get(name);
    if (signer) return signer;
    throw new StepFailure(
      step.place,
      text('This step is signed by "{0}", whose key is missing. Specify it with --key.', name),
    );
  }

  #outcome(step: Step): Promise<Outcome> {
    const { scope } = this;
    const ground = this.#ground;
    switch (step.kind) {
      case "deploy":
        return outcomeOf(async () => deploy(step, scope, ground, this.#signer(step)));
      case "link":
        return outcomeOf(async () => linkContract(step, scope, ground, this.#signer(step)));
      case "call":
        return outcomeOf(async () =>
          call(step, scope, ground, step.from === undefined ? undefined : this.#signer(step)),
        );
      case "send":
        return outcomeOf(async () => send(step, scope, ground, this.#signer(step)));
      case "wait":
        return wait(step, this.#first, scope, ground, this.#options.signal);
      case "set":
        return Promise.resolve(this.#set(step));
      case "operation":
        return outcomeOf(async () => this.#operate(step));
    }
  }

  async #operate(step: Step): Promise<Outcome> {
    const operation = operations.get(step.word);
    if (!operation) throw new StepFailure(step.place, text('No step begins with "{0}".', step.word));
    const signs = operation.writes || step.from !== undefined;
    return operate(step, operation, this.scope, this.#ground, signs ? this.#signer(step) : undefined);
  }

  #set(step: Step): Outcome {
    for (const { key, value } of step.subject.kind === "map" ? step.subject.entries : []) {
      this.scope.values.set(key, this.scope.resolve(value));
    }
    return { result: null };
  }
}

/** Bugs of ours are not dressed up as failures of a scenario. */
function failureOf(step: Step, thrown: unknown): Failure {
  if (thrown instanceof StepFailure) {
    const { place, said, difference } = thrown;
    return { place, said, error: undefined, ...(difference ? { difference } : {}) };
  }
  if (thrown instanceof ChainError) return { place: step.place, said: undefined, error: thrown };
  if (thrown instanceof Error && thrown.name === "AbortError") {
    return { place: step.place, said: text("Canceled."), error: undefined };
  }
  if (thrown instanceof Error && "code" in thrown && "path" in thrown) {
    return { place: step.place, said: text('The file "{0}" can\'t be read.', String(thrown.path)), error: undefined };
  }
  throw thrown;
}

/**
 * Runs a scenario on a chain, step by step, up to the first that fails.
 * @throws ChainError when the chain does not answer at all, or a key file cannot be read.
 */
export async function runScenario(scenario: Scenario, ground: Ground, options: RunOptions): Promise<StepResult[]> {
  const run = new Run(scenario, ground, options);
  await run.prepare();
  const results: StepResult[] = [];
  for (const step of scenario.steps) {
    const failed = results.some(({ status }) => status !== "passed");
    const result: StepResult = failed ? { step, status: "notRun", durationMs: 0 } : await run.step(step);
    results.push(result);
    options.onStep?.(result);
  }
  return results;
}
