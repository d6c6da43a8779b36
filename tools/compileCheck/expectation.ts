import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { CryptoSuiteName } from "../../src/crypto/cryptoSuite";

/** One call that an `expected.json` asks for (docs/checks.md, "check:compile"). */
export interface ExpectedCall {
  readonly function: string;
  readonly args: readonly unknown[];
  /** A transaction; without it the function is only asked. */
  readonly send: boolean;
  /** What it gives, in order; undefined leaves it open. */
  readonly result: readonly unknown[] | undefined;
  /** Names of events that it leaves, in order; undefined leaves it open. */
  readonly events: readonly string[] | undefined;
  /** It must fail, with this in its reason. */
  readonly reverts: string | undefined;
}

/** What is known of one contract. */
export interface ExpectedContract {
  readonly args: readonly unknown[];
  /** Signature → selector without `0x`. */
  readonly selectors: Readonly<Record<string, string>>;
  readonly calls: readonly ExpectedCall[];
  /** Neither deployed nor called. */
  readonly skip: boolean;
}

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

function selectorsOf(json: Json, suite: CryptoSuiteName): Record<string, string> {
  const selectors = json["selectors"];
  const own = json[suite === "sm" ? "smSelectors" : "standardSelectors"];
  const bySuite = isObject(selectors) && isObject(selectors[suite]) ? selectors[suite] : undefined;
  // Plain selectors are those of keccak256.
  const plain =
    isObject(selectors) && suite === "standard" && !isObject(selectors["sm"]) && !isObject(selectors["standard"]);
  const found = isObject(own) ? own : (bySuite ?? (plain ? (selectors as Json) : {}));
  return Object.fromEntries(
    Object.entries(found).map(([signature, selector]) => [
      signature,
      String(selector).replace(/^0x/, "").toLowerCase(),
    ]),
  );
}

function callOf(value: unknown): ExpectedCall {
  const json = isObject(value) ? value : { function: value };
  const { function: name, args, send, result, results, returns, events, reverts } = json as Json;
  const expected = result ?? results ?? returns;
  return {
    function: String(name),
    args: listOf(args),
    send: send === true,
    result: expected === undefined ? undefined : listOf(expected),
    events:
      events === undefined ? undefined : listOf(events).map((each) => String(isObject(each) ? each["name"] : each)),
    reverts: reverts === undefined || reverts === false ? undefined : reverts === true ? "" : String(reverts),
  };
}

/** What `expected.json` in a folder says, by `File.sol:Name` and by name alone. */
export class Expectations {
  readonly #contracts = new Map<string, Json>();
  readonly #suite: CryptoSuiteName;
  readonly there: boolean;

  constructor(folder: string, suite: CryptoSuiteName) {
    this.#suite = suite;
    const path = join(folder, "expected.json");
    this.there = existsSync(path);
    if (!this.there) return;
    const json: unknown = JSON.parse(readFileSync(path, "utf8"));
    const inner =
      isObject(json) && (isObject(json["contracts"]) || Array.isArray(json["contracts"])) ? json["contracts"] : json;
    const entries: [string, unknown][] = Array.isArray(inner)
      ? inner.map((each: unknown) => [isObject(each) ? String(each["contract"] ?? each["name"]) : "", each])
      : Object.entries(isObject(inner) ? inner : {});
    for (const [name, value] of entries) if (isObject(value)) this.#contracts.set(name, value);
  }

  /** Undefined when nothing is said about the contract. */
  of(sourceName: string, name: string): ExpectedContract | undefined {
    const file = basename(sourceName);
    const json =
      this.#contracts.get(`${sourceName}:${name}`) ??
      this.#contracts.get(`${file}:${name}`) ??
      this.#contracts.get(name);
    if (!json) return undefined;
    return {
      args: listOf(Object.hasOwn(json, "constructor") ? json["constructor"] : json["args"]),
      selectors: selectorsOf(json, this.#suite),
      calls: listOf(json["calls"]).map(callOf),
      skip: json["skip"] === true || json["deploy"] === false,
    };
  }
}
