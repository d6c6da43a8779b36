import { type Node as JsonNode, parseTree } from "jsonc-parser";
import * as v from "valibot";
import { clientError } from "../../errors/clientError";
import { isTimeZone } from "../../text/formats";
import { isJsonObject, jsonLimits, parseBoundedJson } from "../../text/limits/boundedJson";
import { pkcs11Entry, unfitSigner } from "../signers/signerSetting";

const name = v.pipe(v.string(), v.regex(/^[\w.@-]{1,100}$/));
const list = <Schema extends v.GenericSchema>(each: Schema) => v.pipe(v.array(each), v.minLength(1), v.maxLength(1000));
/** A whole number in decimal digits, as text: JSON's own numbers are exact only up to 2^53. */
const amount = v.pipe(v.string(), v.regex(/^(?:0|[1-9]\d{0,77})$/));
const address = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/));
const hash = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{64}$/));
/** By name of an argument: `amount`, in a struct `calls.target`. */
const byArgument = <Schema extends v.GenericSchema>(each: Schema) =>
  v.record(v.pipe(v.string(), v.maxLength(500)), each);

const method = v.strictObject({
  /** With the names of its parameters; `receive()` is a transfer without call data. */
  signature: v.optional(v.pipe(v.string(), v.maxLength(4000))),
  /** Instead: four bytes, where the function isn't known. Its arguments aren't read, so that no member speaks of them. */
  selector: v.optional(v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{8}$/))),
  /** The most that a number may be; in lists, and with all calls within a transaction, their sum. */
  max: v.optional(byArgument(amount)),
  /** The most that it may come to in a day, for each key. */
  perDay: v.optional(byArgument(amount)),
  /** The only values of an argument. */
  only: v.optional(byArgument(list(v.pipe(v.string(), v.maxLength(1000))))),
  /** `bytes` that are calls, each of which a rule must allow: whose contract is called (an argument, or `self`), and with how much. */
  nested: v.optional(byArgument(v.strictObject({ to: v.string(), value: v.optional(v.string()) }))),
  /** `bytes` that may hold anything, because the contract calls nothing by them. */
  opaque: v.optional(list(v.pipe(v.string(), v.maxLength(500)))),
});

/** The most of a day: transactions that are signed, and wei that go along. */
const dayLimits = v.strictObject({
  transactions: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000))),
  value: v.optional(amount),
});

const time = v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/));
export const weekDays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

const rule = v.strictObject({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  keys: list(name),
  chains: list(
    v.strictObject({
      chainId: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
      groupId: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
      genesisHash: v.optional(hash),
    }),
  ),
  contracts: v.optional(list(address)),
  methods: v.optional(list(method)),
  /** Hashes of the whole call data of deployments. */
  deployments: v.optional(list(hash)),
  /** The most that goes along, in wei. */
  value: v.optional(amount, "0"),
  /** Of a day, for each key. */
  perDay: v.optional(dayLimits),
  /** For signed calls, which read as the key's account, and for no transaction. */
  calls: v.optional(v.boolean(), false),
  hours: v.optional(
    v.strictObject({
      days: v.optional(list(v.picklist(weekDays)), [...weekDays]),
      from: time,
      to: time,
      zone: v.pipe(v.string(), v.check(isTimeZone, "no time zone")),
    }),
  ),
  /** Who may ask; by default every asker of the policy. */
  by: v.optional(list(name)),
  /** How many different people have to ask for the same bytes. */
  persons: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10)), 1),
  /** Whether call data that is signed unasked may hold the text of an address, as other calls could be cut out of it. */
  anyText: v.optional(v.boolean(), false),
  /** Whether the person at the signer's terminal is asked. */
  ask: v.optional(v.boolean(), true),
});

const fileKey = v.strictObject({
  file: v.pipe(v.string(), v.minLength(1)),
  suite: v.picklist(["standard", "sm"]),
  passwordEnv: v.optional(v.pipe(v.string(), v.regex(/^\w{1,100}$/))),
  perDay: v.optional(dayLimits),
});

/** On a device, by the members of a file of signers. */
const deviceKey = v.strictObject({ ...pkcs11Entry.entries, perDay: v.optional(dayLimits) });

type KeySetting = v.InferOutput<typeof fileKey> | v.InferOutput<typeof deviceKey>;

const policy = v.strictObject({
  /** The time zone whose days are counted. */
  zone: v.optional(v.pipe(v.string(), v.check(isTimeZone, "no time zone"))),
  keys: v.record(
    name,
    v.lazy(
      (given): v.GenericSchema<unknown, KeySetting> => (isJsonObject(given) && "kind" in given ? deviceKey : fileKey),
    ),
  ),
  /** SHA-256 of client certificates, by person. */
  people: v.record(name, list(v.pipe(v.string(), v.regex(/^(?:[0-9a-fA-F]{2}:?){31}[0-9a-fA-F]{2}$/)))),
  rules: v.pipe(v.array(rule), v.maxLength(1000)),
});

