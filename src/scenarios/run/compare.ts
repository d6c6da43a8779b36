import { parseWholeNumber } from "../../chain/abi/numberUnits";
import { type NameOf, withAddressNames } from "../../chain/abi/valueNotes";
import { text } from "../../text/catalogue";
import type { TextPosition } from "../../yaml/complaint";
import type { MapValue, YamlValue } from "../../yaml/value";
import type { Plain } from "../document/plain";
import { comparisons } from "../language/expectation";
import { plainLine, type Scope, type Seen, StepFailure, seenAt } from "./scope";

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

/** The number of a member of an enum is the same as its name, too, and as both, `1 (Green)`. */
function sameSeen(expected: Plain, { plain, named }: Seen): boolean {
  if (typeof expected !== "string" || typeof plain !== "string") return expected === plain;
  if (sameText(expected, plain)) return true;
  return named !== plain && (named === expected || named === `${plain} (${expected})`);
}

/** What an answer holds, in order. */
const inside = (seen: Seen): Seen[] => Object.keys(seen.plain ?? {}).map((name) => seenAt(seen, name));

function same(expected: Plain, actual: Seen): boolean {
  const { plain } = actual;
  if (typeof expected === "string" || expected === null) return sameSeen(expected, actual);
  if (plain === null || typeof plain === "string") return false;
  if (Array.isArray(expected)) {
    const found = inside(actual);
    return (
      expected.length === found.length &&
      found.every((each, at) => same((expected as readonly Plain[])[at] ?? null, each))
    );
  }
  return Object.entries(expected).every(([name, each]) => same(each, seenAt(actual, name)));
}

function contains(actual: Seen, wanted: Plain): boolean {
  if (typeof actual.plain === "string") return typeof wanted === "string" && actual.plain.includes(wanted);
  return inside(actual).some((each) => same(wanted, each));
}

function compares(name: (typeof comparisons)[number], wanted: Plain, seen: Seen): boolean {
  const { plain: actual } = seen;
  if (name === "$any") return actual !== null;
  if (name === "$not") return !same(wanted, seen);
  if (name === "$contains") return contains(seen, wanted);
  const bound = typeof wanted === "string" ? parseWholeNumber(wanted) : undefined;
  const found = typeof actual === "string" && digits.test(actual) ? BigInt(actual) : undefined;
  if (bound === undefined || found === undefined) return false;
  return name === "$atLeast" ? found >= bound : found <= bound;
}

function compareMap(expected: MapValue, seen: Seen, scope: Scope, path: string): void {
  const [first] = expected.entries;
  const comparison = comparisons.find((each) => each === first?.key);
  if (first && comparison) {
    const wanted = scope.resolve(first.value);
    if (compares(comparison, wanted, seen)) return;
    const words = `${comparison} ${plainLine(wanted)}`;
    throw differs(first.place, path, plainLine(seen.named), words, scope.nameOf);
  }
  const { plain: actual } = seen;
  if (actual === null || typeof actual === "string" || Array.isArray(actual)) {
    throw new StepFailure(expected.place, text("{0} is {1}, expected a map", path, plainLine(seen.named)));
  }
  for (const { key, value } of expected.entries) compare(value, seenAt(seen, key), scope, `${path}.${key}`);
}

/** Something is not what it should be. Addresses have their names in the run behind them. */
export function differs(
  range: TextPosition,
  path: string,
  actual: string,
  expected: string,
  nameOf: NameOf = () => undefined,
): StepFailure {
  const [found, wanted] = [actual, expected].map((each) => withAddressNames(each, nameOf));
  return new StepFailure(range, text("{0} is {1}, expected {2}", path, found ?? "", wanted ?? ""), {
    expected,
    actual,
  });
}

/**
 * Compares what happened with what a scenario says. A map has to hold what is named and may hold more; a list has to be as long. Members of
 * enums may be expected by number or by name.
 * @throws StepFailure at the place of the first difference.
 */
export function compare(expected: YamlValue, seen: Seen, scope: Scope, path: string): void {
  if (expected.kind === "map") {
    compareMap(expected, seen, scope, path);
    return;
  }
  if (expected.kind === "list") {
    const found = seen.plain === null || typeof seen.plain === "string" ? undefined : inside(seen);
    if (!found || found.length !== expected.items.length) {
      const message = text("{0} is {1}, expected a list of {2}", path, plainLine(seen.named), expected.items.length);
      throw new StepFailure(expected.place, message);
    }
    for (const [index, each] of found.entries()) {
      const item = expected.items[index];
      if (item) compare(item, each, scope, `${path}[${index}]`);
    }
    return;
  }
  const wanted = scope.resolve(expected);
  if (same(wanted, seen)) return;
  throw differs(expected.place, path, plainLine(seen.named), plainLine(wanted), scope.nameOf);
}
