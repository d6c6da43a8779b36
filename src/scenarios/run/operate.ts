import { resolveTarget } from "../../chain/services/bfs/readLink";
import type { ChainSession } from "../../chain/session";
import type { Signer } from "../../crypto/cryptoSuite";
import { type LocalizableText, text } from "../../text/catalogue";
import { member, type Value } from "../document/value";
import type { Step } from "../language/scenario";
import type { Given, Operation, Plain } from "../operations/operation";
import type { Ground } from "./ground";
import type { Outcome } from "./outcome";
import { plainLine, type Scope, StepFailure, toPlain } from "./scope";

/** The fields of a step, put in and checked when the operation asks for them. */
class StepFields implements Given {
  readonly #step: Step;
  readonly #scope: Scope;
  readonly #session: ChainSession;
  readonly #short: string | undefined;

  constructor(step: Step, scope: Scope, session: ChainSession, { short }: Operation) {
    this.#step = step;
    this.#scope = scope;
    this.#session = session;
    this.#short = short;
  }

  has(name: string): boolean {
    return this.#value(name) !== undefined;
  }

  text(name: string): string {
    const value = this.#value(name);
    return value ? this.#scope.text(value) : "";
  }

  number(name: string): number {
    const given = this.text(name);
    const number = given.trim() === "" ? Number.NaN : Number(given);
    return Number.isSafeInteger(number) ? number : this.#wrong(name, text('"{0}" must be an integer.', name));
  }

  boolean(name: string): boolean {
    const given = this.text(name);
    if (given === "true" || given === "false") return given === "true";
    return this.#wrong(name, text('"{0}" must be one of {1}, not "{2}".', name, "true, false", given));
  }

  texts(name: string): string[] {
    const value = this.#resolved(name);
    if (!Array.isArray(value)) return this.#wrong(name, text('"{0}" must be a list.', name));
    return value.map((item: Plain) => this.#word(name, item));
  }

  values(name: string): Record<string, string> {
    const value = this.#resolved(name);
    if (value === null || typeof value === "string" || Array.isArray(value)) {
      return this.#wrong(name, text('"{0}" must be a map.', name));
    }
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#word(name, item as Plain)]));
  }

  async address(name: string): Promise<`0x${string}`> {
    const given = this.text(name);
    const known = this.#scope.contracts.get(given)?.address ?? this.#scope.signers.get(given)?.address;
    return known ?? resolveTarget(this.#session, given);
  }

  #value(name: string): Value | undefined {
    const { subject } = this.#step;
    return subject.kind === "map" ? member(subject, name) : name === this.#short ? subject : undefined;
  }

  #resolved(name: string): Plain {
    const value = this.#value(name);
    return value ? this.#scope.resolve(value) : null;
  }

  /** An empty text where nothing stands: a column can be empty. */
  #word(name: string, item: Plain): string {
    if (item === null) return "";
    return typeof item === "string"
      ? item
      : this.#wrong(name, text("Text is required here, not {0}.", plainLine(item)));
  }

  #wrong(name: string, said: LocalizableText): never {
    throw new StepFailure(this.#value(name)?.place ?? this.#step.place, said);
  }
}

/** Runs an operation of a service or of governance. */
export async function operate(
  step: Step,
  operation: Operation,
  scope: Scope,
  ground: Ground,
  signer: Signer | undefined,
): Promise<Outcome> {
  const given = new StepFields(step, scope, ground.session, operation);
  const { result, code } = await operation.run(ground.session, given, signer ?? ground.freshSigner());
  return { result: toPlain(result ?? (operation.writes ? code : null)), ...(code === undefined ? {} : { code }) };
}
