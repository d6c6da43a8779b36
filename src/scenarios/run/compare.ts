import { parseWholeNumber } from "../../chain/abi/numberUnits";
import { text } from "../../text/catalogue";
import type { Place } from "../document/complaint";
import type { MapValue, Value } from "../document/value";
import { comparisons } from "../language/expectation";
import type { Plain } from "../operations/operation";
import { plainLine, type Scope, StepFailure } from "./scope";

const digits = /^-?(0|[1-9]\d*)$/;

/** A number as people write it: `1_000`, `2 ether`, `0x10`. A text with a zero in front is none. */
function numberOf(given: string): bigint | undefined {
  const padded = given.length > 1 && given.startsWith("0") && !/^0[x.]/i.test(given);
  return padded ? undefined : parseWholeNumber(given);
}

/** The same text; the same number where the chain says a number; hex without regard to case. */
function sameText(expected: string, actual: string): boolean {
  if (expected === actual) return true;
  if (actual.startsWith("0x")) return expected.toLowerCase() === actual.toLowerCase();
  return digits.test(actual) && numberOf(expected) === BigInt(actual);
}

function samePlain(expected: Plain, actual: Plain): boolean {
  if (typeof expected === "string") return typeof actual === "string" && sameText(expected, actual);
  if (expected === null || actual === null || typeof actual === "string") return expected === actual;
  const [wanted, found] = [Object.entries(expected), Object.entries(actual)];
  if (Array.isArray(expected)) {
    return wanted.length === found.length && wanted.every(([, each], at) => samePlain(each, found[at]?.[1] ?? null));
  }
  return wanted.every(([name, each]) => samePlain(each, found.find(([own]) => own === name)?.[1] ?? null));
}

function contains(actual: Plain, wanted: Plain): boolean {
  if (typeof actual === "string") return typeof wanted === "string" && actual.includes(wanted);
  return actual !== null && Object.values(actual).some((each) => samePlain(wanted, each));
}

function compares(name: (typeof comparisons)[number], wanted: Plain, actual: Plain): boolean {
  if (name === "$any") return actual !== null;
  if (name === "$not") return !samePlain(wanted, actual);
  if (name === "$contains") return contains(actual, wanted);
  const bound = typeof wanted === "string" ? parseWholeNumber(wanted) : undefined;
  const found = typeof actual === "string" && digits.test(actual) ? BigInt(actual) : undefined;
  if (bound === undefined || found === undefined) return false;
  return name === "$atLeast" ? found >= bound : found <= bound;
}

function compareMap(expected: MapValue, actual: Plain, scope: Scope, path: string): void {
  const [first] = expected.entries;
  const comparison = comparisons.find((each) => each === first?.key);
  if (first && comparison) {
    const wanted = scope.resolve(first.value);
    if (compares(comparison, wanted, actual)) return;
    const words = `${comparison} ${plainLine(wanted)}`;
    throw differs(first.place, path, plainLine(actual), words);
  }
  if (actual === null || typeof actual === "string" || Array.isArray(actual)) {
    throw new StepFailure(expected.place, text("{0} is {1}, expected a map", path, plainLine(actual)));
  }
  const members = new Map(Object.entries(actual));
  for (const { key, value } of expected.entries) compare(value, members.get(key) ?? null, scope, `${path}.${key}`);
}

/** Something is not what it should be. */
export const differs = (place: Place, path: string, actual: string, expected: string): StepFailure =>
  new StepFailure(place, text("{0} is {1}, expected {2}", path, actual, expected), { expected, actual });

/**
 * Compares what happened with what a scenario says. A map has to hold what is named and may hold more; a list has to be as long.
 * @throws StepFailure at the place of the first difference.
 */
export function compare(expected: Value, actual: Plain, scope: Scope, path: string): void {
  if (expected.kind === "map") {
    compareMap(expected, actual, scope, path);
    return;
  }
  if (expected.kind === "list") {
    const found = actual === null || typeof actual === "string" ? undefined : Object.values(actual);
    if (!found || found.length !== expected.items.length) {
      const said = text("{0} is {1}, expected a list of {2}", path, plainLine(actual), expected.items.length);
      throw new StepFailure(expected.place, said);
    }
    for (const [index, item] of expected.items.entries())
      compare(item, found[index] ?? null, scope, `${path}[${index}]`);
    return;
  }
  const wanted = scope.resolve(expected);
  if (samePlain(wanted, actual)) return;
  throw differs(expected.place, path, plainLine(actual), plainLine(wanted));
}
