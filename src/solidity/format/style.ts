import { type JsonObject, jsonObjectOf } from "../../text/limits/boundedJson";

/** How sources are written: prettier's options of the same names, as far as they concern Solidity. */
export interface Style {
  /** Columns; infinite: no line is broken because it is long. */
  readonly printWidth: number;
  /** Spaces of one step, or columns of a tabulator. */
  readonly tabWidth: number;
  readonly useTabs: boolean;
  readonly singleQuote: boolean;
  /** `{ value: 1 }` rather than `{value: 1}`. */
  readonly bracketSpacing: boolean;
  /** `auto`: as the first line of the source ends. */
  readonly endOfLine: "auto" | "lf" | "crlf" | "cr";
  readonly experimentalTernaries: boolean;
  readonly experimentalOperatorPosition: "start" | "end";
  /** Where lines are broken: as the plugin does, or near as `forge fmt` does. */
  readonly layout: "plugin" | "forge";
  /** In forge's layout, heads of functions that have no room on a line: what is broken first, or all at once. */
  readonly heads: "attributes_first" | "all";
  /** Version of the compiler that the source is for: where `**` stands in a row. Empty: not told. */
  readonly compiler: string;
}

/** What is taken where nothing is said: what prettier-plugin-solidity takes. Lines keep the ends that they have. */
export const plainStyle: Style = {
  printWidth: 80,
  tabWidth: 4,
  useTabs: false,
  singleQuote: false,
  bracketSpacing: false,
  endOfLine: "auto",
  experimentalTernaries: false,
  experimentalOperatorPosition: "end",
  layout: "plugin",
  heads: "attributes_first",
  compiler: "",
};

/** Lines aren't written wider, and no step is longer. */
const max = { printWidth: 100_000, tabWidth: 64 };

const isCount = (value: unknown, top: number): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= top;

/** What prettier's options say; the layout is none of them. */
const readers: {
  readonly [Name in Exclude<keyof Style, "layout" | "heads">]: (value: unknown) => Style[Name] | undefined;
} = {
  printWidth: (value) =>
    isCount(value, max.printWidth) || value === Number.POSITIVE_INFINITY ? (value as number) : undefined,
  tabWidth: (value) => (isCount(value, max.tabWidth) ? value : undefined),
  useTabs: (value) => (typeof value === "boolean" ? value : undefined),
  singleQuote: (value) => (typeof value === "boolean" ? value : undefined),
  bracketSpacing: (value) => (typeof value === "boolean" ? value : undefined),
  endOfLine: (value) => (["auto", "lf", "crlf", "cr"] as const).find((each) => each === value),
  experimentalTernaries: (value) => (typeof value === "boolean" ? value : undefined),
  experimentalOperatorPosition: (value) => (["start", "end"] as const).find((each) => each === value),
  compiler: (value) => (typeof value === "string" && /^[\w.+-]{1,60}$/.test(value) ? value : undefined),
};

/** What a stranger's options say of the style; whatever is none of it, or makes no sense, is left out. */
export function styleIn(options: unknown): Partial<Style> {
  const given: JsonObject = jsonObjectOf(options);
  const known = Object.entries(readers).flatMap(([name, read]) => {
    const value = Object.hasOwn(given, name) ? read(given[name]) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(known);
}
