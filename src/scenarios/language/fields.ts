import { text } from "../../text/catalogue";
import type { Value } from "../document/value";
import type { Field, Operation } from "../operations/operation";
import type { Check } from "./check";
import { writtenOut } from "./flavours";

function checkField(check: Check, name: string, { kind, among }: Field, value: Value): void {
  if (kind === "texts") {
    if (!(value.kind === "text" && !writtenOut(value))) check.items(value, name);
    return;
  }
  if (kind === "values") {
    if (!(value.kind === "text" && !writtenOut(value))) check.entries(value, name);
    return;
  }
  const given = check.word(value, name);
  if (given === undefined || !writtenOut(value)) return;
  if (kind === "number" && !/^-?\d{1,15}$/.test(given)) {
    check.complain(value.place, text('"{0}" must be an integer.', name));
  }
  if (kind === "boolean") check.oneOf(value, name, ["true", "false"]);
  if (among) check.oneOf(value, name, among);
}

/** Checks what stands behind the word of an operation: its fields, or the one text that stands for them. */
export function checkFields(check: Check, word: string, operation: Operation, subject: Value): void {
  const { fields, short } = operation;
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
  if (missing.length > 0) check.complain(subject.place, text('"{0}" requires {1}.', word, missing.join(", ")));
}
