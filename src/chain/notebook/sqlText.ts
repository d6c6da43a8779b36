/** Where SQL ends, and the variables of a notebook in it. */
interface SqlText {
  /** Without the `;` that ends it; each `$reference` is a parameter. */
  readonly sql: string;
  /** What `$name`, `$row.price` and `$list[0]` refer to, by the name of their parameter. */
  readonly references: Readonly<Record<string, string>>;
  /** Characters of the text that it takes, with the `;`. */
  readonly length: number;
}

/** Texts, names and comments, in which neither `;` nor `$` mean anything. */
const quoted = /'(?:[^']|'')*'?|"(?:[^"]|"")*"?|`(?:[^`]|``)*`?|--[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/y;
const reference = /\$([A-Za-z_]\w{0,63}(?:\.\w{1,64}|\[\d{1,9}\])*)/y;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Reads SQL up to a `;` that stands in no text, name or comment, or to the end. */
export function readSql(text: string): SqlText {
  const references: Record<string, string> = {};
  const names = new Map<string, string>();
  let sql = "";
  let at = 0;
  while (at < text.length && text[at] !== ";") {
    const kept = matchAt(quoted, text, at)?.[0];
    const named = kept ? undefined : matchAt(reference, text, at)?.[1];
    if (kept) {
      sql += kept;
      at += kept.length;
    } else if (named === undefined) {
      sql += text[at];
      at += 1;
    } else {
      const parameter = names.get(named) ?? `value${names.size + 1}`;
      names.set(named, parameter);
      references[parameter] = named;
      sql += `:${parameter}`;
      at += named.length + 1;
    }
  }
  return { sql: sql.trim(), references, length: Math.min(text.length, at + 1) };
}

/** What a line with SQL begins with. */
const sqlHead = /^[ \t]*(?:[A-Za-z_]\w*[ \t]*=[ \t]*)?sql(?:[ \t]+--\w+)*(?=\s)/;

/** Between which characters of a cell the SQL lies that an offset is in; undefined where it is in none. */
export function sqlAt(cell: string, offset: number): { readonly from: number; readonly to: number } | undefined {
  for (let at = 0; at < offset; ) {
    const end = cell.indexOf("\n", at);
    const line = cell.slice(at, end < 0 ? cell.length : end + 1);
    const head = sqlHead.exec(line)?.[0];
    if (head === undefined) {
      at += line.length;
      if (end < 0) return undefined;
      continue;
    }
    const from = at + head.length;
    if (offset <= from) return undefined;
    const rest = cell.slice(from);
    const { length } = readSql(rest);
    const to = from + length - (rest[length - 1] === ";" ? 1 : 0);
    if (offset <= to) return { from, to };
    at = from + length;
  }
  return undefined;
}

const parameter = /[:$@]([A-Za-z_]\w{0,63})/y;

const literal = (value: string | number): string =>
  typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`;

/**
 * A query as a line of a notebook, with values in place of its parameters; one without a value becomes a variable of the notebook. It ends
 * with `;`.
 */
export function sqlLine(
  query: string,
  parameters: Readonly<Record<string, string | number>> = {},
  chart?: "bars" | "line",
): string {
  const text = query.trim();
  let sql = "";
  for (let at = 0; at < text.length; ) {
    const kept = matchAt(quoted, text, at)?.[0];
    const named = kept ? undefined : matchAt(parameter, text, at)?.[1];
    const value = named !== undefined && Object.hasOwn(parameters, named) ? parameters[named] : undefined;
    const written = value === undefined ? `$${named ?? ""}` : literal(value);
    sql += kept ?? (named === undefined ? text[at] : written);
    at += kept?.length ?? (named === undefined ? 1 : named.length + 1);
  }
  const [first = ""] = sql.split("\n", 1);
  const whole = sql.replace(/;$/, "");
  // behind a remark on its last line a `;` would be a part of it
  const end = (whole.split("\n").at(-1) ?? "").includes("--") ? "\n;" : ";";
  return `sql ${chart === undefined ? "" : `--${chart} `}${first.startsWith("--") ? "\n" : ""}${whole}${end}`;
}
