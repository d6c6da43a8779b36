import type { StoredValue } from "../store/historyStore";

/** A value as a text; nothing where there is none. */
export const textOf = (value: StoredValue | undefined): string =>
  value === null || value === undefined ? "" : String(value);
