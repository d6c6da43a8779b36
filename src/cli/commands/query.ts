import { clientError } from "../../errors/clientError";
import { maxBytes, readGivenText } from "../../files/regularFile";
import { type RowWriter, rowObject, type Sink } from "../../history/export/jsonLines";
import { resultWriter } from "../../history/export/resultWriter";
import { tablesQuery } from "../../history/query/dialectKeywords";
import {
  type HistoryQueries,
  type QueryResult,
  type ResultColumn,
  shownValue,
  usualTimeMs,
  writtenTimeMs,
} from "../../history/query/historyQueries";
import { type Asking, type Question, questionNamed, questions } from "../../history/query/questions";
import { engineOf } from "../../history/servers/databaseTarget";
import { say, t, text } from "../../text/catalogue";
import { widthOf } from "../../text/columns";
import { isTimeZoneChosen } from "../../text/formats";
import { queryValue } from "../../text/queryValue";
import { shortened } from "../../text/shortText";
import { visibleLine } from "../../text/visibleText";
import { type IndexLocation, onlyIndexFile, placeOf } from "../history/indexFile";
import { databasePasswordUsage, openQueries } from "../history/openIndex";
import { spanNamed } from "../history/spanNamed";
import { type CommandLine, commandOf, type Given, WrongCommandLine } from "../options/commandLine";
import { integerOf, oneOf } from "../options/optionValues";
import { streamOutput } from "../output/outputFile";
import { complain, print, printJson } from "../output/print";
import { textTable } from "../output/textTable";
import type { Usage } from "../output/usageText";

const usualRows = 1000;

const usage: Usage = {
  synopsis: [
    'chainside query "SELECT …" [NAME=VALUE…] [--db DATABASE] [options]',
    "chainside query --ask QUESTION [NAME=VALUE…] [--db DATABASE] [options]",
    "chainside query --list",
    "chainside query --tables [--db DATABASE]",
  ],
  summary: [
    text("Asks an index that chainside index made, in the SQL of its database. A query only reads."),
    text(
      'NAME=VALUE gives the value of :NAME in the query. A saved question also takes since= and until=: "2026-11-23 09:12", yesterday, "last hour", "2 hours ago". Wide integers in SQLite: big(x) in comparisons, bigsum(x), num(x).',
    ),
  ],
  options: [
    [
      "--db DATABASE",
      text(
        "the index: a file, postgres://…, mysql://…, or env:NAME for a variable that says it (default: the only *.history.db in this folder)",
      ),
    ],
    databasePasswordUsage,
    ["--ask QUESTION", text("one of the saved questions")],
    ["--list", text("print the saved questions with what they need")],
    ["--tables", text("print the tables with their columns")],
    ["--file FILE", text("read the query from a file")],
    ["--output table|json|jsonl|csv|parquet", text("form of the result (default: table)")],
    ["--to FILE", text("write the result into a file, with all rows")],
    ["--rows N", text("print at most so many rows (default: {0}; with --to: all)", usualRows)],
    [
      "--bom yes|no",
      text("begin CSV with a byte order mark, for spreadsheets (default: yes with --to where messages are in Chinese)"),
    ],
    [
      "--seconds N",
      text("end the query after so long (default: {0}; with --to: {1})", usualTimeMs / 1000, writtenTimeMs / 1000),
    ],
    ["--json", text("the same as --output json")],
  ],
  exitCodes: text("Exit code: 0 a result, 1 an error, 2 wrong command line or query."),
};

