import { isElementary } from "../syntax/expressionParser";
import type { Comment } from "../syntax/lexer";
import type { Name } from "../syntax/nodes";
import type { Declaration, SourceFile } from "./declarations";

/** The documentation right before an offset: the comments that touch each other, and the declaration. */
function documentationBefore(file: SourceFile, offset: number): readonly Comment[] {
  const { comments, text } = file.tokens;
  let [low, high] = [0, comments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((comments[middle]?.end ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  const found: Comment[] = [];
  let until = offset;
  for (let i = low - 1; i >= 0; i--) {
    const comment = comments[i];
    if (!comment || text.slice(comment.end, until).trim() !== "") break;
    const isBlock = text.startsWith("/*", comment.start);
    // A block ends what belongs together; so does a comment that documents nothing.
    if (!comment.documents || (isBlock && found.length > 0)) break;
    found.unshift(comment);
    if (isBlock) break;
    until = comment.start;
  }
  return found;
}

/** A stretch of documentation that names something: `@param amount`. */
export interface DocumentedName {
  readonly tag: "param" | "return" | "inheritdoc";
  readonly path: readonly Name[];
}

const tag = /@(param|return|inheritdoc)[ \t]{1,20}([A-Za-z_$][\w$]{0,200}(?:\.[A-Za-z_$][\w$]{0,200}){0,8})/g;

/** What the documentation of a declaration names. */
export function documentedNames(declaration: Declaration): DocumentedName[] {
  const { file } = declaration;
  return documentationBefore(file, declaration.start).flatMap(({ start, end }) => {
    const comment = file.text.slice(start, end);
    return [...comment.matchAll(tag)].map((match): DocumentedName => {
      let at = start + match.index + match[0].length - (match[2]?.length ?? 0);
      const path = (match[2] ?? "").split(".").map((text): Name => {
        const name = { text, start: at, end: at + text.length };
        at += text.length + 1;
        return name;
      });
      return { tag: match[1] as DocumentedName["tag"], path };
    });
  });
}

/** The text of a declaration's documentation, a line for each of its lines, without the comments' own marks. */
export function documentationOf(declaration: Declaration): string {
  const { file } = declaration;
  return documentationBefore(file, declaration.start)
    .map(({ start, end }) => {
      const text = file.text.slice(start, end);
      if (text.startsWith("///")) return text.slice(3).trim();
      return text
        .slice(3, text.endsWith("*/") ? -2 : undefined)
        .split(/\r\n|\r|\n/)
        .map((line) => line.trim().replace(/^\*{1,3} ?/, ""))
        .join("\n")
        .trim();
    })
    .join("\n");
}

const identifier = /^[A-Za-z_$][\w$]{0,200}$/;
const keywords = new Set(
  (
    "abstract after alias anonymous apply as assembly auto break calldata case catch constant constructor continue contract copyof default " +
    "define delete do else emit enum event external fallback final for function hex if immutable implements import in indexed inline interface " +
    "internal is let library macro mapping match memory modifier mutable new null of override partial payable pragma private promise public " +
    "pure receive reference relocatable return returns sealed sizeof static storage struct super supports switch this throw try type typedef " +
    "typeof unchecked unicode using var view virtual while false true days ether finney gwei hours minutes seconds szabo weeks wei years"
  ).split(" "),
);

/** Whether a word may be a name. */
export const mayBeName = (word: string): boolean => identifier.test(word) && !keywords.has(word) && !isElementary(word);
