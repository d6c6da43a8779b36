import type { Condition, RowLimit } from "../condition";
import type { KeyOrder } from "../describeTable";

/** The statements of the official console, as data. */
export type SqlStatement =
  | {
      readonly kind: "create";
      readonly table: string;
      readonly keyField: string;
      readonly valueFields: readonly string[];
      readonly keyOrder: KeyOrder;
    }
  | { readonly kind: "alter"; readonly table: string; readonly columns: readonly string[] }
  | { readonly kind: "desc"; readonly table: string }
  /** Without columns: a value for each column in the order of the table. */
  | {
      readonly kind: "insert";
      readonly table: string;
      readonly columns?: readonly string[];
      readonly values: readonly string[];
    }
  /** Columns: undefined is `*`, `count` is `count(*)`. */
  | {
      readonly kind: "select";
      readonly table: string;
      readonly columns: readonly string[] | "count" | undefined;
      readonly conditions: readonly Condition[];
      readonly limit: RowLimit;
    }
  | {
      readonly kind: "update";
      readonly table: string;
      readonly changes: Readonly<Record<string, string>>;
      readonly conditions: readonly Condition[];
      readonly limit: RowLimit;
    }
  | {
      readonly kind: "delete";
      readonly table: string;
      readonly conditions: readonly Condition[];
      readonly limit: RowLimit;
    };
