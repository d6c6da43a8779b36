import { ChainError } from "../../errors/chainError";
import { type Field, readValue, WrongField } from "../../operations/model/fields";
import type { Operation } from "../../operations/model/operation";
import { text } from "../../text/catalogue";
import { shortened } from "../../text/shortText";
import type { Check } from "../../yaml/check";
import { member, textOf, type YamlValue } from "../../yaml/value";
import { argsExpected, type ScenarioCheck } from "./check";
import { checkExpectation } from "./expectation";
import { formOf, operations, shortOf } from "./operations";
import { splitName } from "./references";
import { adminName, commonKeys, namesFunction, type Step, type StepKind } from "./scenario";
import { writtenOut } from "./variants";

function checkField(check: Check, name: string, field: Field, value: YamlValue): void {
  const form = formOf(field);
  if (form === "list") {
    if (!(value.kind === "text" && !writtenOut(value))) check.items(value, name);
    return;
  }
  if (form === "map") {
    if (!(value.kind === "text" && !writtenOut(value))) check.entries(value, name);
    return;
  }
  const given = check.word(value, name);
  if (given === undefined || !writtenOut(value)) return;
  try {
    readValue(name, field, given);
  } catch (error) {
    // an error of the chain's family is a refusal, which a step can expect
    if (error instanceof WrongField) check.complain(value.place, error.text);
    else if (!(error instanceof ChainError)) throw error;
  }
}

/** Checks what stands behind the word of an operation: its fields, or the one text that stands for them. */
function checkFields(check: Check, word: string, operation: Operation, subject: YamlValue): void {
  const { fields } = operation;
  const short = shortOf(operation);
  const only = short === undefined ? undefined : fields[short];
  if (subject.kind === "text" && short !== undefined && only) {
    checkField(check, short, only, subject);
    return;
  }
  const names = Object.keys(fields);
  if (names.length === 0 && subject.kind === "nothing") return;
  const entries = check.entries(subject, word, names);
  for (const { key, value } of entries) {
    const field = fields[key];
    if (field) checkField(check, key, field, value);
  }
  if (subject.kind !== "map" && subject.kind !== "nothing") return;
  const missing = names.filter((name) => !fields[name]?.optional && !entries.some(({ key }) => key === name));
  if (missing.length > 0) check.complain(subject.place, text('"{0}" requires {1}.', word, missing));
}

/** The steps that are no operation of a service, and the keys that they may have. */
export const stepKeys: Readonly<Record<Exclude<StepKind, "operation">, readonly string[]>> = {
  deploy: ["args", "libraries", "solc"],
  link: ["to"],
  call: ["on", "abi", "args"],
  send: ["on", "abi", "args", "value"],
  encode: ["on", "abi", "args"],
  wait: [],
  set: [],
};

const isKind = (word: string): word is Exclude<StepKind, "operation"> => Object.hasOwn(stepKeys, word);

/** What kind of step a word begins; undefined for no such word. */
const kindOf = (word: string): StepKind | undefined =>
  isKind(word) ? word : operations.has(word) ? "operation" : undefined;

/** What stands behind `blocks`, `block` or `timeout` of a `wait`, whose seconds may end in `s`; undefined for what is no such number. */
export function numberOfWait(key: string, given: string): number | undefined {
  const digits = key === "timeout" && given.endsWith("s") ? given.slice(0, -1) : given;
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined;
}

function checkWait(check: ScenarioCheck, subject: YamlValue): void {
  const entries = check.entries(subject, "wait", ["blocks", "block", "event", "where", "timeout"]);
  const asked = entries.filter(({ key }) => key === "blocks" || key === "block" || key === "event");
  if (asked.length !== 1) check.complain(subject.place, text('"wait" requires one of blocks, block, or event.'));
  for (const { key, value } of entries) {
    if (key === "where") continue;
    const given = check.word(value, key);
    if (given === undefined || key === "event" || !writtenOut(value)) continue;
    if (numberOfWait(key, given) === undefined) check.complain(value.place, text('"{0}" must be an integer.', key));
  }
  const event = member(subject, "event");
  if (event?.kind !== "text") return;
  const { contract, member: called } = splitName(event.text);
  if (called === "") check.complain(event.place, text('Specify contract and event, such as "shop.Sold".'));
  else if (writtenOut(event)) requireDefined(check, event, contract);
}

