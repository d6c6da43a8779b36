/** A value of a result: wide integers in decimal digits, bytes as hex, times in milliseconds since 1970. */
export type CellValue = string | number | boolean | null;

export interface ResultColumn {
  readonly name: string;
  readonly type?: "int" | "time" | "bool" | "text" | "json" | "big" | "blob";
}

export interface QueryRows {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly (readonly CellValue[])[];
  /** There are more than the page takes. */
  readonly more: boolean;
  readonly milliseconds: number;
}

/** How a result is drawn beside its table. */
export interface ChartChoice {
  readonly kind: "none" | "bars" | "line";
  /** Places of columns. */
  readonly across: number;
  readonly values: readonly number[];
}

/** What is read at a chart. */
export type ChartTexts = Readonly<Record<"logScale" | "wholeChart", string>>;
