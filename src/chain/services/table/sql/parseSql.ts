import { clientError } from "../../../../errors/clientError";
import { phrase } from "../../../../text/catalogue";
import type { Condition, ConditionOperator, RowLimit } from "../condition";
import type { KeyOrder } from "../describeTable";
import { type SqlToken, sqlTokens } from "./sqlTokens";

/** The statements of the official console, as data. */
export type SqlStatement =
  | {
      readonly kind: "create";
      readonly table: string;
      readonly keyField: string;
      readonly valueFields: readonly string[];
      readonly keyOrder: KeyOrder;
    }
  | { readonly kind: "alter"; readonly table: string; readonly columns: readonly string[] }
  | { readonly kind: "desc"; readonly table: string }
  /** Without columns: a value for each column in the order of the table. */
  | {
      readonly kind: "insert";
      readonly table: string;
      readonly columns?: readonly string[];
      readonly values: readonly string[];
    }
  /** Columns: undefined is `*`, `count` is `count(*)`. */
  | {
      readonly kind: "select";
      readonly table: string;
      readonly columns: readonly string[] | "count" | undefined;
      readonly conditions: readonly Condition[];
      readonly limit: RowLimit;
    }
  | {
      readonly kind: "update";
      readonly table: string;
      readonly changes: Readonly<Record<string, string>>;
      readonly conditions: readonly Condition[];
      readonly limit: RowLimit;
    }
  | {
      readonly kind: "delete";
      readonly table: string;
      readonly conditions: readonly Condition[];
      readonly limit: RowLimit;
    };

/** What people try because other databases have it. */
const unsupported = new Set(
  "or not in is between exists join inner left right outer on order group having top distinct union as case null drop truncate index values_of".split(
    " ",
  ),
);

class SqlReader {
  readonly #tokens: readonly SqlToken[];
  #at = 0;

  constructor(statement: string) {
    this.#tokens = sqlTokens(statement);
  }

  get next(): SqlToken {
    return this.#tokens[Math.min(this.#at, this.#tokens.length - 1)] as SqlToken;
  }

  /** Passes over a keyword or sign when it is next. */
  take(...wanted: string[]): boolean {
    const found = wanted.every((word, index) => {
      const token = this.#tokens[this.#at + index];
      return token !== undefined && token.kind !== "text" && token.text.toLowerCase() === word;
    });
    if (found) this.#at += wanted.length;
    return found;
  }

  expect(wanted: string): void {
    if (!this.take(wanted)) throw this.problem(`"${wanted}"`);
  }

  name(what: string): string {
    const token = this.next;
    if (token.kind !== "word" || unsupported.has(token.text.toLowerCase())) throw this.problem(what);
    this.#at++;
    return token.text;
  }

  /** A quoted text or a bare word: columns hold texts only. */
  value(): string {
    const token = this.next;
    if (token.kind !== "text" && token.kind !== "word") throw this.problem("a value");
    if (token.kind === "word" && unsupported.has(token.text.toLowerCase())) throw this.problem("a value");
    this.#at++;
    return token.text;
  }

  list<Item>(read: () => Item): Item[] {
    const items = [read()];
    while (this.take(",")) items.push(read());
    return items;
  }

  number(): number {
    const token = this.next;
    if (!/^\d{1,9}$/.test(token.text)) throw this.problem("a number");
    this.#at++;
    return Number(token.text);
  }

  end(): void {
    this.take(";");
    if (this.next.kind !== "end") throw this.problem("the end of the statement");
  }

  problem(expected: string): Error {
    const { kind, text, position } = this.next;
    if (kind === "word" && unsupported.has(text.toLowerCase()))
      return clientError("sqlUnsupported", { word: text.toUpperCase() });
    return clientError("sqlSyntax", { position, found: kind === "end" ? phrase("end of statement") : text, expected });
  }
}

function readCreate(sql: SqlReader): SqlStatement {
  sql.expect("table");
  const table = sql.name("the name of the table");
  sql.expect("(");
  const columns: { name: string; type: string }[] = [];
  let keyField: string | undefined;
  sql.list(() => {
    if (sql.take("primary", "key")) {
      sql.expect("(");
      keyField = sql.name("the key column");
      sql.expect(")");
      return;
    }
    const name = sql.name("a column");
    let type = "";
    while (sql.next.kind === "word" && sql.next.text.toLowerCase() !== "primary") type += ` ${sql.name("a type")}`;
    if (sql.take("(")) {
      sql.number();
      sql.expect(")");
    }
    if (sql.take("primary", "key")) keyField = name;
    columns.push({ name, type: type.toLowerCase() });
  });
  sql.expect(")");
  const key = columns.find((column) => column.name === keyField);
  if (!key) throw sql.problem("primary key(COLUMN) that names one of the columns");
  const valueFields = columns.filter((column) => column !== key).map((column) => column.name);
  return {
    kind: "create",
    table,
    keyField: key.name,
    valueFields,
    keyOrder: /integer|bigint/.test(key.type) ? "numerical" : "lexicographic",
  };
}

