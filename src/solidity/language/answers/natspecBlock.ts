import { type Declaration, SourceFile } from "../names/declarations";
import { declarationBehind } from "../names/documentation";

/** A documentation comment for what stands below, with what it has to tell of. */
export interface NatspecBlock {
  /** What is replaced, as offsets. */
  readonly start: number;
  readonly end: number;
  /** Lines without marks: `@param to`, each to be gone on with. */
  readonly lines: readonly string[];
  /** What stands before each line; a block has a first and a last line of its own. */
  readonly form: "block" | "lines";
}

const isDocumented = ({ kind, role }: Declaration): boolean =>
  ["contract", "function", "modifier", "event", "error", "struct", "enum"].includes(kind) || role === "state";

/** The tags that a declaration wants, by what it takes and gives. */
function linesFor(declaration: Declaration): string[] {
  if (declaration.kind === "contract") return ["@title", "@notice"];
  const of = (tag: string, list: readonly Declaration[]): string[] =>
    list.flatMap(({ name }) => (name.text === "" && tag === "@param" ? [] : [`${tag} ${name.text}`.trim()]));
  return ["@notice", ...of("@param", declaration.taken), ...of("@return", declaration.returns)];
}

/**
 * The comment that is begun right above a declaration: behind `/**` or three slashes, in a line of its own. The text is read without it,
 * since a comment that isn't closed hides what is below.
 */
export function natspecBlockAt(text: string, offset: number): NatspecBlock | undefined {
  let start = offset;
  while (start > 0 && text[start - 1] !== "\n" && text[start - 1] !== "\r") start--;
  let end = offset;
  while (end < text.length && text[end] !== "\n" && text[end] !== "\r") end++;
  const [before, behind] = [text.slice(start, offset).trimStart(), text.slice(offset, end).trim()];
  const form = before === "/**" && (behind === "" || behind === "*/") ? "block" : undefined;
  const lines = before === "///" && behind === "" ? "lines" : form;
  if (!lines) return undefined;
  const rest = new SourceFile("", `${text.slice(0, start)}${" ".repeat(end - start)}${text.slice(end)}`);
  const declaration = declarationBehind(rest, end);
  if (!declaration || !isDocumented(declaration) || text.slice(end, declaration.start).trim() !== "") return undefined;
  return { start: offset - before.length, end, lines: linesFor(declaration), form: lines };
}
