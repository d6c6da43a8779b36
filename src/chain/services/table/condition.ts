import { compareBytes, utf8Bytes } from "../../../crypto/bytes/binaryText";
import { clientError } from "../../../errors/clientError";
import { atLeast } from "../../../text/versions";
import { tableLimits } from "../../abi/builtInLimits";
import type { ChainSession } from "../../session";
import { requireVersion } from "../compatibility";
import type { TableDescription } from "./describeTable";

/** In the node's numbering. */
const operators = {
  ">": 0,
  ">=": 1,
  "<": 2,
  "<=": 3,
  "=": 4,
  "!=": 5,
  startsWith: 6,
  endsWith: 7,
  contains: 8,
} as const;

/** How a field is compared. */
export type ConditionOperator = keyof typeof operators;

/** All of them. */
export const conditionOperators = Object.keys(operators) as readonly ConditionOperator[];

/** All conditions of a list must hold. Values are compared as texts, keys of a numerical table as numbers. */
export interface Condition {
  readonly field: string;
  readonly operator: ConditionOperator;
  readonly value: string;
}

/** So many rows a node gives at once. */
export const maxRows = tableLimits.rows;

/** Which of the rows that fit. */
export interface RowLimit {
  /** Default 0. */
  readonly offset?: number;
  /** Default and most: `maxRows`. */
  readonly count?: number;
}

/** Whether the first row that fits is among those that are meant, as where there is one for a key. */
export const meansFirst = ({ offset = 0, count = 1 }: RowLimit): boolean => offset === 0 && count > 0;

/** How many of so many rows that fit a change meets. */
export const rowsWithin = (fitting: number, { offset = 0, count = maxRows }: RowLimit = {}): number =>
  Math.max(0, Math.min(fitting - offset, count, maxRows));

/** A condition list and limit as the node's functions take them, and which form of them. */
interface WireConditions {
  /** With a field in each condition since 3.2. */
  readonly form: "(uint8,string,string)[]" | "(uint8,string)[]";
  readonly conditions: readonly (readonly [number, ...string[]])[];
  readonly limit: readonly [number, number];
}

/** @throws ChainError usage `fieldUnknown`. */
export function requireField(description: TableDescription, field: string): void {
  const columns = [description.keyField, ...description.valueFields];
  if (columns.includes(field)) return;
  throw clientError("fieldUnknown", { table: description.table, field, columns });
}

/** @throws ChainError usage `numericKey` when the keys of the table are numbers and this is none. */
export function requireKeyForm(description: TableDescription, key: string): void {
  if (description.keyOrder !== "numerical") return;
  const whole = /^(0|-?[1-9]\d*)$/.test(key) && BigInt.asIntN(64, BigInt(key)) === BigInt(key);
  if (!whole) throw clientError("numericKey", { key });
}

/** The form of chains before 3.2: the key only, by order only; equal is both of ≥ and ≤. */
function keyConditions(session: ChainSession, keyField: string, conditions: readonly Condition[]): [number, string][] {
  const beyond = conditions.find(({ field, operator }) => field !== keyField || operators[operator] > operators["="]);
  if (beyond) requireVersion(session, `the condition ${beyond.field} ${beyond.operator} …`, "3.2.0");
  return conditions.flatMap(({ operator, value }): [number, string][] => {
    if (operator !== "=") return [[operators[operator], value]];
    return [
      [operators[">="], value],
      [operators["<="], value],
    ];
  });
}

/**
 * Conditions as the node takes them.
 * @throws ChainError usage `conditionNeeded`, `fieldUnknown`, `numericKey`, `limitTooLarge`; `needsCompatibility` for what a chain before
 * 3.2 cannot: other fields than the key, and other comparisons than by order.
 */
export function wireConditions(
  session: ChainSession,
  description: TableDescription,
  conditions: readonly Condition[],
  { offset = 0, count = maxRows }: RowLimit = {},
): WireConditions {
  const whole = Number.isSafeInteger(count) && Number.isSafeInteger(offset);
  if (!whole || count > maxRows || count < 0 || offset < 0) throw clientError("limitTooLarge", { count });
  if (conditions.length === 0) throw clientError("conditionNeeded");
  for (const { field, operator, value } of conditions) {
    requireField(description, field);
    if (field === description.keyField && operators[operator] <= operators["!="]) requireKeyForm(description, value);
  }
  const limit = [offset, count] as const;
  if (!atLeast(session.compatibilityVersion, "3.2.0")) {
    return { form: "(uint8,string)[]", conditions: keyConditions(session, description.keyField, conditions), limit };
  }
  return {
    form: "(uint8,string,string)[]",
    conditions: conditions.map(({ field, operator, value }) => [operators[operator], field, value]),
    limit,
  };
}

/**
 * The same for what changes rows: none at all is no change to sign, and executor version 1 takes a count of 0 for no limit
 * (docs/protocol/precompiled-contracts.md, "Paging").
 * @throws ChainError usage `limitZero`, and as {@link wireConditions}
 */
export function changedRows(
  session: ChainSession,
  description: TableDescription,
  { conditions = [], limit = {} }: { readonly conditions?: readonly Condition[]; readonly limit?: RowLimit },
): WireConditions {
  if (limit.count === 0) throw clientError("limitZero");
  return wireConditions(session, description, conditions, limit);
}

/** Whether a row fulfils a condition on one of its values, as the node compares them: byte by byte. */
export function fulfils({ field, operator, value }: Condition, row: Readonly<Record<string, string>>): boolean {
  const own = row[field] ?? "";
  const order = compareBytes(utf8Bytes(own), utf8Bytes(value));
  switch (operator) {
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case "=":
      return order === 0;
    case "!=":
      return order !== 0;
    case "startsWith":
      return own.startsWith(value);
    case "endsWith":
      return own.endsWith(value);
    case "contains":
      return own.includes(value);
  }
}
