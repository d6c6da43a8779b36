import { randomBytes } from "node:crypto";
import { performance } from "node:perf_hooks";
import { getBlockNumber } from "../../chain/rpc/blocks";
import type { Address } from "../../crypto/bytes/hex";
import type { Signer } from "../../crypto/cryptoSuite";
import { freshSigner } from "../../crypto/privateKeySigner";
import { ChainError } from "../../errors/chainError";
import { callsOfRun } from "../../signing/calls";
import { NoConsent } from "../../signing/consent";
import { type LocalizableText, text } from "../../text/catalogue";
import { type TextPosition, YamlError } from "../../yaml/complaint";
import type { YamlValue } from "../../yaml/value";
import type { Plain } from "../document/plain";
import { operations } from "../language/operations";
import { type AccountWish, adminName, type Scenario, type Step } from "../language/scenario";
import { call, deploy, encode, linkContract, send } from "./contracts";
import { operate } from "./operate";
import { checkOutcome, outcomeOf, type StepOutcome } from "./outcome";
import { stepSigns, termsOf } from "./performStep";
import type { RunContext } from "./runContext";
import { type Difference, Scope, StepFailure } from "./scope";
import { wait } from "./wait";

/** Why a step failed: words of ours at a place, or an error of the chain at the step. */
interface Failure {
  readonly place: TextPosition;
  readonly text: LocalizableText | undefined;
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
interface RunOptions {
  readonly variables: ReadonlyMap<string, string>;
  readonly signal: AbortSignal;
  /** Told each result as soon as it is there; the next step waits for it. */
  readonly onStep?: (result: StepResult) => void | Promise<void>;
}

/** Letters and digits that no other run has: for names that a chain has only once. */
const runWord = (): string => `r${randomBytes(5).toString("hex")}`;

class Run {
  readonly scope = new Scope();
  readonly #scenario: Scenario;
  readonly #context: RunContext;
  readonly #options: RunOptions;
  #first = 0;

  constructor(scenario: Scenario, context: RunContext, options: RunOptions) {
    this.#scenario = scenario;
    this.#context = context;
    this.#options = options;
  }

