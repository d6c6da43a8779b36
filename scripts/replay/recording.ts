import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";

/** One HTTP request and the node's answer. */
export interface Exchange {
  readonly name: string;
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** Undefined: the node never answered. */
  readonly answer: string | undefined;
  /** The chain began anew for this record. */
  readonly fresh: boolean;
  readonly status: number;
  readonly rawHeaders: readonly string[];
  /** Sent together with its neighbours that carry the same number. */
  readonly together: number;
}

/** One frame of a recorded WebSocket session. */
export interface RecordedFrame {
  readonly dir: string;
  readonly name?: string;
  readonly hex: string;
  readonly type: number;
  readonly status: number;
  readonly seq: string;
  readonly payloadText?: string;
}

export interface RecordedFile {
  readonly name: string;
  readonly frames: readonly RecordedFrame[];
  readonly exchanges: readonly Exchange[];
  /** As they stand in the file. */
  readonly records: readonly Record<string, unknown>[];
}

export interface RecordedChain {
  readonly name: string;
  readonly directory: string;
  readonly files: readonly RecordedFile[];
  /** Every text of every file, for what is to be learned of the chain before it is replayed. */
  readonly text: string;
}

/** Order in which the files of a chain were made. */
export const fileOrder = [
  "transactions",
  "calls",
  "out-of-gas",
  "bfs",
  "consensus",
  "system-config",
  "tables",
  "balance",
  "misc-precompiles",
  "committee",
  "contract-account-auth",
  "methods-group-node",
  "methods-other",
  "filters",
  "http-envelope",
  "raw-tcp",
];

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

let groups = 0;

/** Every exchange below a record, in the order of sending. */
function exchangesOf(name: string, value: unknown, together: number): Exchange[] {
  if (Array.isArray(value)) {
    const group = ++groups;
    return value.flatMap((item) => exchangesOf(name, item, group));
  }
  if (!isObject(value)) return [];
  const { request, response } = value;
  const { error } = value;
  const silent = isObject(error) && error["message"] === "client timeout";
  if (isObject(request) && ((isObject(response) && typeof response["body"] === "string") || silent)) {
    const given = isObject(response) ? response : {};
    const body = typeof request["body"] === "string" ? request["body"] : "";
    return [
      {
        name,
        url: String(request["url"]),
        method: String(request["method"] ?? "POST"),
        headers: (request["headers"] ?? {}) as Record<string, string>,
        body,
        answer: silent ? undefined : String(given["body"]),
        fresh: false,
        status: Number(given["status"]),
        rawHeaders: (given["rawHeaders"] ?? []) as string[],
        together,
      },
    ];
  }
  const pair = "sendA" in value && "sendB" in value ? ++groups : 0;
  return Object.entries(value).flatMap(([key, item]) =>
    exchangesOf(name, item, key === "sendA" || key === "sendB" ? pair : together),
  );
}

const idOf = (exchange: Exchange): number => Number(/"id":(\d+)\}?$/.exec(exchange.body)?.[1] ?? Number.NaN);

/** Within one record the parts were sent in the order of their request ids. */
function inOrder(exchanges: readonly Exchange[]): Exchange[] {
  if (exchanges.some((exchange) => Number.isNaN(idOf(exchange)))) return [...exchanges];
  return [...exchanges].sort((a, b) => idOf(a) - idOf(b));
}

/** One recorded file; undefined for one without records. */
export function readRecordedFile(path: string): { file: RecordedFile; recordedAt: string; text: string } | undefined {
  const text = readFileSync(path, "utf8");
  const { meta, records } = JSON.parse(text) as { meta?: { recordedAt?: string }; records?: Record<string, unknown>[] };
  if (!records) return undefined;
  const exchanges = records.flatMap((record) => {
    const found = inOrder(exchangesOf(String(record["name"] ?? ""), record, 0));
    const fresh = record["blockNumberBefore"] === 0;
    return found.map((exchange, index) => (fresh && index === 0 ? { ...exchange, fresh } : exchange));
  });
  const frames = records.filter((record) => typeof record["hex"] === "string" && typeof record["dir"] === "string");
  const file = { name: basename(path, ".json"), exchanges, frames: frames as unknown as RecordedFrame[], records };
  return { file, recordedAt: meta?.recordedAt ?? "", text };
}

function readChain(directory: string): RecordedChain {
  const found = readdirSync(directory)
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => readRecordedFile(join(directory, name)) ?? []);
  const rank = (name: string): number => (fileOrder.includes(name) ? fileOrder.indexOf(name) : fileOrder.length);
  found.sort((a, b) =>
    a.recordedAt === b.recordedAt || (rank(a.file.name) < fileOrder.length && rank(b.file.name) < fileOrder.length)
      ? rank(a.file.name) - rank(b.file.name)
      : a.recordedAt < b.recordedAt
        ? -1
        : 1,
  );
  return {
    name: basename(directory),
    directory,
    files: found.map(({ file }) => file),
    text: found.map(({ text }) => text).join("\n"),
  };
}

/** The recorded chains of a folder: itself, or its subfolders. */
export function findRecordedChains(directory: string): RecordedChain[] {
  if (!existsSync(directory)) throw new Error(`there is no folder ${directory}`);
  if (!statSync(directory).isDirectory()) return [];
  const entries = readdirSync(directory);
  if (entries.some((name) => name.endsWith(".json"))) return [readChain(directory)];
  return entries
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isDirectory())
    .map(readChain)
    .filter((chain) => chain.files.length > 0);
}
