import { clientError } from "../../errors/clientError";

const utf8 = new TextEncoder();

/** `t` and `/tables/t` are the same table. */
export function tableName(text: string): string {
  return text
    .trim()
    .replace(/^\/?tables\//, "")
    .replace(/^\//, "");
}

/** Columns of a table to be made. */
export interface TableColumns {
  readonly keyField: string;
  readonly valueFields: readonly string[];
}

/** The node's rules (docs/protocol/precompiled-contracts.md, "Tables"). @throws ChainError usage `tableName`. */
export function requireTableName(text: string): string {
  const name = tableName(text);
  if (!/^[A-Za-z0-9_/]+$/.test(name) || `/tables/${name}`.length > 50) throw clientError("tableName", { table: text });
  return name;
}

/** @throws ChainError usage `fieldName`, `fieldDuplicate`, `fieldsTooLong`. */
export function requireColumns({ keyField, valueFields }: TableColumns): void {
  const fields = [keyField, ...valueFields];
  for (const [index, field] of fields.entries()) {
    if (!/^[A-Za-z0-9$@][A-Za-z0-9$_@]{0,63}$/.test(field)) throw clientError("fieldName", { field });
    if (fields.indexOf(field) !== index) throw clientError("fieldDuplicate", { field });
  }
  const { length } = valueFields.join(",");
  if (length > 1024) throw clientError("fieldsTooLong", { length });
}

/** @throws ChainError usage `keyEmpty`, `keyTooLong`. */
export function requireKey(key: string): void {
  const { length } = utf8.encode(key);
  if (length === 0) throw clientError("keyEmpty");
  if (length > 255) throw clientError("keyTooLong", { length });
}

/** @throws ChainError usage `valueTooLong`. */
export function requireValue(field: string, value: string): void {
  const { length } = utf8.encode(value);
  if (length > 16_777_215) throw clientError("valueTooLong", { field, length });
}
