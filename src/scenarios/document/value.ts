import type { Place } from "./complaint";

/** A part of a scenario file with its place. Numbers and truth values stay the texts that were written: no digit is lost. */
export type Value = TextValue | ListValue | MapValue | NothingValue;

export interface TextValue {
  readonly kind: "text";
  readonly place: Place;
  readonly text: string;
}

export interface ListValue {
  readonly kind: "list";
  readonly place: Place;
  readonly items: readonly Value[];
}

export interface MapValue {
  readonly kind: "map";
  readonly place: Place;
  readonly entries: readonly MapEntry[];
}

export interface NothingValue {
  readonly kind: "nothing";
  readonly place: Place;
}

export interface MapEntry {
  readonly key: string;
  readonly place: Place;
  readonly value: Value;
}

/** The value of a key of a map; undefined when it is not there. */
export function member(map: Value | undefined, key: string): Value | undefined {
  return map?.kind === "map" ? map.entries.find((entry) => entry.key === key)?.value : undefined;
}

/** The text of a value; undefined when it is a list, a map or nothing. */
export const textOf = (value: Value | undefined): string | undefined =>
  value?.kind === "text" ? value.text : undefined;
