import { clientError } from "../../../../errors/clientError";
import { phrase } from "../../../../text/catalogue";
import { readFullWidth, writings } from "../../../../text/halfWidth";

export interface SqlToken {
  readonly kind: "word" | "text" | "sign" | "end";
  /** Of a text: without its quotes. */
  readonly text: string;
  /** Counted from 1. */
  readonly position: number;
}

const pattern = /\s+|'((?:[^']|'')*)'|"((?:[^"]|"")*)"|`([^`]*)`|(<=|>=|!=|<>|[=<>(),*;])|([^\s'"`=<>!(),*;]+)/gy;

/**
 * @throws ChainError usage `sqlFullWidth` for a full-width sign outside of a text, `sqlSyntax` at a quote without its end or a sign that no
 * statement has.
 */
export function sqlTokens(statement: string): SqlToken[] {
  const { first, converted } = readFullWidth(statement, writings.sql);
  if (first) throw clientError("sqlFullWidth", { found: first.sign, position: first.index + 1, converted });
  const tokens: SqlToken[] = [];
  let at = 0;
  for (const match of statement.matchAll(pattern)) {
    const [whole, single, double, name, sign, word] = match;
    const position = at + 1;
    at += whole.length;
    if (single !== undefined) tokens.push({ kind: "text", text: single.replaceAll("''", "'"), position });
    else if (double !== undefined) tokens.push({ kind: "text", text: double.replaceAll('""', '"'), position });
    else if (name !== undefined) tokens.push({ kind: "word", text: name, position });
    else if (sign !== undefined) tokens.push({ kind: "sign", text: sign === "<>" ? "!=" : sign, position });
    else if (word !== undefined) tokens.push({ kind: "word", text: word, position });
  }
  if (at < statement.length) {
    throw clientError("sqlSyntax", {
      position: at + 1,
      found: statement.slice(at, at + 20),
      expected: phrase("a word, a quoted text, or a symbol"),
    });
  }
  tokens.push({ kind: "end", text: "", position: statement.length + 1 });
  return tokens;
}
