import type { TextPosition } from "./complaint";

/** A part of a file with its place. Numbers and truth values stay the texts that were written: no digit is lost. */
export type YamlValue = TextValue | ListValue | MapValue | NothingValue;

interface TextValue {
  readonly kind: "text";
  readonly place: TextPosition;
  readonly text: string;
}

interface ListValue {
  readonly kind: "list";
  readonly place: TextPosition;
  readonly items: readonly YamlValue[];
}

export interface MapValue {
  readonly kind: "map";
  readonly place: TextPosition;
  readonly entries: readonly MapEntry[];
}

interface NothingValue {
  readonly kind: "nothing";
  readonly place: TextPosition;
}

export interface MapEntry {
  readonly key: string;
  readonly place: TextPosition;
  readonly value: YamlValue;
}

/** The value of a key of a map; undefined when it is not there. */
export function member(map: YamlValue | undefined, key: string): YamlValue | undefined {
  return map?.kind === "map" ? map.entries.find((entry) => entry.key === key)?.value : undefined;
}

/** The text of a value; undefined when it is a list, a map or nothing. */
export const textOf = (value: YamlValue | undefined): string | undefined =>
  value?.kind === "text" ? value.text : undefined;

/** The items of a list; a text alone is a list of one. */
export const itemsOf = (value: YamlValue | undefined): readonly YamlValue[] =>
  value?.kind === "list" ? value.items : value?.kind === "text" ? [value] : [];
