import type { DecodedValue } from "../../chain/abi/abiDecoder";
import { namedValue } from "../../chain/abi/namedValue";
import type { Plain } from "../document/plain";
import { toPlain } from "./scope";

/** A value that a chain gave, and the same in the same shape with the names of enum members beside their numbers: `1 (Green)`. */
export interface Seen {
  readonly plain: Plain;
  readonly named: Plain;
}

/** A value in which no number has a name. */
export const unnamed = (plain: Plain): Seen => ({ plain, named: plain });

/** What stands under a name or an index; null where nothing does. */
export function seenAt({ plain, named }: Seen, at: string | number): Seen {
  const of = (whole: Plain): Plain => {
    if (whole === null || typeof whole === "string" || !Object.hasOwn(whole, at)) return null;
    return (whole as Readonly<Record<string | number, Plain>>)[at] ?? null;
  };
  return { plain: of(plain), named: of(named) };
}

type Read = (value: DecodedValue) => unknown;

const both = (write: (read: Read) => Plain): Seen => ({ plain: write(({ value }) => value), named: write(namedValue) });

/** Decoded values by name, those without one by their index. */
export const seenByName = (values: readonly DecodedValue[]): Seen =>
  both((read) => Object.fromEntries(values.map((each, index) => [each.name || String(index), toPlain(read(each))])));

/** Decoded values: by name where all have one, else in order. */
export const seenValues = (values: readonly DecodedValue[]): Seen =>
  values.some(({ name }) => name === "")
    ? both((read) => values.map((each) => toPlain(read(each))))
    : seenByName(values);

/** What a function answered: a single value by itself, none as null. */
export function seenAnswer(values: readonly DecodedValue[]): Seen {
  const [only, ...others] = values;
  if (!only) return unnamed(null);
  if (others.length > 0) return seenValues(values);
  return { plain: toPlain(only.value), named: toPlain(namedValue(only)) };
}
