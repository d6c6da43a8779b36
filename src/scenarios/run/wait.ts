import { readLogs } from "../../chain/events/readLogs";
import { getBlockNumber } from "../../chain/rpc/blocks";
import { EventNames } from "../../chain/services/contract/eventNames";
import { text } from "../../text/catalogue";
import { waitUntil } from "../../time/waitUntil";
import { member, type YamlValue } from "../../yaml/value";
import { numberOfWait } from "../language/readSteps";
import { splitName } from "../language/references";
import type { Step } from "../language/scenario";
import { compare } from "./compare";
import type { StepOutcome } from "./outcome";
import type { RunContext } from "./runContext";
import { type Scope, type Seen, StepFailure, seenByName } from "./scope";

const usualSeconds = 30;
const stepMs = 200;
/** What a timer can wait for: 24 days. */
const maxTimerMs = 2 ** 31 - 1;

/** Asks again and again until it has an answer or the time is over. @throws the signal's reason. */
async function until<Found>(
  seconds: number,
  signal: AbortSignal,
  ask: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const found = await waitUntil(ask, { stepMs, limitMs: seconds * 1000, signal });
  signal.throwIfAborted();
  return found;
}

function fits(where: YamlValue | undefined, found: Seen, scope: Scope): boolean {
  if (!where) return true;
  try {
    compare(where, found, scope, "event");
    return true;
  } catch (thrown) {
    if (thrown instanceof StepFailure) return false;
    throw thrown;
  }
}

function numberAt(key: string, given: YamlValue, scope: Scope): number {
  const number = numberOfWait(key, scope.text(given));
  if (number === undefined) throw new StepFailure(given.place, text('"{0}" must be an integer.', key));
  return number;
}

/** How long a step waits, in seconds. */
function secondsOf(step: Step, scope: Scope): number {
  const given = member(step.subject, "timeout");
  return given ? numberAt("timeout", given, scope) : usualSeconds;
}

async function waitForEvent(
  step: Step,
  event: YamlValue,
  from: number,
  scope: Scope,
  context: RunContext,
  signal: AbortSignal,
): Promise<StepOutcome> {
  const { contract: name, member: wanted } = splitName(scope.text(event));
  const contract = scope.contracts.get(name);
  if (!contract) throw new StepFailure(event.place, text('This run has no contract named "{0}".', name));
  const seconds = secondsOf(step, scope);
  const where = member(step.subject, "where");
  let next = from;
  const names = new EventNames(context.session);
  const found = await until(seconds, signal, async () => {
    const height = await getBlockNumber(context.session.client);
    const range = { addresses: [contract.address], fromBlock: next, toBlock: height };
    const logs = height < next ? [] : await readLogs(context.session, range, { signal });
    next = Math.max(next, height + 1);
    for (const log of logs) {
      const decoded = await names.decode(log, contract.abi);
      if (decoded?.name !== wanted && decoded?.signature !== wanted) continue;
      const seen = seenByName(decoded.arguments);
      if (fits(where, seen, scope)) return seen;
    }
    return undefined;
  });
  if (found !== undefined) return { result: found.plain, named: found.named };
  throw new StepFailure(event.place, text("Event {0} didn't occur within {1} seconds.", scope.text(event), seconds));
}

/**
 * Waits for an event since the beginning of the run, or until the chain is so high. Where the context can make blocks, those that it lacks
 * are made.
 * @param from the first block of the run
 */
export async function wait(
  step: Step,
  from: number,
  scope: Scope,
  context: RunContext,
  signal: AbortSignal,
): Promise<StepOutcome> {
  const event = member(step.subject, "event");
  if (event) return waitForEvent(step, event, from, scope, context, signal);
  const [more, block] = [member(step.subject, "blocks"), member(step.subject, "block")];
  const given = more ?? block;
  if (!given) throw new StepFailure(step.place, text('"wait" requires one of blocks, block, or event.'));
  const { client } = context.session;
  const now = await getBlockNumber(client);
  const target = more ? now + numberAt("blocks", given, scope) : numberAt("block", given, scope);
  const seconds = secondsOf(step, scope);
  const late = AbortSignal.timeout(Math.min(seconds * 1000, maxTimerMs));
  if (target > now) await context.signing?.mine?.(target - now, AbortSignal.any([signal, late]));
  const height = await until(seconds, signal, async () => {
    const reached = await getBlockNumber(client);
    return reached >= target ? reached : undefined;
  });
  if (height !== undefined) return { result: String(height) };
  throw new StepFailure(given.place, text("Block {0} didn't arrive within {1} seconds.", target, seconds));
}
