import { parseTypedText, TypedTextError } from "../../chain/abi/typedText";
import { expectedComparisons, type RequestExpectation } from "../../chain/notebook/requestText";
import type { TextPosition } from "../../yaml/complaint";
import type { YamlValue } from "../../yaml/value";
import type { Plain } from "../document/plain";

/** A word as it is typed: a list or a struct where it is in brackets, else a text. */
export function typedWord(word: string): Plain {
  if (!/^[[{]/.test(word)) return word;
  try {
    return parseTypedText(word);
  } catch (error) {
    if (error instanceof TypedTextError) return word;
    throw error;
  }
}

function eventArguments(args: readonly string[]): Plain {
  const [only, ...others] = args.map(typedWord);
  if (only === undefined) return null;
  const isMap = typeof only === "object" && only !== null && !Array.isArray(only);
  return isMap && others.length === 0 ? only : [only, ...others];
}

/** What stands below `expect` of a scenario for an expectation of a notebook. */
export function scenarioExpectation(expectation: RequestExpectation): { readonly key: string; readonly value: Plain } {
  if (expectation.kind === "revert") {
    const { words } = expectation;
    return { key: "refused", value: words === undefined ? "true" : { message: words } };
  }
  if (expectation.kind === "event") {
    const given = eventArguments(expectation.args);
    return { key: "events", value: [given === null ? expectation.name : { [expectation.name]: given }] };
  }
  const [only, ...others] = expectation.values.map(typedWord);
  const value = others.length === 0 ? (only ?? null) : [only ?? null, ...others];
  const { comparison } = expectation;
  return { key: "result", value: comparison === undefined ? value : { [expectedComparisons[comparison]]: value } };
}

/** A plain value as if it stood at this place. */
function placed(plain: Plain, range: TextPosition): YamlValue {
  if (plain === null) return { kind: "nothing", place: range };
  if (typeof plain === "string")
    return { kind: "text", place: range, text: plain.replaceAll("$" + "{", () => "$$" + "{") };
  if (Array.isArray(plain))
    return { kind: "list", place: range, items: plain.map((each: Plain) => placed(each, range)) };
  const entries = Object.entries(plain).map(([key, each]) => ({
    key,
    place: range,
    value: placed(each as Plain, range),
  }));
  return { kind: "map", place: range, entries };
}

/** An expectation as `checkOutcome` compares it. @param line from 1 */
export function expectationValue(expectation: RequestExpectation, line: number): YamlValue {
  const place = { file: "", line, column: 1 };
  const { key, value } = scenarioExpectation(expectation);
  return { kind: "map", place, entries: [{ key, place, value: placed(value, place) }] };
}
