import { alternatives, isLike } from "../../text/wildcards";
import type { Style } from "./style";

/** So many folders deep nothing is looked for. */
const maxParts = 64;

/** Whether the parts of a path are as those of a pattern; `**` stands for any number of them. Each pair is looked at once. */
function partsFit(path: readonly string[], pattern: readonly string[]): boolean {
  let fits: boolean[] = Array.from({ length: path.length + 1 }, (_, at) => at === 0);
  for (const part of pattern) {
    const next: boolean[] = new Array(path.length + 1).fill(false);
    for (let at = 0; at <= path.length; at++) {
      if (part === "**") next[at] = (fits[at] ?? false) || (at > 0 && (next[at - 1] ?? false));
      else if (at > 0) next[at] = (fits[at - 1] ?? false) && isLike(path[at - 1] ?? "", part);
    }
    fits = next;
  }
  return fits[path.length] ?? false;
}

/**
 * Whether a file is one of those that a pattern of `.prettierrc` or `.editorconfig` means: `*.sol`, `contracts/**`, `{a,b}/*.sol`. Without
 * a slash the name alone counts.
 * @param path below the folder of the configuration, with slashes
 */
export function isPathLike(path: string, pattern: string): boolean {
  const parts = path.split("/");
  if (parts.length > maxParts) return false;
  return alternatives(pattern).some((each) => {
    const plain = each.replace(/^\.?\//, "");
    if (!each.includes("/")) return isLike(parts.at(-1) ?? "", plain);
    const wanted = plain.split("/");
    // `contracts/**.sol`: anything below, however deep
    const spread = wanted.flatMap((part) => (part !== "**" && part.startsWith("**") ? ["**", part.slice(1)] : [part]));
    return spread.length <= maxParts && partsFit(parts, spread);
  });
}

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
