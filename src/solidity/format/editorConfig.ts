import { isPathLike } from "./pathPattern";
import type { Style } from "./style";

/** Longer ones are no settings. */
const maxLines = 5000;
const maxSections = 200;

/** What an `.editorconfig` says of one file, by lower-case names; `root`: none above it counts. */
interface EditorConfig {
  readonly root: boolean;
  readonly values: ReadonlyMap<string, string>;
}

/**
 * Reads an `.editorconfig`.
 * @param path of the file that is formatted, below its folder, with slashes
 */
export function readEditorConfig(text: string, path: string): EditorConfig {
  const values = new Map<string, string>();
  let root = false;
  let sections = 0;
  let meant: boolean | undefined;
  for (const line of text.split(/\r\n|\r|\n/, maxLines)) {
    const words = line.trim();
    if (words === "" || words.startsWith("#") || words.startsWith(";")) continue;
    if (words.startsWith("[") && words.endsWith("]")) {
      meant = ++sections <= maxSections && isPathLike(path, words.slice(1, -1));
      continue;
    }
    const equals = words.indexOf("=");
    if (equals < 0) continue;
    const [name, value] = [
      words.slice(0, equals).trim().toLowerCase(),
      words
        .slice(equals + 1)
        .trim()
        .toLowerCase(),
    ];
    if (meant === undefined) root ||= name === "root" && value === "true";
    else if (meant) values.set(name, value);
  }
  return { root, values };
}

const countIn = (value: string | undefined): number | undefined =>
  value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) : undefined;

/** What its settings mean for prettier, as prettier reads them. */
export function styleOfEditorConfig(values: ReadonlyMap<string, string>): Record<string, unknown> {
  const width = values.get("max_line_length");
  const indent = values.get("indent_size");
  const tab = countIn(values.get("tab_width"));
  const size = indent === "tab" ? tab : (countIn(indent) ?? tab);
  const style = values.get("indent_style");
  const quotes = values.get("quote_type");
  const end = values.get("end_of_line");
  const given: { readonly [Name in keyof Style]?: unknown } = {
    printWidth: width === "off" ? Number.POSITIVE_INFINITY : countIn(width),
    tabWidth: size,
    useTabs: indent === "tab" || style === "tab" ? true : style === "space" ? false : undefined,
    singleQuote: quotes === "single" ? true : quotes === "double" ? false : undefined,
    endOfLine: end,
  };
  return given;
}
