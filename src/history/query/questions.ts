import { clientError } from "../../chain/errors/clientError";
import { type LocalizableText, say, text } from "../../text/catalogue";
import { countedMs, transactionNumber } from "../schema/baseTables";
import type { DatabaseEngine } from "../store/dialect";
import { type DialectKeywords, queryWords } from "./queryWords";

/** A question that everybody asks, with what it needs. */
export interface Question {
  readonly name: string;
  readonly summary: LocalizableText;
  /** Values that it needs, by name; addresses are taken in any case of letters. */
  readonly parameters: readonly string[];
  readonly sql: string;
}

const call = "coalesce(method, selector, CASE WHEN to_address = '' THEN 'deployment' END)";

/** Functions by the name before the parenthesis, with the contracts that have them: so the index over contracts finds the calls. */
const ofFunction = `(to_address, selector) IN (SELECT c.address, d.selector FROM decoded_tables d
    JOIN contracts c ON c.interface = d.interface
    WHERE d.kind = 'call' AND (d.signature = :function OR substr(d.signature, 1, length(:function) + 1) = :function || '('))`;

/** Whether a column has a name, or a signature with it before its parenthesis: by the order of names, so that a key finds them. */
const isNamed = (column: string): string =>
  `${column} >= :name AND ${column} < :name || ')' AND (${column} = :name OR substr(${column}, 1, length(:name) + 1) = :name || '(')`;

/**
 * How often events came and functions were called from a moment on: ten minutes each as they were counted while indexing, the rest of
 * the first ones by the rows of its blocks.
 */
function countedSince(since: string): string {
  const restMs = `(${countedMs} - (${since}) % ${countedMs}) % ${countedMs}`;
  const inFirstPart = (time: string): string => `${time} >= ${since} AND ${time} < ${since} + ${restMs}`;
  const places = transactionNumber(1, 0);
  const edge = (block: string): string => `(SELECT ${block} * ${places} FROM blocks WHERE ${inFirstPart("time")})`;
  // the numbers of these blocks bound what is read, and come first: an engine that guesses would read all rows for each block
  const rowsOf = (
    table: string,
  ): string => `${table} r CROSS JOIN blocks b WHERE b.number = r.block AND ${inFirstPart("b.time")}
      AND r.tx >= ${edge("min(number)")} AND r.tx < ${edge("(max(number) + 1)")}`;
  const [event, called] = ["coalesce(r.event, r.topic0, '')", "coalesce(r.method, r.selector, '')"];
  return `SELECT kind, name, contract, sum(total) AS total FROM (
    SELECT kind, name, contract, total FROM counts WHERE kind IN ('call', 'event') AND ${isNamed("name")} AND time >= ${since}
    UNION ALL SELECT 'event', ${event}, r.address, 1 FROM ${rowsOf("logs")} AND ${isNamed(event)}
    UNION ALL SELECT 'call', ${called}, r.to_address, 1 FROM ${rowsOf("transactions")} AND r.to_address <> '' AND ${isNamed(called)}
  ) counted GROUP BY kind, name, contract ORDER BY 4 DESC`;
}

