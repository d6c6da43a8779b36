import type { StoredValue } from "../store/historyStore";

/** A value as a text; nothing where there is none. */
export const textOf = (value: StoredValue | undefined): string =>
  value === null || value === undefined ? "" : String(value);

/** A name of a table or column as SQL takes any. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