/** A name that stands without `${…}`. */
function requireDefined(check: ScenarioCheck, { place }: YamlValue, name: string): void {
  if (!check.names.has(name)) check.complain(place, text('"{0}" isn\'t defined before this line.', name), "names");
}

/** What stands beside the word of a step, which a run takes for texts, or puts in for lists and maps. */
function checkMore(check: ScenarioCheck, kind: StepKind, more: ReadonlyMap<string, YamlValue>): void {
  for (const [key, value] of more) {
    if (kind === "operation" || !stepKeys[kind].includes(key)) continue;
    if (key !== "args" && key !== "libraries") check.word(value, key);
    else if (value.kind === "text" && !writtenOut(value)) continue;
    else if (key === "libraries") check.entries(value, key);
    else if (value.kind === "text") check.complain(value.place, argsExpected);
  }
}

function checkSubject(
  check: ScenarioCheck,
  kind: StepKind,
  word: string,
  subject: YamlValue,
  more: ReadonlyMap<string, YamlValue>,
): void {
  if (kind === "wait") {
    checkWait(check, subject);
    return;
  }
  const operation = operations.get(word);
  if (kind === "operation" && operation) {
    checkFields(check, word, operation, subject);
    return;
  }
  if (kind === "set") {
    // each is there for those behind it
    for (const { key, place: position, value } of check.entries(subject, word)) {
      check.references(value);
      check.name(key, position);
    }
    return;
  }
  const given = check.word(subject, word);
  if (kind === "link" && !more.has("to")) check.complain(subject.place, text('"{0}" requires {1}.', word, ["to"]));
  if (given === undefined || !namesFunction(kind) || more.has("on")) return;
  const { contract, member: called } = splitName(given);
  if (called === "")
    check.complain(
      subject.place,
      text('Specify contract and function, such as "shop.sell", or the contract with "on".'),
    );
  else requireDefined(check, subject, contract);
}

/** What a step is called when it has no name: `send shop.sell`. */
function titleOf(word: string, subject: YamlValue): string {
  const short = subject.kind === "map" ? subject.entries[0]?.value : subject;
  const target = textOf(short);
  return target === undefined ? word : `${word} ${shortened(target, 60)}`;
}

/** Reads one step; undefined when it is none, after saying why. */
export function readStep(check: ScenarioCheck, value: YamlValue, accounts: ReadonlySet<string>): Step | undefined {
  const entries = check.entries(value, "step");
  const words = entries.filter(({ key }) => kindOf(key) !== undefined);
  const [first] = words;
  const kind = kindOf(first?.key ?? "");
  if (!first || !kind || words.length > 1) {
    const message =
      words.length > 1
        ? text(
            "A step can do only one thing: {0}.",
            words.map(({ key }) => key),
          )
        : text(
            'No step begins with "{0}".',
            entries.map(({ key }) => key),
          );
    check.complain(entries[0]?.place ?? value.place, message);
    return undefined;
  }
  const keys = [first.key, ...commonKeys, ...(kind === "operation" ? [] : stepKeys[kind])];
  check.entries(value, first.key, keys);
  const more = new Map(entries.filter(({ key }) => !commonKeys.includes(key)).map((each) => [each.key, each.value]));
  for (const [key, given] of more) if (key !== "set") check.references(given);
  checkMore(check, kind, more);
  checkSubject(check, kind, first.key, first.value, more);
  const from = check.word(member(value, "from"), "from");
  if (from !== undefined && from !== adminName && !accounts.has(from)) {
    check.complain(member(value, "from")?.place ?? value.place, text('No account is named "{0}".', from), "names");
  }
  const expect = member(value, "expect");
  check.references(expect);
  checkExpectation(check, kind, expect);
  const as = member(value, "as");
  const bound = check.word(as, "as");
  if (as && bound !== undefined) {
    if (accounts.has(bound) || bound === adminName) check.complain(as.place, text('"{0}" is an account.', bound));
    check.name(bound, as.place);
  }
  return {
    kind,
    word: first.key,
    place: first.place,
    subject: first.value,
    title: check.word(member(value, "name"), "name") ?? titleOf(first.key, first.value),
    from,
    as: bound,
    more,
    expect,
  };
}
