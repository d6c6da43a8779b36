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

/** The declaration that documentation at an offset is of: what begins first behind it. */
export function declarationBehind(file: SourceFile, offset: number): Declaration | undefined {
  const waiting = [...file.items];
  let next: Declaration | undefined;
  for (let each = waiting.pop(); each; each = waiting.pop()) {
    if (each.kind === "contract") waiting.push(...each.members);
    if (each.start >= offset && (!next || each.start < next.start)) next = each;
  }
  return next;
}

/** A stretch of documentation that names something: `@param amount`. */
interface DocumentedName {
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
