import { clientError, excerpt } from "../../errors/clientError";
import type { AbiParameter, AbiShape } from "./abiType";
import { wrongCount } from "./contractInterface";
import { parseTypedText, TypedTextError } from "./typedText";

/** An argument as a form holds it: the text of each leaf, lists for arrays and structs. `readArgument` reads it. */
type ArgumentDraft = string | ArgumentDraft[];

/** A longer list is one text: no form has so many fields. */
const maxItems = 64;
/** Lists of fixed length in each other multiply: beyond that the outer one is one text. */
const maxFields = 1024;

/** Fields that an empty draft has, with those that hold others: lists of fixed length have their items. */
function fieldsOf(shape: AbiShape): number {
  if (shape.kind === "tuple") return shape.members.reduce((sum, member) => sum + fieldsOf(member.shape), 1);
  return shape.kind === "array" ? 1 + (shape.length ?? 0) * fieldsOf(shape.element) : 1;
}

/** Whether a list of so many items is one text instead of a field for each item. */
const isOneText = (element: AbiShape, count: number): boolean =>
  count > maxItems || count * fieldsOf(element) > maxFields;

/** A draft without any text: arrays of fixed length have their items. */
export function emptyDraft(shape: AbiShape): ArgumentDraft {
  if (shape.kind === "array" && isOneText(shape.element, shape.length ?? 0)) return "";
  if (shape.kind === "tuple") return shape.members.map((member) => emptyDraft(member.shape));
  if (shape.kind === "array") return Array.from({ length: shape.length ?? 0 }, () => emptyDraft(shape.element));
  return "";
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/**
 * A decoded or typed value as a draft. What does not fit the shape becomes empty or text, which the check of the field then names:
 * nothing that was given is refused as a whole.
 */
function draftOf(shape: AbiShape, value: unknown): ArgumentDraft {
  if (value === undefined || value === null) return emptyDraft(shape);
  if (shape.kind === "array") {
    const items = Array.isArray(value) ? value : [];
    const count = shape.length ?? items.length;
    if (isOneText(shape.element, count)) return JSON.stringify(items);
    return Array.from({ length: count }, (_, index) => draftOf(shape.element, items[index]));
  }
  if (shape.kind === "tuple") {
    const given: (member: AbiParameter, index: number) => unknown = Array.isArray(value)
      ? (_, index) => value[index]
      : ({ name }, index) => recordOf(value)[name || String(index)];
    return shape.members.map((member, index) => draftOf(member.shape, given(member, index)));
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Drafts of decoded arguments, in order: to repeat a call. */
export function draftsOfValues(parameters: readonly AbiParameter[], values: readonly unknown[]): ArgumentDraft[] {
  return parameters.map(({ shape }, index) => draftOf(shape, values[index]));
}

/**
 * Drafts of all arguments out of one text: a JSON list in order or an object by name, or the same without quotes.
 * @throws ChainError usage `argumentSyntax`, `argumentCount`, `argumentUnknownMember`.
 */
export function draftsOfText(signature: string, parameters: readonly AbiParameter[], text: string): ArgumentDraft[] {
  const all = { argument: signature, type: "JSON" };
  let typed: unknown;
  try {
    typed = parseTypedText(text);
  } catch (error) {
    if (!(error instanceof TypedTextError)) throw error;
    throw clientError("argumentSyntax", { ...all, position: error.position, text: excerpt(text) });
  }
  if (Array.isArray(typed)) {
    if (typed.length !== parameters.length) throw wrongCount(signature, parameters, typed.length);
    return draftsOfValues(parameters, typed);
  }
  const record = recordOf(typed);
  const names = parameters.map(({ name }, index) => name || String(index));
  if (typeof typed === "string") throw clientError("argumentList", all);
  const unknown = Object.keys(record).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw clientError("argumentUnknownMember", { ...all, member: unknown, members: names });
  }
  return parameters.map(({ shape }, index) => draftOf(shape, record[names[index] ?? ""]));
}
