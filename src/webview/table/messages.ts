/** How a filter compares: the operators of the chain's tables. */
export const filterOperators = ["=", "!=", ">", ">=", "<", "<=", "startsWith", "endsWith", "contains"] as const;

/** One condition; all of a filter must hold. */
export interface TableFilter {
  field: string;
  operator: (typeof filterOperators)[number];
  value: string;
}

/** What a table is. A key-value table answers one key at a time and cannot be listed. */
export interface TableShape {
  kind: "rows" | "keyValue";
  /** The key column first. */
  columns: string[];
  numericKeys: boolean;
}

export type TableQuestion =
  | { kind: "shape" }
  /** `after`: rows behind this key; absent: from the first. */
  | { kind: "rows"; filter: TableFilter[]; after?: string; count: number }
  | { kind: "count"; filter: TableFilter[] }
  | { kind: "value"; key: string };

export type TableAnswer =
  | { kind: "shape"; shape: TableShape }
  /** `cells` in the order of the columns; `more`: there are rows behind these. */
  | { kind: "rows"; rows: string[][]; more: boolean }
  | { kind: "count"; count: number }
  | { kind: "value"; key: string; value?: string };

/** A change the host signs; the page is told when it is in a block. */
export type TableChange =
  | { kind: "insert"; row: Record<string, string> }
  | { kind: "update"; key: string; changes: Record<string, string> }
  | { kind: "delete"; key: string }
  | { kind: "deleteMatching"; filter: TableFilter[] }
  | { kind: "appendColumns" }
  | { kind: "set"; key: string; value: string };

/** What the page and its host say to each other. */
export interface TableProtocol {
  readonly asks: {
    readonly table: { readonly question: TableQuestion; readonly answer: TableAnswer };
    /** Signed by the host, after its question; answered by what was done, when it is in a block. */
    readonly change: { readonly question: TableChange; readonly answer: string };
  };
  readonly says: { readonly copy: string };
  readonly tells: {
    /** Something else may have changed the table. */
    readonly stale: null;
    /** Whether the chain is there; `problem` is empty when it is. */
    readonly connection: { readonly problem: string; readonly writable: boolean };
  };
}

/** What the page keeps over hiding and over a new load of the window. */
export interface TableState {
  readonly groupId: string;
  readonly title: string;
  readonly table: string;
  readonly filter: TableFilter[];
  /** Keys behind which the pages before this one began. */
  readonly pages: (string | null)[];
}

/** Set by the host before the page's script runs. */
export interface TableStart {
  groupId: string;
  title: string;
  table: string;
  writable: boolean;
  texts: TableTexts;
}

/** The page's words; the host fills them in. */
export interface TableTexts {
  filter: string;
  column: string;
  comparison: string;
  value: string;
  addCondition: string;
  convert: string;
  apply: string;
  clear: string;
  first: string;
  previous: string;
  next: string;
  rowCount: string;
  oneRow: string;
  counting: string;
  noRows: string;
  insertRow: string;
  editRow: string;
  deleteRow: string;
  deleteMatching: string;
  appendColumns: string;
  reload: string;
  save: string;
  cancel: string;
  key: string;
  actions: string;
  getValue: string;
  setValue: string;
  keyValueNote: string;
  noValue: string;
  readOnly: string;
  loading: string;
  retry: string;
  copy: string;
  numericKeys: string;
  stale: string;
  startsWith: string;
  endsWith: string;
  contains: string;
  remove: string;
}
