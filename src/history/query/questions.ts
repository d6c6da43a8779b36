import { clientError } from "../../errors/clientError";
import { type LocalizableText, say, text } from "../../text/catalogue";
import { chosenTimeZone } from "../../text/formats";
import { countedMs, transactionNumber } from "../schema/baseTables";
import type { DatabaseEngine } from "../store/dialect";
import { dialectKeywords } from "./dialectKeywords";

/** A usual question, with what it needs. */
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

/** A part of time in SQL: texts of milliseconds since 1970; what is left out has no bound. */
interface SpanWords {
  readonly since: string | undefined;
  readonly until: string | undefined;
}

/** That a time lies there: ` AND time >= … AND time < …`; nothing where nothing bounds it. */
const within = (time: string, { since, until }: SpanWords): string =>
  [
    ...(since === undefined ? [] : [` AND ${time} >= ${since}`]),
    ...(until === undefined ? [] : [` AND ${time} < ${until}`]),
  ].join("");

/** The same of rows that have only the number of a transaction: by the blocks of that time. */
function withinBlocks(tx: string, span: SpanWords): string {
  const places = transactionNumber(1, 0);
  const edge = (asked: string, otherwise: string): string => `coalesce((SELECT ${asked}), ${otherwise})`;
  const { since, until } = span;
  const maxNumber = "9223372036854775807";
  return [
    ...(since === undefined
      ? []
      : [` AND ${tx} >= ${edge(`min(number) * ${places} FROM blocks WHERE time >= ${since}`, maxNumber)}`]),
    ...(until === undefined
      ? []
      : [` AND ${tx} < ${edge(`(max(number) + 1) * ${places} FROM blocks WHERE time < ${until}`, "0")}`]),
  ].join("");
}

/**
 * How often events came and functions were called in a part of time: ten minutes each as they were counted while indexing, the rest at
 * both ends by the rows of its blocks.
 */
function countedWithin({ since = "0", until }: SpanWords): string {
  const up = `((${since}) + ${countedMs} - 1) / ${countedMs} * ${countedMs}`;
  const firstWhole = /^\d+$/.test(since) ? String(Math.ceil(Number(since) / countedMs) * countedMs) : up;
  const lastWhole = until === undefined ? undefined : String(Math.floor(Number(until) / countedMs) * countedMs);
  const isShort = lastWhole !== undefined && Number(firstWhole) >= Number(lastWhole);
  const places = transactionNumber(1, 0);
  const inPart = (time: string, from: string, to: string): string => `${time} >= ${from} AND ${time} < ${to}`;
  const [event, called] = ["coalesce(r.event, r.topic0, '')", "coalesce(r.method, r.selector, '')"];
  // the numbers of these blocks bound what is read, and come first: an engine that guesses would read all rows for each block
  const rowsOf = (table: string, from: string, to: string): string => {
    const edge = (block: string): string =>
      `(SELECT ${block} * ${places} FROM blocks WHERE ${inPart("time", from, to)})`;
    return `${table} r CROSS JOIN blocks b WHERE b.number = r.block AND ${inPart("b.time", from, to)}
      AND r.tx >= ${edge("min(number)")} AND r.tx < ${edge("(max(number) + 1)")}`;
  };
  const part = (from: string, to: string): string => `
    UNION ALL SELECT 'event', ${event}, r.address, 1 FROM ${rowsOf("logs", from, to)} AND ${isNamed(event)}
    UNION ALL SELECT 'call', ${called}, r.to_address, 1 FROM ${rowsOf("transactions", from, to)} AND r.to_address <> '' AND ${isNamed(called)}`;
  const ends = isShort
    ? part(since, until ?? since)
    : part(since, firstWhole) + (until === undefined || lastWhole === undefined ? "" : part(lastWhole, until));
  const whole = isShort ? " AND 1 = 0" : within("time", { since: firstWhole, until: lastWhole });
  return `SELECT kind, name, contract, sum(total) AS total FROM (
    SELECT kind, name, contract, total FROM counts WHERE kind IN ('call', 'event') AND ${isNamed("name")}${whole}${ends}
  ) counted GROUP BY kind, name, contract ORDER BY 4 DESC`;
}

