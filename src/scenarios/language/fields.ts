import { ChainError } from "../../errors/chainError";
import { type Field, readValue, WrongField } from "../../operations/model/fields";
import type { Operation } from "../../operations/model/operation";
import { text } from "../../text/catalogue";
import type { Check } from "../../yaml/check";
import type { YamlValue } from "../../yaml/value";
import { formOf, shortOf } from "./operations";
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
export function checkFields(check: Check, word: string, operation: Operation, subject: YamlValue): void {
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
