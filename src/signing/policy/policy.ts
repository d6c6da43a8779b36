import type { AbiFunction, ContractInterface } from "../../chain/abi/contractInterface";
import { writtenFunction } from "../../chain/abi/writtenFunction";
import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { cryptoSuite } from "../../crypto/suites";
import { clientError } from "../../errors/clientError";
import { dayAt } from "../../text/formats";
import { comparable, type Place, placesOf } from "./callArguments";
import {
  type DayLimits,
  fingerprintDigits,
  type MethodSetting,
  type PolicySetting,
  type RuleSetting,
  readPolicyFile,
} from "./policyFile";

/** A function that a rule allows. */
export interface AllowedMethod {
  /** Undefined for a transfer without call data. */
  readonly selector: string | undefined;
  /** Undefined where the function isn't known. */
  readonly called: AbiFunction | undefined;
  readonly abi: ContractInterface | undefined;
  readonly max: ReadonlyMap<string, bigint>;
  readonly perDay: ReadonlyMap<string, bigint>;
  readonly only: ReadonlyMap<string, ReadonlySet<string>>;
  readonly nested: ReadonlyMap<string, { readonly to: string; readonly value?: string | undefined }>;
  readonly opaque: ReadonlySet<string>;
  readonly places: ReadonlyMap<string, Place>;
}

/** A rule as it is judged by, with the functions under the suite of each key. */
export interface Rule {
  readonly setting: RuleSetting;
  readonly contracts: ReadonlySet<string>;
  readonly deployments: ReadonlySet<string>;
  readonly max: bigint;
  readonly perDay: DayAmounts;
  /** Undefined: any, of a rule for calls. */
  readonly anyMethod: boolean;
  readonly methods: Readonly<Record<CryptoSuiteName, readonly AllowedMethod[]>>;
}

/** Limits of a day; undefined: none. */
interface DayAmounts {
  readonly transactions: bigint | undefined;
  readonly value: bigint | undefined;
}

export interface Policy {
  readonly keys: PolicySetting["keys"];
  /** Names of those who may ask. */
  readonly people: readonly string[];
  /** Of a key, whatever is called. */
  keyPerDay(keyId: string): DayAmounts;
  /** The day that a moment belongs to: `2026-11-29`. */
  dayOf(at: Date): string;
  readonly rules: readonly Rule[];
  /** The person of a client certificate, by its SHA-256. */
  personOf(fingerprint: string): string | undefined;
}

/** What is wrong with a member of a rule. */
class WrongRule extends Error {}

/** Own calls of the contract. */
export const itself = "self";

function placeOf(places: ReadonlyMap<string, Place>, path: string, kind: string): Place {
  const place = places.get(path);
  if (place?.shape.kind !== kind) throw new WrongRule(`${path}: ${kind}`);
  return place;
}

/** Calls within calls must be read in pairs of contract and call data: one list at most, and both in it. */
function checkNested(method: AllowedMethod): void {
  const { places } = method;
  for (const [path, { to, value }] of method.nested) {
    const data = placeOf(places, path, "bytes");
    const beside = [
      ...(to === itself ? [] : [placeOf(places, to, "address")]),
      ...(value === undefined ? [] : [placeOf(places, value, "integer")]),
    ];
    const signed = beside.some(({ shape }) => shape.kind === "integer" && shape.signed);
    if (
      signed ||
      method.opaque.has(path) ||
      data.lists > 1 ||
      beside.some(({ lists }) => lists !== 0 && lists !== data.lists)
    )
      throw new WrongRule(`nested.${path}`);
  }
}

const dayAmounts = ({ transactions, value }: DayLimits = {}): DayAmounts => ({
  transactions: transactions === undefined ? undefined : BigInt(transactions),
  value: value === undefined ? undefined : BigInt(value),
});

/** A function of which only its four bytes are known. */
const bareMethod = (selector: string): AllowedMethod => ({
  selector: selector.toLowerCase(),
  called: undefined,
  abi: undefined,
  max: new Map(),
  perDay: new Map(),
  only: new Map(),
  nested: new Map(),
  opaque: new Set(),
  places: new Map(),
});

function allowedMethod(setting: MethodSetting, suite: CryptoSuiteName): AllowedMethod {
  const { signature = "", selector, max = {}, perDay = {}, only = {}, nested = {}, opaque = [] } = setting;
  if (selector !== undefined) return bareMethod(selector);
  const isPlain = signature.trim() === "receive()";
  const written = isPlain ? undefined : writtenFunction(signature, cryptoSuite(suite));
  if (!isPlain && !written) throw new WrongRule("signature");
  const places = placesOf(written?.called.inputs ?? []);
  if (!places) throw new WrongRule("signature: names");
  const amounts = (limits: typeof max, member: string) =>
    new Map(
      Object.entries(limits).map(([path, max]) => {
        const { shape } = placeOf(places, path, "integer");
        if (shape.kind === "integer" && shape.signed) throw new WrongRule(`${member}.${path}: uint`);
        return [path, BigInt(max)] as const;
      }),
    );
  const choices = Object.entries(only).map(([path, values]) => {
    const place = places.get(path);
    const known = values.map((value) => place && comparable(place.shape, value));
    if (!place || known.includes(undefined)) throw new WrongRule(`only.${path}`);
    return [path, new Set(known as string[])] as const;
  });
  for (const path of opaque) placeOf(places, path, "bytes");
  const method: AllowedMethod = {
    selector: written?.called.selector,
    called: written?.called,
    abi: written?.abi,
    max: amounts(max, "max"),
    perDay: amounts(perDay, "perDay"),
    only: new Map(choices),
    nested: new Map(Object.entries(nested)),
    opaque: new Set(opaque),
    places,
  };
  checkNested(method);
  return method;
}

function ruleOf(setting: RuleSetting): Rule {
  const { contracts = [], methods = [], deployments = [], value, perDay, calls } = setting;
  const bySuite = (suite: CryptoSuiteName): AllowedMethod[] =>
    methods.map((each, index) => {
      try {
        return allowedMethod(each, suite);
      } catch (error) {
        throw error instanceof WrongRule ? new WrongRule(`methods.${index}.${error.message}`) : error;
      }
    });
  return {
    setting,
    contracts: new Set(contracts.map((each) => each.toLowerCase())),
    deployments: new Set(deployments.map((each) => each.toLowerCase())),
    max: BigInt(value),
    perDay: dayAmounts(perDay),
    anyMethod: calls && setting.methods === undefined,
    methods: { standard: bySuite("standard"), sm: bySuite("sm") },
  };
}

/** @throws ChainError usage `policySetting` */
export function readPolicy(text: string, file: string): Policy {
  const { keys, people, rules, zone = "UTC" } = readPolicyFile(text, file);
  const persons = new Map(
    Object.entries(people).flatMap(([person, certificates]) =>
      certificates.map((each) => [fingerprintDigits(each), person] as const),
    ),
  );
  const read = rules.map((setting, index) => {
    try {
      return ruleOf(setting);
    } catch (error) {
      if (error instanceof WrongRule)
        throw clientError("policySetting", { file, where: `rules.${index}.${error.message}` });
      throw error;
    }
  });
  return {
    keys,
    people: Object.keys(people),
    rules: read,
    personOf: (fingerprint) => persons.get(fingerprintDigits(fingerprint)),
    keyPerDay: (keyId) => dayAmounts(Object.hasOwn(keys, keyId) ? keys[keyId]?.perDay : undefined),
    dayOf: (at) => dayAt(at.getTime(), zone),
  };
}