  /** Accounts, variables and what every run has. */
  async prepare(): Promise<void> {
    const { scope } = this;
    const { session, signing, adminAddress } = this.#context;
    this.#first = (await getBlockNumber(session.client)) + 1;
    scope.values.set("run", runWord());
    scope.values.set("suite", session.suite.name);
    const admin = signing ? signing.admin : adminAddress;
    if (admin) this.#know(adminName, admin);
    for (const wish of this.#scenario.accounts) {
      if (wish.name === adminName && (wish.key === undefined || admin)) continue;
      this.#know(wish.name, await this.#account(wish));
    }
    for (const { key, value } of this.#scenario.variables) scope.values.set(key, this.#variable(value));
    for (const [name, value] of this.#options.variables) scope.values.set(name, value);
  }

  /** @throws YamlError where it names what has no value */
  #variable(value: YamlValue): Plain {
    try {
      return this.scope.resolve(value);
    } catch (thrown) {
      if (!(thrown instanceof StepFailure)) throw thrown;
      throw new YamlError([{ place: thrown.place, message: thrown.text }]);
    }
  }

  async step(step: Step): Promise<StepResult> {
    const began = performance.now();
    const address = step.from === undefined ? undefined : this.scope.addresses.get(step.from);
    const from = address ? { from: address } : {};
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

  /**
   * The account of a role: what signs, or where nothing may be signed, its address. Keys come from a person; a scenario names roles.
   * @throws YamlError where it needs a key that wasn't given
   */
  async #account(role: AccountWish): Promise<Signer | Address | undefined> {
    const { signing, session, addressOf } = this.#context;
    const made = (): Signer => (signing ? signing.freshSigner() : freshSigner(session.suite));
    if (!signing) return role.key === undefined ? made().address : addressOf?.(role);
    const given = await signing.signer(role);
    if (given) return given;
    if (role.key === undefined || signing.passing) return made();
    const message = text(
      "No key is given for the account {0}. A scenario doesn't open the key files that it names: pass the key yourself, with --key {0}=FILE.",
      role.name,
    );
    throw new YamlError([{ place: role.place, message }]);
  }

  #know(name: string, account: Signer | Address | undefined): void {
    if (account === undefined) return;
    const address = typeof account === "string" ? account : account.address;
    if (typeof account !== "string") this.scope.signers.set(name, this.#audited(account));
    this.scope.addresses.set(name, address);
    this.scope.values.set(name, address);
  }

  /** Calls that it signs are written down, too, as its transactions are by `performStep`. */
  #audited(account: Signer): Signer {
    const calls = { signer: account, audit: this.#context.signing?.audit };
    return callsOfRun(calls, termsOf(this.#context));
  }

  #signer(step: Step): Signer {
    if (!this.#context.signing || !stepSigns(step))
      throw new StepFailure(step.place, text("Nothing can be signed in this run."));
    const name = step.from ?? adminName;
    const signer = this.scope.signers.get(name);
    if (signer) return signer;
    throw new StepFailure(
      step.place,
      text('This step is signed by "{0}", whose key is missing. Specify it with --key.', name),
    );
  }

  #outcome(step: Step): Promise<StepOutcome> {
    const { scope } = this;
    const context = this.#context;
    switch (step.kind) {
      case "deploy":
        return outcomeOf(async () => deploy(step, scope, context, this.#signer(step)));
      case "link":
        return outcomeOf(async () => linkContract(step, scope, context, this.#signer(step)));
      case "call":
        return outcomeOf(async () => call(step, scope, context, stepSigns(step) ? this.#signer(step) : undefined));
      case "send":
        return outcomeOf(async () => send(step, scope, context, this.#signer(step)));
      case "encode":
        return outcomeOf(async () => encode(step, scope, context));
      case "wait":
        return wait(step, this.#first, scope, context, this.#options.signal);
      case "set":
        return Promise.resolve(this.#set(step));
      case "operation":
        return outcomeOf(async () => this.#operate(step));
    }
  }

  async #operate(step: Step): Promise<StepOutcome> {
    const operation = operations.get(step.word);
    if (!operation) throw new StepFailure(step.place, text('No step begins with "{0}".', step.word));
    return operate(step, operation, this.scope, this.#context, stepSigns(step) ? this.#signer(step) : undefined);
  }

  #set(step: Step): StepOutcome {
    for (const { key, value } of step.subject.kind === "map" ? step.subject.entries : []) {
      this.scope.values.set(key, this.scope.resolve(value));
    }
    return { result: null };
  }
}

/** Bugs of ours are not dressed up as failures of a scenario. */
function failureOf(step: Step, thrown: unknown): Failure {
  if (thrown instanceof StepFailure) {
    const { place: position, text, difference } = thrown;
    return { place: position, text, error: undefined, ...(difference ? { difference } : {}) };
  }
  if (thrown instanceof ChainError) return { place: step.place, text: undefined, error: thrown };
  if (thrown instanceof NoConsent)
    return { place: step.place, text: text("No one agreed to this step: {0}", thrown.message), error: undefined };
  if (thrown instanceof Error && thrown.name === "AbortError") {
    return { place: step.place, text: text("Canceled."), error: undefined };
  }
  if (thrown instanceof Error && "code" in thrown && "path" in thrown) {
    return { place: step.place, text: text('The file "{0}" can\'t be read.', String(thrown.path)), error: undefined };
  }
  throw thrown;
}

/**
 * Runs a scenario on a chain, step by step, up to the first that fails.
 * @throws ChainError when the chain does not answer at all, or a key file cannot be read; YamlError for a variable without a value.
 */
export async function runScenario(scenario: Scenario, context: RunContext, options: RunOptions): Promise<StepResult[]> {
  const run = new Run(scenario, context, options);
  await run.prepare();
  const results: StepResult[] = [];
  for (const step of scenario.steps) {
    const failed = results.some(({ status }) => status !== "passed");
    const result: StepResult = failed ? { step, status: "notRun", durationMs: 0 } : await run.step(step);
    results.push(result);
    await options.onStep?.(result);
  }
  return results;
}
