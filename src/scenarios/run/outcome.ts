import type { DecodedEvent } from "../../chain/abi/contractInterface";
import { verdictOf } from "../../chain/transaction/refusals";
import { ChainError } from "../../errors/chainError";
import type { Operation } from "../../operations/model/operation";
import { text } from "../../text/catalogue";
import { joinSentences, listed } from "../../text/joining";
import { member, textOf, type YamlValue } from "../../yaml/value";
import type { Plain } from "../document/plain";
import { compare, differs } from "./compare";
import { plainLine, type Scope, StepFailure, seenValues, toPlain, unnamed } from "./scope";

/** What a step did: an answer, or the error with which it was refused. */
export interface StepOutcome {
  readonly result: Plain;
  /** The result with the names of enum members, where it has some. */
  readonly named?: Plain;
  /** Return code of a built-in contract. */
  readonly code?: number;
  /** In the order of the receipt; undefined for events of unknown contracts. */
  readonly events?: readonly (DecodedEvent | undefined)[];
  readonly error?: ChainError;
}

/** Nothing was refused: there was no answer, or it isn't known what became of the transaction. */
const isUnanswered = (error: ChainError): boolean =>
  error.kind === "transport" || error.kind === "tls" || verdictOf(error) === "unknown";

function checkRefusal(expected: YamlValue, error: ChainError | undefined, scope: Scope): void {
  if (!error) throw new StepFailure(expected.place, text("The step wasn't refused."));
  const isNamed = member(expected, "kind") !== undefined || member(expected, "code") !== undefined;
  if (isUnanswered(error) && !isNamed) throw error;
  for (const name of ["kind", "code"] as const) {
    const wanted = member(expected, name);
    if (wanted) compare(wanted, unnamed(String(error[name])), scope, `refused.${name}`);
  }
  const wanted = member(expected, "message");
  if (!wanted) return;
  const words = [error.nodeMessage ?? "", error.message, error.advice ?? ""];
  const found = scope.text(wanted);
  if (words.some((each) => each.includes(found))) return;
  const message = joinSentences(...words.filter((each) => each !== ""));
  throw new StepFailure(wanted.place, text('The refusal doesn\'t contain "{0}": {1}', found, message));
}

/** Status of the receipt, as far as the outcome tells it. */
const statusOf = ({ error }: StepOutcome): string =>
  !error ? "0" : error.kind === "execution" ? String(error.code) : error.kind === "precompiled" ? "0" : "none";

const codeOf = ({ error, code = 0 }: StepOutcome): string =>
  !error ? String(code) : error.kind === "precompiled" ? String(error.code) : "none";

/** The events have to be there in this order; others may stand between them. An empty list: none at all. */
function checkEvents(expected: YamlValue, result: StepOutcome, scope: Scope): void {
  const { events = [] } = result;
  const items = expected.kind === "list" ? expected.items : [];
  if (items.length === 0 && events.length > 0) {
    const names = listed(events.map((event) => event?.name ?? "?"));
    throw new StepFailure(expected.place, text("Expected no events, but got: {0}", names));
  }
  let next = 0;
  for (const item of items) {
    const entry = item.kind === "map" ? item.entries[0] : undefined;
    const name = entry?.key ?? textOf(item) ?? "";
    let nearest: unknown;
    let found = -1;
    for (let at = next; at < events.length && found < 0; at += 1) {
      const event = events[at];
      if (!event || (event.name !== name && event.signature !== name)) continue;
      try {
        if (entry && entry.value.kind !== "nothing") compare(entry.value, seenValues(event.arguments), scope, name);
        found = at;
      } catch (thrown) {
        nearest ??= thrown;
      }
    }
    if (found < 0) throw nearest ?? new StepFailure(item.place, text("No event {0} exists here.", name));
    next = found + 1;
  }
}

/** Whether what was expected speaks of a refusal: a status or a code of one, or `refused` itself. */
function expectsRefusal(expect: YamlValue | undefined, scope: Scope): boolean {
  if (member(expect, "refused")) return true;
  const [status, code] = [member(expect, "status"), member(expect, "code")];
  // What is compared in another way than for equality is judged by the comparison alone.
  const others = [status, code].some((each) => each?.kind === "map");
  if (others) return true;
  return (
    (status !== undefined && scope.text(status) !== "0") || (code !== undefined && scope.text(code).startsWith("-"))
  );
}

/**
 * Compares an outcome with what the step expects. Without an expectation a step has to succeed.
 * @throws StepFailure; the error of a step that should not have failed.
 */
export function checkOutcome(expect: YamlValue | undefined, result: StepOutcome, scope: Scope): void {
  if (result.error && !expectsRefusal(expect, scope)) throw result.error;
  const seen = { plain: result.result, named: result.named ?? result.result };
  for (const { key, value } of expect?.kind === "map" ? expect.entries : []) {
    if (key === "refused") checkRefusal(value, result.error, scope);
    else if (key === "status") checkNumber(value, statusOf(result), key, result, scope);
    else if (key === "code") checkNumber(value, codeOf(result), key, result, scope);
    else if (key === "events") checkEvents(value, result, scope);
    else if (key === "result") compare(value, seen, scope, "result");
  }
}

function checkNumber(expected: YamlValue, actual: string, name: string, { error }: StepOutcome, scope: Scope): void {
  if (expected.kind === "map") {
    compare(expected, unnamed(actual), scope, name);
    return;
  }
  if (scope.text(expected) === actual) return;
  const words = error ? ` (${error.nodeMessage ?? error.message})` : "";
  throw differs(expected.place, name, `${actual}${words}`, plainLine(scope.resolve(expected)));
}

/** Gives the outcome of work that may be refused; what is no refusal stays an error. */
export async function outcomeOf(work: () => Promise<StepOutcome>): Promise<StepOutcome> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof ChainError) return { result: null, error: thrown };
    throw thrown;
  }
}

/** What is compared of an operation's result: of a transaction to a built-in contract its code, which is 0 or a number of rows. */
export function comparedOf(operation: Operation, whole: unknown): StepOutcome {
  const result = operation.inSteps ? operation.inSteps(whole) : whole;
  if (typeof result !== "object" || result === null || !("code" in result) || !("transactionHash" in result))
    return { result: toPlain(result) };
  const code = Number(result.code);
  return { result: toPlain(code), code };
}
