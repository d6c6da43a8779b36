import type { CellValue, ChartChoice, ChartTexts, QueryRows } from "../shared/queryRows";

export type { CellValue, ChartChoice, QueryRows };

/** A query that was run. */
export interface ShownQuery {
  /** URI of its document. */
  readonly source: string;
  readonly groupId: string;
  /** `production · group0` */
  readonly place: string;
  /** Of its document. */
  readonly name: string;
  readonly sql: string;
  readonly parameters: Readonly<Record<string, string | number>>;
}

export interface QueryResultTexts extends ChartTexts {
  readonly running: string;
  readonly cancel: string;
  readonly again: string;
  readonly rows: string;
  readonly more: string;
  readonly found: string;
  readonly none: string;
  readonly find: string;
  readonly copy: string;
  readonly addToNotebook: string;
  readonly exportCsv: string;
  readonly exportJsonLines: string;
  readonly exportParquet: string;
  readonly earlier: string;
  readonly later: string;
  readonly sortBy: string;
  readonly chart: string;
  readonly noChart: string;
  readonly bars: string;
  readonly line: string;
  readonly across: string;
  readonly values: string;
  readonly chartSpoken: string;
  readonly chartCut: string;
  readonly canceled: string;
}

/** What the document starts with. */
export interface QueryResultStart {
  readonly content: ShownQuery;
  readonly texts: QueryResultTexts;
}

/** What the page keeps while its window is loaded anew. */
export interface QueryResultState {
  readonly content: ShownQuery;
  readonly chart?: ChartChoice;
}

export type QueryResultProtocol = {
  readonly asks: { readonly result: { readonly question: null; readonly answer: QueryRows } };
  readonly says: {
    readonly copy: string;
    /** Into a notebook, with the chart that is shown. */
    readonly keep: ChartChoice["kind"];
    readonly save: "csv" | "jsonl" | "parquet";
    readonly open: { readonly what: "block" | "transaction" | "address"; readonly key: string };
  };
  readonly tells: {
    /** Another query, or the same once more. */
    readonly run: ShownQuery;
  };
};