const queryArguments = {
  db: { type: "string" },
  "password-file": { type: "string" },
  ask: { type: "string" },
  list: { type: "boolean", default: false },
  tables: { type: "boolean", default: false },
  file: { type: "string" },
  output: { type: "string" },
  to: { type: "string" },
  rows: { type: "string" },
  bom: { type: "string" },
  seconds: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

const forms = ["table", "json", "jsonl", "csv", "parquet"] as const;
type Form = (typeof forms)[number];

interface QueryOrder {
  readonly kind: "query" | "list" | "tables";
  readonly db: IndexLocation | undefined;
  readonly passwordFile: string | undefined;
  readonly question: Question | undefined;
  readonly sql: string | undefined;
  readonly file: string | undefined;
  readonly values: readonly string[];
  readonly form: Form;
  readonly to: string | undefined;
  readonly rows: number;
  /** CSV begins with a byte order mark; undefined where that isn't said. */
  readonly bom: boolean | undefined;
  readonly seconds: number;
}

const maxSeconds = 1_000_000;

function formOf({ output, json, to }: Given<typeof queryArguments>["values"]): Form {
  const usual = json ? "json" : to === undefined ? "table" : (/\.(\w+)$/.exec(to)?.[1] ?? "csv").toLowerCase();
  const word = oneOf("output", output ?? usual, forms);
  if (word === "parquet" && to === undefined) throw new WrongCommandLine(t("--{0} requires {1}", "output", "--to"));
  if (word === "table" && to !== undefined)
    throw new WrongCommandLine(t("a table is only printed; write {0}", "--output csv"));
  return word;
}

const commandLine: CommandLine<typeof queryArguments, QueryOrder> = {
  name: "query",
  usage,
  options: queryArguments,
  read: ({ values, positionals }) => {
    const question = values.ask === undefined ? undefined : questionNamed(values.ask, "sqlite");
    const [one, other] = (["ask", "file", "list", "tables"] as const).filter((name) => values[name]);
    if (one && other) throw new WrongCommandLine(t("specify {0} or {1}, not both", `--${one}`, `--${other}`));
    const inPlace = question === undefined && values.file === undefined && !values.list && !values.tables;
    const [first] = positionals;
    if (inPlace && first === undefined) throw new WrongCommandLine(t("specify a query, or --list"));
    const written = values.to !== undefined;
    const usualSeconds = (written ? writtenTimeMs : usualTimeMs) / 1000;
    return {
      kind: values.list ? "list" : values.tables ? "tables" : "query",
      db: values.db === undefined ? undefined : placeOf(values.db),
      passwordFile: values["password-file"],
      question,
      sql: inPlace ? first : undefined,
      file: values.file,
      values: inPlace ? positionals.slice(1) : positionals,
      form: formOf(values),
      to: values.to,
      bom: values.bom === undefined ? undefined : oneOf("bom", values.bom, ["yes", "no"]) === "yes",
      rows: integerOf("rows", values.rows) ?? (written ? Number.MAX_SAFE_INTEGER : usualRows),
      seconds: integerOf("seconds", values.seconds, { max: maxSeconds }) ?? usualSeconds,
    };
  },
};

/** How the saved question of a line is asked. For programs times are in UTC, unless the line names a zone. */
function askingOf({ form, values }: QueryOrder, nowMs: number): Asking {
  const forPrograms = form === "json" || form === "jsonl" || form === "parquet";
  const bounds = values.flatMap((word) => {
    const [, name = "", value = ""] = /^(since|until)=(.*)$/s.exec(word) ?? [];
    return name === "" ? [] : [[name, value] as const];
  });
  return {
    ...spanNamed(Object.fromEntries(bounds), nowMs),
    ...(forPrograms && !isTimeZoneChosen() ? { zone: "UTC" } : {}),
    nowMs,
  };
}

/** The values that a line gives, by name. @throws WrongCommandLine; ChainError usage `historyQuestionValue` */
function parametersOf({ values, question }: QueryOrder): Record<string, string | number> {
  const given: Record<string, string | number> = {};
  for (const word of values) {
    const [, name, value = ""] = /^([A-Za-z_]\w*)=(.*)$/s.exec(word) ?? [];
    if (name === undefined) throw new WrongCommandLine(t("unexpected argument {0}", word));
    const isBound = question !== undefined && (name === "since" || name === "until");
    if (!isBound) given[name] = queryValue(value);
  }
  for (const parameter of question?.parameters ?? []) {
    if (!Object.hasOwn(given, parameter))
      throw clientError("historyQuestionValue", { name: question?.name ?? "", parameter });
  }
  return given;
}

function listQuestions({ form }: QueryOrder): number {
  if (form === "json") {
    printJson(
      JSON.stringify(questions.map(({ name, parameters, summary }) => ({ name, parameters, summary: say(summary) }))),
    );
    return 0;
  }
  const names = questions.map(({ name, parameters }) => [name, ...parameters.map((each) => `${each}=…`)].join(" "));
  const width = Math.max(...names.map((name) => name.length));
  print(questions.map(({ summary }, place) => `${(names[place] ?? "").padEnd(width)}  ${say(summary)}`).join("\n"));
  return 0;
}

/** In JSON a file has an object a line. */
const writerOf = ({ form, bom, to }: QueryOrder, sink: Sink): Promise<RowWriter> =>
  resultWriter(form === "csv" || form === "parquet" ? form : "jsonl", sink, to === undefined ? (bom ?? false) : bom);

interface Asked {
  readonly sql: string;
  readonly options: { readonly parameters: Readonly<Record<string, string | number>>; readonly timeMs: number };
}

/** Widest cell of a table; the rest of a longer value is left out. */
const widest = 68;

function narrowed(text: string): string {
  const line = visibleLine(shortened(text, 4 * widest));
  if (widthOf(line) <= widest) return line;
  let kept = "";
  let width = 0;
  for (const character of line) {
    width += widthOf(character);
    if (width > widest - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

/** A result as a table for a terminal; numbers are on the right. */
function resultTable({ columns, rows }: QueryResult): string[] {
  const isNumber = columns.map(({ type }, place) => {
    if (type === "time") return false;
    return (
      rows.every((row) => row[place] === null || typeof row[place] === "number" || typeof row[place] === "bigint") ||
      type === "big"
    );
  });
  const cells = rows.map((row) => row.map((value, place) => shownValue(value, columns[place]?.type)));
  const right = columns.flatMap((_, place) => (isNumber[place] ? [place] : []));
  const names = columns.map(({ name }) => narrowed(name));
  return textTable(names, cells, right, narrowed);
}

/** What is said below a result. */
const countLine = (rows: number, more: boolean): string =>
  more ? t("{0} rows; there are more (--rows)", rows) : rows === 1 ? t("1 row") : t("{0} rows", rows);

/** Writes rows as they come. Gives how many. */
async function stream(
  order: QueryOrder,
  queries: HistoryQueries,
  { sql, options }: Asked,
  sink: Sink,
): Promise<number> {
  const writer = await writerOf(order, sink);
  let rows = 0;
  const take = (row: Parameters<RowWriter["row"]>[0], columns: readonly ResultColumn[]): boolean => {
    if (rows >= order.rows) return false;
    writer.row(row, columns);
    rows += 1;
    return true;
  };
  const { columns, more } = await queries.each(sql, options, take);
  await writer.end(columns);
  if (more) complain(countLine(rows, true));
  return rows;
}

async function answer(order: QueryOrder, queries: HistoryQueries, asked: Asked): Promise<void> {
  const { form, to } = order;
  if (to !== undefined) {
    const rows = await streamOutput(to, (write) => stream(order, queries, asked, write));
    complain(t("{0} rows in {1}", rows, to));
    return;
  }
  const result = await queries.ask(asked.sql, order.rows, asked.options);
  const { columns, rows, more } = result;
  if (form === "json")
    printJson(
      JSON.stringify(
        rows.map((row) => rowObject(row, columns)),
        undefined,
        2,
      ),
    );
  else if (form === "table") print([...resultTable(result), "", countLine(rows.length, more)].join("\n"));
  else {
    const pieces: string[] = [];
    const writer = await writerOf(order, (piece) => void pieces.push(String(piece)));
    for (const row of rows) writer.row(row, columns);
    await writer.end(columns);
    const written = pieces.join("").replace(/\n$/, "");
    if (form === "jsonl") printJson(written);
    else print(written);
  }
  if (more && form !== "table") complain(countLine(rows.length, more));
}

async function ask(order: QueryOrder): Promise<number> {
  const { file } = order;
  const place = order.db ?? { file: onlyIndexFile() };
  const engine = "file" in place ? "sqlite" : engineOf(place.url);
  const saved = order.question && questionNamed(order.question.name, engine, askingOf(order, Date.now()));
  const parameters = parametersOf({ ...order, question: saved });
  const typed = file === undefined ? order.sql : await readGivenText(file, maxBytes.configuration);
  const sql = order.kind === "tables" ? tablesQuery[engine] : (saved?.sql ?? typed ?? "");
  const queries = await openQueries(place, order.passwordFile);
  try {
    await answer(order, queries, { sql, options: { parameters, timeMs: order.seconds * 1000 } });
    return 0;
  } finally {
    await queries.close();
  }
}

/** `chainside query`: an index is asked in SQL. */
export const runQuery = commandOf(commandLine, async (order) =>
  order.kind === "list" ? listQuestions(order) : ask(order),
);