/**
 * Why a transaction failed, without what differs from one to the next: of an error that a contract declares the name alone, of other words
 * each number as `#`. No function for patterns is the same in all databases.
 */
function reasonWords(engine: DatabaseEngine): string {
  const open = engine === "postgres" ? "strpos(error, '(')" : "instr(error, '(')";
  const name = `substr(error, 1, ${open} - 1)`;
  const digits = [..."0123456789"].reduce((text, digit) => `replace(${text}, '${digit}', '#')`, "error");
  const numbers = ["########", "####", "##", "##"].reduce((text, run) => `replace(${text}, '${run}', '#')`, digits);
  return `CASE WHEN ${open} > 1 AND ${name} NOT LIKE '% %' THEN ${name} ELSE ${numbers} END`;
}

/** How questions are asked: in which zone times are, and of which part of time. */
export interface Asking {
  /** The person's where it is left out. */
  readonly zone?: string;
  /** Milliseconds since 1970: from then on. */
  readonly since?: number;
  /** Up to then. */
  readonly until?: number;
  readonly nowMs?: number;
}

const sent = "SELECT address, sent, received, first_block, last_block FROM addresses WHERE sent > 0 ORDER BY sent DESC";
const contractsByCalls = `SELECT a.address, i.name AS interface, a.received, a.first_block, a.last_block FROM addresses a
  JOIN contracts c ON c.address = a.address LEFT JOIN interfaces i ON i.id = c.interface ORDER BY a.received DESC`;

/** Accounts and contracts of a part of time: of all, totals are kept. */
const sentWithin = (
  bounds: string,
): string => `SELECT from_address AS address, count(*) AS sent, min(block) AS first_block, max(block) AS last_block
  FROM transactions WHERE 1 = 1${bounds} GROUP BY 1 ORDER BY 2 DESC`;
const contractsWithin = (
  bounds: string,
): string => `SELECT t.to_address AS address, i.name AS interface, count(*) AS received, min(t.block) AS first_block, max(t.block) AS last_block
  FROM transactions t JOIN contracts c ON c.address = t.to_address LEFT JOIN interfaces i ON i.id = c.interface
  WHERE 1 = 1${bounds} GROUP BY t.to_address, i.name ORDER BY 3 DESC`;