function readAlter(sql: SqlReader): SqlStatement {
  sql.expect("table");
  const table = sql.name("the name of the table");
  const columns = sql.list(() => {
    sql.expect("add");
    sql.take("column");
    const name = sql.name("a column");
    while (sql.next.kind === "word") sql.name("a type");
    return name;
  });
  return { kind: "alter", table, columns };
}

function readInsert(sql: SqlReader): SqlStatement {
  sql.expect("into");
  const table = sql.name("the name of the table");
  const columns = sql.take("(") ? sql.list(() => sql.name("a column")) : undefined;
  if (columns) sql.expect(")");
  sql.expect("values");
  sql.expect("(");
  const values = sql.list(() => sql.value());
  if (columns && columns.length !== values.length) throw sql.problem(`${columns.length} values`);
  sql.expect(")");
  return { kind: "insert", table, values, ...(columns ? { columns } : {}) };
}

const flipped: Readonly<Record<string, ConditionOperator>> = {
  "=": "=",
  "!=": "!=",
  ">": "<",
  ">=": "<=",
  "<": ">",
  "<=": ">=",
};

function readCondition(sql: SqlReader): Condition {
  const quotedFirst = sql.next.kind === "text" || /^-?\d+$/.test(sql.next.text);
  const first = quotedFirst ? sql.value() : sql.name("a column");
  if (!quotedFirst && sql.take("like")) {
    const pattern = sql.value();
    const open = pattern.startsWith("%");
    const close = pattern.length > 1 && pattern.endsWith("%");
    const value = pattern.slice(open ? 1 : 0, close ? -1 : undefined);
    if (/[%_]/.test(value)) throw clientError("sqlUnsupported", { word: `LIKE '${pattern}'` });
    return { field: first, value, operator: open ? (close ? "contains" : "endsWith") : close ? "startsWith" : "=" };
  }
  const operator = flipped[sql.next.text];
  if (sql.next.kind !== "sign" || !operator) throw sql.problem("= != > >= < <= or like");
  const sign = sql.next.text as ConditionOperator;
  sql.expect(sign);
  return quotedFirst
    ? { field: sql.name("a column"), operator, value: first }
    : { field: first, operator: sign, value: sql.value() };
}

function readConditions(sql: SqlReader): Condition[] {
  const conditions: Condition[] = [];
  do conditions.push(readCondition(sql));
  while (sql.take("and"));
  return conditions;
}

function readWhere(sql: SqlReader): { conditions: Condition[]; limit: RowLimit } {
  const conditions = sql.take("where") ? readConditions(sql) : [];
  if (!sql.take("limit")) return { conditions, limit: {} };
  const first = sql.number();
  if (sql.take("offset")) return { conditions, limit: { offset: sql.number(), count: first } };
  return { conditions, limit: sql.take(",") ? { offset: first, count: sql.number() } : { count: first } };
}

function readSelect(sql: SqlReader): SqlStatement {
  let columns: string[] | "count" | undefined;
  if (sql.take("count", "(", "*", ")")) columns = "count";
  else if (!sql.take("*")) columns = sql.list(() => sql.name("a column or *"));
  sql.expect("from");
  const table = sql.name("the name of the table");
  return { kind: "select", table, columns, ...readWhere(sql) };
}

function readUpdate(sql: SqlReader): SqlStatement {
  const table = sql.name("the name of the table");
  sql.expect("set");
  const changes = sql.list((): [string, string] => {
    const field = sql.name("a column");
    sql.expect("=");
    return [field, sql.value()];
  });
  return { kind: "update", table, changes: Object.fromEntries(changes), ...readWhere(sql) };
}

/**
 * Reads a statement of the SQL that the official console understands: create, alter … add, desc, insert, select, update, delete. Words
 * need no quotes and keywords no capitals; `like` takes a `%` at the ends; conditions are joined by `and`.
 * @throws ChainError usage `sqlSyntax` with the place and what is expected there, `sqlUnsupported` naming the word.
 */
export function parseSql(statement: string): SqlStatement {
  const sql = new SqlReader(statement);
  const read = (): SqlStatement => {
    if (sql.take("create")) return readCreate(sql);
    if (sql.take("alter")) return readAlter(sql);
    if (sql.take("desc") || sql.take("describe")) return { kind: "desc", table: sql.name("the name of the table") };
    if (sql.take("insert")) return readInsert(sql);
    if (sql.take("select")) return readSelect(sql);
    if (sql.take("update")) return readUpdate(sql);
    if (sql.take("delete")) {
      sql.expect("from");
      return { kind: "delete", table: sql.name("the name of the table"), ...readWhere(sql) };
    }
    throw sql.problem("create, alter, desc, insert, select, update or delete");
  };
  const parsed = read();
  sql.end();
  return parsed;
}

/**
 * Reads what stands behind `where`: `price > 10 and name like 'x%'`.
 * @throws ChainError usage `sqlSyntax`, `sqlUnsupported`.
 */
export function parseConditions(where: string): readonly Condition[] {
  const sql = new SqlReader(where);
  const conditions = readConditions(sql);
  sql.end();
  return conditions;
}
