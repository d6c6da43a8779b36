import { clientError } from "../../errors/clientError";
import { maxQueryLength } from "../query/historyQueries";
import type { DatabaseTarget } from "./databaseTarget";

type ServerEngine = DatabaseTarget["engine"];

/** A query as a server gets it. */
interface QueryText {
  /** What stands between the parameters: one piece more than there are parameters. */
  readonly pieces: readonly string[];
  /** Their names, without the colon, in order. */
  readonly names: readonly string[];
  /** Words in capital letters that are neither in texts nor in comments nor names in quotation marks. */
  readonly words: ReadonlySet<string>;
  /** The first of them. */
  readonly first: string;
}

const word = /[A-Za-z_][A-Za-z0-9_$]*/y;

const dollarTag = /\$(?:[A-Za-z_][A-Za-z0-9_]*)?\$/y;

/** Reads the parts of a query that aren't SQL: texts, names in quotation marks, comments. */
class QueryReader {
  readonly #pieces: string[] = [];
  readonly #names: string[] = [];
  readonly #words = new Set<string>();
  #first = "";
  #at = 0;
  #from = 0;
  #ended = false;

  constructor(
    private readonly sql: string,
    private readonly engine: ServerEngine,
  ) {}

  read(): QueryText {
    const { sql } = this;
    while (this.#at < sql.length) {
      const sign = sql[this.#at] ?? "";
      if (this.#comment()) continue;
      if (/\s/.test(sign)) {
        this.#at += 1;
        continue;
      }
      if (this.#ended) throw clientError("historyQueryMany");
      if (sign === ";") {
        this.#pieces.push(sql.slice(this.#from, this.#at));
        this.#ended = true;
        this.#at += 1;
      } else this.#part(sign);
    }
    if (!this.#ended) this.#pieces.push(sql.slice(this.#from));
    return { pieces: this.#pieces, names: this.#names, words: this.#words, first: this.#first };
  }

  #part(sign: string): void {
    if (sign === "'" || sign === '"' || (sign === "`" && this.engine === "mysql")) this.#quoted(sign, false);
    else if (sign === "$" && this.engine === "postgres") this.#dollars();
    else if (sign === ":") this.#parameter();
    else if (/[A-Za-z_]/.test(sign)) this.#word();
    else this.#at += 1;
  }

  /** MySQL takes two hyphens for a comment only before what is blank: `1--1` is 2, and what follows is run. */
  #beginsLineComment(two: string): boolean {
    if (this.engine === "mysql" && two.startsWith("#")) return true;
    if (two !== "--") return false;
    return this.engine !== "mysql" || /^[\u0000-\u0020\u007f]?$/.test(this.sql.charAt(this.#at + 2));
  }

  /** Skips a comment. MySQL runs what stands in those that begin with an exclamation mark. */
  #comment(): boolean {
    const { sql } = this;
    const two = sql.slice(this.#at, this.#at + 2);
    if (this.#beginsLineComment(two)) {
      const end = sql.indexOf("\n", this.#at);
      this.#at = end < 0 ? sql.length : end + 1;
      return true;
    }
    if (two !== "/*") return false;
    if (this.engine === "mysql" && /^\/\*M?!/.test(sql.slice(this.#at, this.#at + 4)))
      throw clientError("historyQueryWrites", { what: "/*!" });
    let depth = 0;
    do {
      const part = sql.slice(this.#at, this.#at + 2);
      const isMark = part === "/*" ? depth === 0 || this.engine === "postgres" : part === "*/";
      if (isMark) depth += part === "/*" ? 1 : -1;
      this.#at += isMark ? 2 : 1;
    } while (depth > 0 && this.#at < sql.length);
    return true;
  }

  #quoted(mark: string, escapes: boolean): void {
    const { sql } = this;
    for (this.#at += 1; this.#at < sql.length; this.#at++) {
      const sign = sql[this.#at];
      if (escapes && sign === "\\") this.#at += 1;
      else if (sign === mark) {
        if (sql[this.#at + 1] !== mark) break;
        this.#at += 1;
      }
    }
    this.#at += 1;
  }

  #dollars(): void {
    dollarTag.lastIndex = this.#at;
    const tag = dollarTag.exec(this.sql)?.[0];
    if (tag === undefined) {
      this.#at += 1;
      return;
    }
    const end = this.sql.indexOf(tag, this.#at + tag.length);
    this.#at = end < 0 ? this.sql.length : end + tag.length;
  }

  #parameter(): void {
    const { sql } = this;
    word.lastIndex = this.#at + 1;
    const name = word.exec(sql)?.[0];
    // two colons are PostgreSQL's cast
    if (sql[this.#at + 1] === ":") this.#at += 2;
    else if (name === undefined) this.#at += 1;
    else {
      this.#pieces.push(sql.slice(this.#from, this.#at));
      this.#names.push(name);
      this.#at += 1 + name.length;
      this.#from = this.#at;
    }
  }

  #word(): void {
    word.lastIndex = this.#at;
    const found = word.exec(this.sql)?.[0] ?? "";
    this.#at += found.length;
    // E'…' has backslashes that escape
    if (this.engine === "postgres" && /^e$/i.test(found) && this.sql[this.#at] === "'") {
      this.#quoted("'", true);
      return;
    }
    const upper = found.toUpperCase();
    this.#words.add(upper);
    if (this.#first === "") this.#first = upper;
  }
}

/**
 * Finds the named parameters of a query, and what it begins with.
 * @throws ChainError usage `historyQueryWrong`, `historyQueryMany`, `historyQueryWrites`
 */
export function readQuery(sql: string, engine: ServerEngine): QueryText {
  if (sql.length > maxQueryLength) throw clientError("historyQueryWrong", { reason: "string or blob too big" });
  if (sql.includes("\0")) throw clientError("historyQueryWrong", { reason: "character 0" });
  const found = new QueryReader(sql, engine).read();
  if (found.first === "") throw clientError("historyQueryWrong", { reason: "nothing is asked" });
  return found;
}

/** Values of a query's parameters in their order. @throws ChainError usage `historyQueryWrong` for one that isn't given */
export function valuesOf(
  { names }: QueryText,
  given: Readonly<Record<string, string | number>>,
): readonly (string | number)[] {
  return names.map((name) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined) throw clientError("historyQueryWrong", { reason: `no value for :${name}` });
    return value;
  });
}
