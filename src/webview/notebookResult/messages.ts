import type { ChartTexts, QueryRows } from "../shared/queryRows";

/** What a value of a result leads to. */
interface ResultTarget {
  /** `debug`: the transaction of this hash, step by step. */
  readonly kind: "block" | "transaction" | "receipt" | "contract" | "debug";
  readonly key: string;
}

export interface ResultField {
  readonly label: string;
  readonly value: string;
  readonly opens?: ResultTarget;
  /** What else can be done with it, behind the value. */
  readonly also?: ResultTarget & { readonly label: string };
}

/** What one request of a notebook came to, in the reader's language. */
export interface RequestResult {
  readonly outcome: "done" | "failed";
  /** Id of the group that it ran on: what is in it is of that one. Absent where no chain was reached. */
  readonly chain?: string;
  /** `HelloWorld.get() → "hello"`, or what went wrong. */
  readonly head: string;
  /** What to do after a failure. */
  readonly advice?: string;
  readonly fields: readonly ResultField[];
  /** The decoded answer as JSON, with the line that unfolds it; shown at once where there is nothing else. */
  readonly json?: { readonly label: string; readonly text: string };
  /** What SQL answered: a table, and a chart of it where one was asked for. */
  readonly rows?: ResultRows;
}

export interface ResultRows extends Pick<QueryRows, "columns" | "rows"> {
  readonly locale: string;
  readonly chart?: ChartTexts & { readonly kind: "bars" | "line"; readonly spoken: string };
  /** That there are more. */
  readonly note?: string;
}

/** From the page to the editor: the reader wants to see something. `text` is a hash, an address or a node ID found in the answer. */
export type ResultMessage = Pick<RequestResult, "chain"> &
  ({ readonly kind: "open"; readonly target: ResultTarget } | { readonly kind: "explain"; readonly text: string });
