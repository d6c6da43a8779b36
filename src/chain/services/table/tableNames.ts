import { clientError } from "../../../errors/clientError";
import { bfsLimits, isFieldName, isTableName, levelsOf, tableLimits, tablePath } from "../../abi/builtInLimits";

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

/**
 * The node's rules (docs/protocol/precompiled-contracts.md, "Tables"): a table is a file, which stands as deep as files may.
 * @throws ChainError usage `tableName`, `bfsPathTooDeep`.
 */
export function requireTableName(text: string): string {
  const name = tableName(text);
  const path = tablePath(name);
  if (!isTableName(name) || path.length > tableLimits.path) throw clientError("tableName", { table: text });
  const levels = levelsOf(path);
  if (levels > bfsLimits.levels) throw clientError("bfsPathTooDeep", { path, levels });
  return name;
}

/** @throws ChainError usage `fieldName`, `fieldDuplicate`, `fieldsTooLong`. */
export function requireColumns({ keyField, valueFields }: TableColumns): void {
  const fields = [keyField, ...valueFields];
  for (const [index, field] of fields.entries()) {
    if (!isFieldName(field) || field.length > tableLimits.field) throw clientError("fieldName", { field });
    if (fields.indexOf(field) !== index) throw clientError("fieldDuplicate", { field });
  }
  const { length } = valueFields.join(",");
  if (length > tableLimits.fields) throw clientError("fieldsTooLong", { length });
}

/** @throws ChainError usage `keyEmpty`, `keyTooLong`. */
export function requireKey(key: string): void {
  const { length } = utf8.encode(key);
  if (length === 0) throw clientError("keyEmpty");
  if (length > tableLimits.key) throw clientError("keyTooLong", { length });
}

/** @throws ChainError usage `valueTooLong`. */
export function requireValue(field: string, value: string): void {
  const { length } = utf8.encode(value);
  if (length > tableLimits.value) throw clientError("valueTooLong", { field, length });
}
