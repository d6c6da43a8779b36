import { loadedOperations } from "../../operations/loaded";
import type { Field, FieldKind } from "../../operations/model/fields";
import type { Operation } from "../../operations/model/operation";

/** The operations of the catalogue, by the word that a step begins with. */
export const operations: ReadonlyMap<string, Operation> = new Map(loadedOperations.map((each) => [each.word, each]));

/** The only field that an operation needs: its step may be written as that alone. */
export function shortOf({ fields }: Operation): string | undefined {
  const [only, ...others] = Object.keys(fields).filter((name) => !fields[name]?.optional);
  return others.length === 0 ? only : undefined;
}

/** How a field is written in a step. */
type FieldForm = "text" | "integer" | "flag" | "list" | "map";

const forms: Readonly<Partial<Record<FieldKind, FieldForm>>> = {
  integer: "integer",
  flag: "flag",
  texts: "list",
  arguments: "list",
  values: "map",
};

export const formOf = ({ kind }: Field): FieldForm => forms[kind] ?? "text";
