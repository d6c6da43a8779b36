import { isTablePath } from "../../chain/abi/builtInLimits";
import { isAddress } from "../../crypto/bytes/hex";
import { type NamedPath, namedPath } from "../../files/namedPath";
import { text } from "../../text/catalogue";
import { Check } from "../../yaml/check";
import { type TextPosition, YamlError } from "../../yaml/complaint";
import { readYaml } from "../../yaml/readYaml";
import { member, type YamlValue } from "../../yaml/value";
import { conditionOf, type EventWish, eventCode, exampleEvent, topicsOf } from "../watch/eventWish";
import { type Rule, type RuleField, type RuleKind, ruleKinds } from "../watch/ruleKinds";

/** Each look judges all. */
const maxRules = 200;
const maxWords = 200;
const maxConditions = 20;
const maxNameLength = 200;
const isAbsolutePath = (path: string): boolean => /^(?:\/|[A-Za-z]:[\\/])/.test(path);
const kinds = Object.keys(ruleKinds) as RuleKind[];
const common = ["name", "group"] as const;
const eventKeys = ["contract", "signature", "where"] as const;

function numberOf(check: Check, value: YamlValue, what: string, min: number, max: number): number {
  const given = check.word(value, what);
  const number = given !== undefined && /^\d{1,10}$/.test(given) ? Number(given) : Number.NaN;
  if (given !== undefined && !(number >= min && number <= max))
    check.complain(value.place, text('"{0}" must be an integer from {1} to {2}.', what, min, max));
  return number;
}

function wordsOf(check: Check, value: YamlValue | undefined, what: string): string[] {
  const items = check.items(value, what);
  if (value && items.length > maxWords)
    check.complain(value.place, text('"{0}" can contain at most {1} items.', what, maxWords));
  return items.slice(0, maxWords).flatMap((item) => check.word(item, what) ?? []);
}

/** An address, or a path of BFS that leads to one. */
const isContract = (word: string): boolean => isAddress(word) || isTablePath(word) || /^\/apps\/./.test(word);

function eventOf(check: Check, subject: YamlValue): EventWish | undefined {
  const missing = eventKeys.slice(0, 2).find((key) => !member(subject, key));
  if (missing !== undefined) {
    check.complain(subject.place, text('"{0}" requires "{1}".', "event", missing));
    return undefined;
  }
  const [contract, signature, where] = eventKeys.map((key) => member(subject, key));
  const address = check.word(contract, "contract") ?? "";
  if (contract?.kind === "text" && !isContract(address))
    check.complain(
      contract.place,
      text('"{0}" isn\'t an address of 0x and 40 hex digits, or a path such as {1}.', address, "/apps/token"),
    );
  const code = eventCode(check.word(signature, "signature") ?? "");
  if (signature?.kind === "text" && !code)
    check.complain(signature.place, text("Write an event as Solidity does, without structs: {0}", exampleEvent));
  const entries = check.entries(where, "where");
  if (where && entries.length > maxConditions)
    check.complain(where.place, text('"{0}" can contain at most {1} items.', "where", maxConditions));
  const names = code?.events.flatMap(({ inputs }) => inputs.map(({ name }) => name));
  const conditions = entries.slice(0, maxConditions).flatMap(({ key, place, value }) => {
    if (names && !names.includes(key)) check.complain(place, text('The event has no parameter "{0}".', key));
    const written = check.word(value, key);
    if (written === undefined) return [];
    const condition = conditionOf(key, written);
    if (!condition) check.complain(value.place, text("{0} compares integers only.", written));
    return condition ? [condition] : [];
  });
  if (!isContract(address) || !code) return undefined;
  return { contract: address, code, topics: topicsOf(code), where: conditions };
}

/** Folders of this machine; what would have the system ask another one is none. */
function foldersOf(check: Check, kind: RuleKind, name: string, subject: YamlValue): NamedPath[] {
  const value = member(subject, name);
  if (!value) check.complain(subject.place, text('"{0}" requires "{1}".', kind, name));
  return wordsOf(check, value, name).flatMap((word) => {
    const path = isAbsolutePath(word) ? namedPath(word, "/") : undefined;
    if (path === undefined) check.complain(value?.place ?? subject.place, text("{0} isn't an absolute path.", word));
    return path ?? [];
  });
}

function fieldOf(check: Check, kind: RuleKind, name: string, field: RuleField, subject: YamlValue): unknown {
  const value = member(subject, name);
  switch (field.type) {
    case "event":
      return eventOf(check, subject);
    case "words":
      return wordsOf(check, value, name);
    case "folders":
      return foldersOf(check, kind, name, subject);
    case "flag":
      return value ? check.oneOf(value, name, ["true", "false"]) === "true" : field.usual;
    default:
      if (value) return numberOf(check, value, name, field.min, field.max);
      if (field.usual === undefined) check.complain(subject.place, text('"{0}" requires "{1}".', kind, name));
      return field.usual;
  }
}

/** The keys that stand below the kind of a rule. */
const keysOfKind = (kind: RuleKind): string[] =>
  Object.entries<RuleField>(ruleKinds[kind].fields).flatMap(([name, { type }]) =>
    type === "event" ? eventKeys : [name],
  );

function readRule(check: Check, value: YamlValue, names: Set<string>): Rule | undefined {
  const entries = check.entries(value, "rule", [...common, ...kinds]);
  const found = entries.filter(({ key }) => Object.hasOwn(ruleKinds, key));
  const [first] = found;
  if (!first || found.length > 1) {
    check.complain(value.place, text("A rule has one of {0}.", kinds));
    return undefined;
  }
  const kind = first.key as RuleKind;
  const named = member(value, "name");
  const name = check.word(named, "name") ?? "";
  if (name === "" || name.length > maxNameLength)
    check.complain(
      named?.place ?? value.place,
      text("Each rule requires a name of at most {0} characters.", maxNameLength),
    );
  else if (names.has(name)) check.complain(named?.place ?? value.place, text('Another rule is named "{0}".', name));
  names.add(name);
  check.entries(first.value, kind, keysOfKind(kind));
  const subject: YamlValue =
    first.value.kind === "nothing" ? { kind: "map", place: first.place, entries: [] } : first.value;
  const fields = Object.entries<RuleField>(ruleKinds[kind].fields).map(
    ([each, field]) => [each, fieldOf(check, kind, each, field, subject)] as const,
  );
  // the table of kinds, by which the fields are read, is what the type is made of
  const group = check.word(member(value, "group"), "group");
  return { kind, name, group, line: value.place.line, ...Object.fromEntries(fields) } as Rule;
}

/** The rules of a list, whose names are taken then. What is wrong is complained of. @throws YamlError for too many */
export function rulesOf(check: Check, list: YamlValue | undefined, names: Set<string>): Rule[] {
  const items = check.items(list, "rules");
  if (list && items.length > maxRules)
    throw new YamlError([{ place: list.place, message: text("The file has more than {0} rules.", maxRules) }]);
  return items.flatMap((item) => readRule(check, item, names) ?? []);
}

/**
 * Reads rules, in YAML or JSON.
 * @throws YamlError with everything that is wrong, each with its place.
 */
export function readRules(source: string, file: TextPosition["file"]): Rule[] {
  const root = readYaml(source, file);
  const check = new Check();
  check.entries(root, "rules", ["rules"]);
  const rules = rulesOf(check, member(root, "rules"), new Set());
  if (rules.length === 0 && check.complaints.length === 0) check.complain(root.place, text("The file has no rules."));
  if (check.complaints.length > 0) throw new YamlError(check.complaints);
  return rules;
}