function saved(
  engine: DatabaseEngine,
  { zone = chosenTimeZone(), since, until, nowMs = Date.now() }: Asking,
): readonly Question[] {
  const { second, hour, day, zoneName } = dialectKeywords(engine, zone, nowMs);
  const span: SpanWords = {
    since: since === undefined ? undefined : String(Math.ceil(since)),
    until: until === undefined ? undefined : String(Math.ceil(until)),
  };
  const isBounded = since !== undefined || until !== undefined;
  const ofBlock = within("time", span);
  const utc = second;
  const named = (name: string): string => (zoneName === "utc" && /^\w+$/.test(name) ? name : `"${name}"`);
  const at = named(zoneName);
  const [firstAt, lastAt, dayAt, hourAt] = [
    `first_${zoneName}`,
    `last_${zoneName}`,
    `day_${zoneName}`,
    `hour_${zoneName}`,
  ].map(named);
  return [
    {
      name: "sent-by",
      summary: text("transactions that an account sent, newest first"),
      parameters: ["account"],
      sql: `SELECT block, ${utc("time")} AS ${at}, hash, to_address, ${call} AS "call", status, error FROM transactions
  WHERE from_address = :account${ofBlock} ORDER BY tx DESC`,
    },
    {
      name: "received-by",
      summary: text("transactions to an account or contract, newest first"),
      parameters: ["account"],
      sql: `SELECT block, ${utc("time")} AS ${at}, hash, from_address, ${call} AS "call", status, error FROM transactions
  WHERE to_address = :account${ofBlock} ORDER BY tx DESC`,
    },
    {
      name: "callers",
      summary: text("who called a function, how often, and when first and last"),
      parameters: ["function"],
      sql: `SELECT from_address, to_address AS contract, count(*) AS calls, sum(CASE WHEN status <> 0 THEN 1 ELSE 0 END) AS failed,
    ${utc("min(time)")} AS ${firstAt}, ${utc("max(time)")} AS ${lastAt}
  FROM transactions WHERE ${ofFunction}${ofBlock} GROUP BY from_address, to_address ORDER BY calls DESC`,
    },
    {
      name: "functions",
      summary: text("functions of a contract by number of calls"),
      parameters: ["contract"],
      sql: `SELECT coalesce(method, selector) AS "function", count(*) AS calls, count(DISTINCT from_address) AS callers,
    sum(CASE WHEN status <> 0 THEN 1 ELSE 0 END) AS failed, round(avg(gas_used)) AS gas, ${utc("max(time)")} AS ${lastAt}
  FROM transactions WHERE to_address = :contract${ofBlock} GROUP BY 1 ORDER BY calls DESC`,
    },
    {
      name: "events",
      summary: text("events of a contract by number"),
      parameters: ["contract"],
      sql: `SELECT coalesce(event, topic0) AS event, count(*) AS events, min(block) AS first_block, max(block) AS last_block
  FROM logs WHERE address = :contract${withinBlocks("tx", span)} GROUP BY 1 ORDER BY events DESC`,
    },
    {
      name: "events-per-day",
      summary: text("events of a contract for each day"),
      parameters: ["contract"],
      sql: `SELECT ${day("time")} AS ${dayAt}, nullif(name, '') AS event, sum(total) AS events
  FROM counts WHERE contract = :contract AND kind = 'event'${ofBlock} GROUP BY 1, 2 ORDER BY 1 DESC, 3 DESC`,
    },
    {
      name: "calls-per-day",
      summary: text("calls of a contract's functions for each day"),
      parameters: ["contract"],
      sql: `SELECT ${day("time")} AS ${dayAt}, nullif(name, '') AS "function", sum(total) AS calls
  FROM counts WHERE contract = :contract AND kind = 'call'${ofBlock} GROUP BY 1, 2 ORDER BY 1 DESC, 3 DESC`,
    },
    {
      name: "count",
      summary: text("how often an event came or a function was called since a day or time, by contract"),
      parameters: isBounded ? ["name"] : ["name", "since"],
      sql: countedWithin(isBounded ? span : { since: "moment(:since)", until: undefined }),
    },
    {
      name: "changes-of",
      summary: text("what changed a path, table, row's key, setting, node, or address by a precompiled contract"),
      parameters: ["object"],
      sql: `SELECT c.block, ${utc("c.time")} AS ${at}, t.from_address, c.kind, c.action, c.arguments, c.status, c.code, t.hash
  FROM changes c JOIN transactions t ON t.tx = c.tx WHERE c.object = :object${within("c.time", span)} ORDER BY c.tx DESC`,
    },
    {
      name: "changes",
      summary: text("changes of nodes, settings, rights, committee, accounts, and tables"),
      parameters: [],
      sql: `SELECT c.block, ${utc("c.time")} AS ${at}, t.from_address, c.kind, c.action, c.object, c.arguments, c.status, c.code
  FROM changes c JOIN transactions t ON t.tx = c.tx WHERE c.kind <> 'row'${within("c.time", span)} ORDER BY c.tx DESC`,
    },
    {
      name: "failures",
      summary: text("transactions and failures for each hour"),
      parameters: [],
      sql: `SELECT ${hour("time")} AS ${hourAt}, sum(transactions) AS transactions, sum(failed) AS failed FROM blocks
  WHERE number > 0${ofBlock} GROUP BY 1 ORDER BY 1 DESC`,
    },
    {
      name: "failure-reasons",
      summary: text("reasons of failures by number"),
      parameters: [],
      sql: `SELECT status, ${reasonWords(engine)} AS reason, to_address AS contract, ${call} AS "call", count(*) AS failures,
    max(error) AS example, ${utc("max(time)")} AS ${lastAt}
  FROM transactions WHERE status <> 0${ofBlock} GROUP BY 1, 2, 3, 4 ORDER BY failures DESC`,
    },
    {
      name: "slow-blocks",
      summary: text("blocks whose transactions waited longest in the pool"),
      parameters: [],
      // An idle chain makes no blocks, so the time since the block before says nothing about speed.
      sql: `SELECT b.number, ${utc("b.time")} AS ${at}, w.wait_ms, b.interval_ms, b.transactions, b.sealer
  FROM (SELECT block, max(time - import_time) AS wait_ms FROM transactions
    WHERE import_time > 0 AND import_time <= time${ofBlock} GROUP BY block ORDER BY wait_ms DESC LIMIT 100) w
  JOIN block_intervals b ON b.number = w.block ORDER BY w.wait_ms DESC, b.number DESC`,
    },
    {
      name: "per-day",
      summary: text("blocks, transactions, and gas for each day"),
      parameters: [],
      sql: `SELECT ${day("time")} AS ${dayAt}, count(*) AS blocks, sum(transactions) AS transactions, sum(failed) AS failed, sum(gas_used) AS gas
  FROM blocks WHERE number > 0${ofBlock} GROUP BY 1 ORDER BY 1 DESC`,
    },
    {
      name: "accounts",
      summary: text("accounts by number of transactions that they sent"),
      parameters: [],
      sql: isBounded ? sentWithin(ofBlock) : sent,
    },
    {
      name: "contracts",
      summary: text("contracts by number of transactions to them"),
      parameters: [],
      sql: isBounded ? contractsWithin(within("t.time", span)) : contractsByCalls,
    },
    {
      name: "deployments",
      summary: text("contracts that transactions created, with the creator"),
      parameters: [],
      sql: `SELECT block, ${utc("time")} AS ${at}, created AS contract, from_address AS creator, hash FROM transactions
  WHERE created IS NOT NULL${ofBlock} ORDER BY tx DESC`,
    },
    {
      name: "sealers",
      summary: text("blocks of each sealer, and their share"),
      parameters: [],
      sql: `SELECT sealer, count(*) AS blocks, round(100.0 * count(*) / sum(count(*)) OVER (), 1) AS percent, max(number) AS last_block
  FROM blocks WHERE sealer IS NOT NULL${ofBlock} GROUP BY 1 ORDER BY blocks DESC`,
    },
    {
      name: "heaviest",
      summary: text("transactions that used most gas"),
      parameters: [],
      sql: `SELECT gas_used, block, hash, from_address, to_address, ${call} AS "call", status FROM transactions
  WHERE gas_used IS NOT NULL${ofBlock} ORDER BY gas_used DESC LIMIT 100`,
    },
  ];
}

/** The saved questions in the SQL of a database. */
export const questionsFor = (engine: DatabaseEngine, asking: Asking = {}): readonly Question[] => saved(engine, asking);

/** What the saved questions are called and need. */
export const questions: readonly Question[] = saved("sqlite", { zone: "UTC" });

/** A saved question in the SQL of a database. @throws ChainError usage `historyQuestion` */
export function questionNamed(name: string, engine: DatabaseEngine, asking: Asking = {}): Question {
  const found = questionsFor(engine, asking).find((question) => question.name === name);
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
  questionsFor("sqlite").map(({ name, summary, parameters, sql }) => ({
    name,
    summary: say(summary),
    parameters,
    sql,
  }));