export type PolicySetting = v.InferOutput<typeof policy>;
export type RuleSetting = PolicySetting["rules"][number];
export type MethodSetting = v.InferOutput<typeof method>;
export type Hours = NonNullable<RuleSetting["hours"]>;
export type DayLimits = v.InferOutput<typeof dayLimits>;

const wrong = (file: string, where: string): Error => clientError("policySetting", { file, where });

/** The path of a member that stands twice in its object: a reader would see one, and the signer the other. */
function repeated(node: JsonNode | undefined, path = ""): string | undefined {
  const seen = new Set<string>();
  for (const [index, child] of (node?.children ?? []).entries()) {
    const isMember = child.type === "property";
    const key = isMember ? String(child.children?.[0]?.value) : String(index);
    const where = path === "" ? key : `${path}.${key}`;
    if (isMember && (seen.has(key) || key === "__proto__")) return where;
    seen.add(key);
    const found = repeated(isMember ? child.children?.[1] : child, where);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A fingerprint without colons, in lower case. */
export const fingerprintDigits = (fingerprint: string): string => fingerprint.replaceAll(":", "").toLowerCase();

const hasDayLimits = ({ keys, rules }: PolicySetting): boolean =>
  [...Object.values(keys), ...rules, ...rules.flatMap(({ methods = [] }) => methods)].some(
    ({ perDay }) => perDay !== undefined,
  );

/** Each method is named in one way; of a bare selector nothing is known to speak of. */
function methodsTrouble({ methods = [] }: RuleSetting): string | undefined {
  const wrongOne = methods.findIndex((method) => {
    const { signature, selector, ...others } = method;
    if ((signature === undefined) === (selector === undefined)) return true;
    return selector !== undefined && Object.values(others).some((other) => other !== undefined);
  });
  return wrongOne < 0 ? undefined : `.methods.${wrongOne}: signature | selector`;
}

/** What a signed call can't have: it moves nothing, is asked again and again, and says nothing of its chain. */
function callRuleTrouble(rule: RuleSetting): string | undefined {
  const { deployments, persons, perDay, value, chains, methods = [] } = rule;
  if (deployments !== undefined) return ".deployments: calls";
  if (persons > 1) return ".persons: calls";
  if (perDay !== undefined || methods.some((method) => method.perDay !== undefined)) return ".perDay: calls";
  if (value !== "0") return ".value: calls";
  if (chains.some(({ genesisHash }) => genesisHash !== undefined)) return ".chains.genesisHash: calls";
  return methodsTrouble(rule);
}

/** What one member says of another that isn't there, or that another person has. */
function inconsistency(policy: PolicySetting): string | undefined {
  const { keys, people, rules } = policy;
  for (const [id, key] of Object.entries(keys)) {
    const unfit = "kind" in key ? unfitSigner(key) : undefined;
    if (unfit !== undefined) return `keys.${id}: ${unfit}`;
  }
  if (policy.zone === undefined && hasDayLimits(policy)) return "zone";
  const owners = new Set<string>();
  for (const [person, certificates] of Object.entries(people))
    for (const each of new Set(certificates.map(fingerprintDigits))) {
      if (owners.has(each)) return `people.${person}: ${each}`;
      owners.add(each);
    }
  for (const [index, each] of rules.entries()) {
    const { contracts, deployments, persons, by = Object.keys(people) } = each;
    const own = each.calls ? callRuleTrouble(each) : methodsTrouble(each);
    if (own !== undefined) return `rules.${index}${own}`;
    // A read of any function is allowed by the contract alone.
    const methods = each.calls ? contracts && [] : each.methods;
    const key = each.keys.find((id) => !Object.hasOwn(keys, id));
    if (key !== undefined) return `rules.${index}.keys: ${key}`;
    const person = by.find((id) => !Object.hasOwn(people, id));
    if (person !== undefined) return `rules.${index}.by: ${person}`;
    if (new Set(by).size < persons) return `rules.${index}.persons`;
    const calls = contracts !== undefined && methods !== undefined;
    if ((contracts === undefined) !== (methods === undefined) || calls === (deployments !== undefined))
      return `rules.${index}: contracts + methods | deployments`;
    if (each.hours && each.hours.from === each.hours.to) return `rules.${index}.hours`;
    if (rules.findIndex((other) => other.name === each.name) !== index) return `rules.${index}.name`;
  }
  return undefined;
}

/**
 * Reads a policy. What it doesn't know is an error: a limit that was misspelt would be none.
 * @param file where it stands, for what is said of it
 * @throws ChainError usage `policySetting`
 */
export function readPolicyFile(text: string, file: string): PolicySetting {
  let json: unknown;
  try {
    json = parseBoundedJson(text, jsonLimits.plain);
  } catch {
    throw wrong(file, "JSON");
  }
  const twice = repeated(parseTree(text));
  if (twice !== undefined) throw wrong(file, twice);
  const read = v.safeParse(policy, json);
  if (!read.success) {
    const [issue] = read.issues;
    throw wrong(file, `${v.getDotPath(issue) ?? "JSON"}: ${issue.message}`);
  }
  const inconsistent = inconsistency(read.output);
  if (inconsistent !== undefined) throw wrong(file, inconsistent);
  return read.output;
}