const saved = ({ utc, hour, day, moment }: DialectKeywords): readonly Question[] => [
  {
    name: "sent-by",
    summary: text("transactions that an account sent, newest first"),
    parameters: ["account"],
    sql: `SELECT block, ${utc("time")} AS utc, hash, to_address, ${call} AS "call", status, error FROM transactions
  WHERE from_address = :account ORDER BY tx DESC`,
  },
  {
    name: "received-by",
    summary: text("transactions to an account or contract, newest first"),
    parameters: ["account"],
    sql: `SELECT block, ${utc("time")} AS utc, hash, from_address, ${call} AS "call", status, error FROM transactions
  WHERE to_address = :account ORDER BY tx DESC`,
  },
  {
    name: "callers",
    summary: text("who called a function, how often, and when first and last"),
    parameters: ["function"],
    sql: `SELECT from_address, to_address AS contract, count(*) AS calls, sum(CASE WHEN status <> 0 THEN 1 ELSE 0 END) AS failed,
    ${utc("min(time)")} AS first_utc, ${utc("max(time)")} AS last_utc
  FROM transactions WHERE ${ofFunction} GROUP BY from_address, to_address ORDER BY calls DESC`,
  },
  {
    name: "functions",
    summary: text("functions of a contract by number of calls"),
    parameters: ["contract"],
    sql: `SELECT coalesce(method, selector) AS "function", count(*) AS calls, count(DISTINCT from_address) AS callers,
    sum(CASE WHEN status <> 0 THEN 1 ELSE 0 END) AS failed, round(avg(gas_used)) AS gas, ${utc("max(time)")} AS last_utc
  FROM transactions WHERE to_address = :contract GROUP BY 1 ORDER BY calls DESC`,
  },
  {
    name: "events",
    summary: text("events of a contract by number"),
    parameters: ["contract"],
    sql: `SELECT coalesce(event, topic0) AS event, count(*) AS events, min(block) AS first_block, max(block) AS last_block
  FROM logs WHERE address = :contract GROUP BY 1 ORDER BY events DESC`,
  },
  {
    name: "events-per-day",
    summary: text("events of a contract for each day"),
    parameters: ["contract"],
    sql: `SELECT ${day("time")} AS day, nullif(name, '') AS event, sum(total) AS events
  FROM counts WHERE contract = :contract AND kind = 'event' GROUP BY 1, 2 ORDER BY 1 DESC, 3 DESC`,
  },
  {
    name: "calls-per-day",
    summary: text("calls of a contract's functions for each day"),
    parameters: ["contract"],
    sql: `SELECT ${day("time")} AS day, nullif(name, '') AS "function", sum(total) AS calls
  FROM counts WHERE contract = :contract AND kind = 'call' GROUP BY 1, 2 ORDER BY 1 DESC, 3 DESC`,
  },
  {
    name: "count",
    summary: text("how often an event came or a function was called since a day or time in UTC, by contract"),
    parameters: ["name", "since"],
    sql: countedSince(moment(":since")),
  },
  {
    name: "changes-of",
    summary: text("what changed a path, table, row's key, setting, node, or address by a precompiled contract"),
    parameters: ["object"],
    sql: `SELECT c.block, ${utc("c.time")} AS utc, t.from_address, c.kind, c.action, c.arguments, c.status, c.code, t.hash
  FROM changes c JOIN transactions t ON t.tx = c.tx WHERE c.object = :object ORDER BY c.tx DESC`,
  },
  {
    name: "changes",
    summary: text("changes of nodes, settings, rights, committee, accounts, and tables"),
    parameters: [],
    sql: `SELECT c.block, ${utc("c.time")} AS utc, t.from_address, c.kind, c.action, c.object, c.arguments, c.status, c.code
  FROM changes c JOIN transactions t ON t.tx = c.tx WHERE c.kind <> 'row' ORDER BY c.tx DESC`,
  },
  {
    name: "failures",
    summary: text("transactions and failures for each hour"),
    parameters: [],
    sql: `SELECT ${hour("time")} AS hour_utc, sum(transactions) AS transactions, sum(failed) AS failed FROM blocks
  WHERE number > 0 GROUP BY 1 ORDER BY 1 DESC`,
  },
  {
    name: "failure-reasons",
    summary: text("reasons of failures by number"),
    parameters: [],
    sql: `SELECT status, error, to_address AS contract, ${call} AS "call", count(*) AS failures, ${utc("max(time)")} AS last_utc
  FROM transactions WHERE status <> 0 GROUP BY 1, 2, 3, 4 ORDER BY failures DESC`,
  },
  {
    name: "slow-blocks",
    summary: text("blocks that came longest after the one before"),
    parameters: [],
    sql: `SELECT number, ${utc("time")} AS utc, interval_ms, transactions, sealer FROM block_intervals
  WHERE interval_ms IS NOT NULL ORDER BY interval_ms DESC LIMIT 100`,
  },
  {
    name: "per-day",
    summary: text("blocks, transactions, and gas for each day"),
    parameters: [],
    sql: `SELECT ${day("time")} AS day_utc, count(*) AS blocks, sum(transactions) AS transactions, sum(failed) AS failed, sum(gas_used) AS gas
  FROM blocks WHERE number > 0 GROUP BY 1 ORDER BY 1 DESC`,
  },
  {
    name: "accounts",
    summary: text("accounts by number of transactions that they sent"),
    parameters: [],
    sql: "SELECT address, sent, received, first_block, last_block FROM addresses WHERE sent > 0 ORDER BY sent DESC",
  },
  {
    name: "contracts",
    summary: text("contracts by number of transactions to them"),
    parameters: [],
    sql: `SELECT a.address, i.name AS interface, a.received, a.first_block, a.last_block FROM addresses a
  JOIN contracts c ON c.address = a.address LEFT JOIN interfaces i ON i.id = c.interface ORDER BY a.received DESC`,
  },
  {
    name: "deployments",
    summary: text("contracts that transactions created, with the creator"),
    parameters: [],
    sql: `SELECT block, ${utc("time")} AS utc, created AS contract, from_address AS creator, hash FROM transactions
  WHERE created IS NOT NULL ORDER BY tx DESC`,
  },
  {
    name: "sealers",
    summary: text("blocks of each sealer, and their share"),
    parameters: [],
    sql: `SELECT sealer, count(*) AS blocks, round(100.0 * count(*) / sum(count(*)) OVER (), 1) AS percent, max(number) AS last_block
  FROM blocks WHERE sealer IS NOT NULL GROUP BY 1 ORDER BY blocks DESC`,
  },
  {
    name: "heaviest",
    summary: text("transactions that used most gas"),
    parameters: [],
    sql: `SELECT gas_used, block, hash, from_address, to_address, ${call} AS "call", status FROM transactions
  WHERE gas_used IS NOT NULL ORDER BY gas_used DESC LIMIT 100`,
  },
];

/** The questions in the SQL of SQLite. */
export const questions = saved(queryWords.sqlite);

/** The same questions in the SQL of a database. */
export const questionsFor = (engine: DatabaseEngine): readonly Question[] =>
  engine === "sqlite" ? questions : saved(queryWords[engine]);

/** A saved question in the SQL of a database. @throws ChainError usage `historyQuestion` */
export function questionNamed(name: string, engine: DatabaseEngine): Question {
  const found = questionsFor(engine).find((question) => question.name === name);
  if (!found) throw clientError("historyQuestion", { name, names: questions.map((question) => question.name) });
  return found;
}

/** A saved question in words of one language. */
export interface QuestionText {
  readonly name: string;
  readonly summary: string;
  readonly parameters: readonly string[];
  readonly sql: string;
}

/** The saved questions in the chosen language. */
export const questionTexts = (): QuestionText[] =>
  questions.map(({ name, summary, parameters, sql }) => ({ name, summary: say(summary), parameters, sql }));
