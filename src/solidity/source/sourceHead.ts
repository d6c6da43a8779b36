/** One `import` of a source. */
interface ImportPath {
  /** As written, escapes resolved: `./Table.sol`, `@openzeppelin/contracts/…`. */
  readonly path: string;
  /** Where the text with its quotes stands, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** What a compiler is chosen and sources are gathered by. */
export interface SourceHead {
  /** What stands behind `pragma solidity`, without comments. */
  readonly pragmas: readonly string[];
  readonly imports: readonly ImportPath[];
}

interface Token {
  readonly text: string;
  readonly isString: boolean;
  readonly start: number;
  readonly end: number;
}

/**
 * Blanks and comments, texts, words, and every other character by itself. A comment or text that does not end goes to the end of its line
 * or file.
 */
const pieces =
  /\s+|\/\/[^\n\r\u2028\u2029]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n\r]|\\[\s\S])*["\n\r]?|'(?:[^'\\\n\r]|\\[\s\S])*['\n\r]?|[A-Za-z_$][\w$]*|[\s\S]/g;

function* tokens(source: string): Generator<Token> {
  for (const match of source.matchAll(pieces)) {
    const [text] = match;
    const first = text[0] ?? "";
    if (/\s/.test(first) || text.startsWith("//") || text.startsWith("/*")) continue;
    yield { text, isString: first === '"' || first === "'", start: match.index, end: match.index + text.length };
  }
}

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f", v: "\v" };

/** What a text in quotes says, its escapes resolved. */
export function unquoted(text: string): string {
  return text
    .slice(1, -1)
    .replace(/\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([\s\S]))/g, (_, byte?: string, unit?: string, one?: string) =>
      one === undefined ? String.fromCharCode(Number.parseInt(byte ?? unit ?? "0", 16)) : (escapes[one] ?? one),
    );
}

/**
 * Pragmas and imports of a source, which may be broken: it is read while the user types. Text in comments and strings is none.
 */
export function readSourceHead(source: string): SourceHead {
  const pragmas: string[] = [];
  const imports: ImportPath[] = [];
  let depth = 0;
  let atStart = true;
  const stream = tokens(source);
  for (const { text } of stream) {
    if (text === "{") depth++;
    else if (text === "}") depth = Math.max(0, depth - 1);
    else if (atStart && depth === 0 && text === "pragma") readPragma(stream, source, pragmas);
    else if (atStart && depth === 0 && text === "import") readImport(stream, imports);
    atStart = text === ";" || text === "}" || text === "pragma" || text === "import";
  }
  return { pragmas, imports };
}

function readPragma(stream: Generator<Token>, source: string, pragmas: string[]): void {
  const first = stream.next();
  if (first.done) return;
  const words: string[] = [];
  let last = first.value.end;
  for (let next = stream.next(); !next.done && next.value.text !== ";"; next = stream.next()) {
    const { text, start, end } = next.value;
    // A blank matters where it stands between two numbers; comments count as one.
    if (start > last && words.length > 0) words.push(" ");
    words.push(text);
    last = end;
    // A pragma without its semicolon ends with the line.
    if (/[\n\r]/.test(source.slice(end, end + 1)) && !source.slice(end).trimStart().startsWith(";")) break;
  }
  if (first.value.text === "solidity") pragmas.push(words.join("").trim());
}

function readImport(stream: Generator<Token>, imports: ImportPath[]): void {
  for (let next = stream.next(); !next.done && next.value.text !== ";"; next = stream.next()) {
    const { text, isString, start, end } = next.value;
    if (!isString) continue;
    if (text.length > 2) imports.push({ path: unquoted(text), start, end });
    // `import "x" as y;`
    for (let rest = stream.next(); !rest.done && rest.value.text !== ";"; rest = stream.next()) {
      if (rest.value.text === "{" || rest.value.text === "}") break;
    }
    return;
  }
}
