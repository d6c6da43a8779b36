import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

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
  readonly files: readonly RecordedFile[];
  /** Those whose answers are looked at; the others only make the state before them. */
  readonly compared: ReadonlySet<RecordedFile>;
  /** Recordings of the chains beside this one. */
  readonly others: readonly { readonly chain: string; readonly file: RecordedFile }[];
  /** Every text of every file, for what is to be learned of the chain before it is replayed. */
  readonly text: string;
  /** What its first file says of the node. */
  readonly meta: RecordedMeta;
}

/** What a file says of the node that was asked; older files say less. */
interface RecordedMeta {
  readonly recordedAt?: string;
  /** `3.17.0 (20c8592df)` */
  readonly node?: string;
  /** `3.17.0`; `3.16.0, later 3.17.0` where it rose. */
  readonly dataVersion?: string;
  readonly executorVersion?: 0 | 1;
  /** The accounts by name. */
  readonly keys?: Readonly<Record<string, { readonly address: string }>>;
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
function readRecordedFile(path: string): Omit<FoundFile, "path"> | undefined {
  const text = readFileSync(path, "utf8");
  const { meta, records } = JSON.parse(text) as { meta?: RecordedMeta; records?: Record<string, unknown>[] };
  if (!records) return undefined;
  const exchanges = records.flatMap((record) => {
    const found = inOrder(exchangesOf(String(record["name"] ?? ""), record, 0));
    const fresh = record["blockNumberBefore"] === 0;
    return found.map((exchange, index) => (fresh && index === 0 ? { ...exchange, fresh } : exchange));
  });
  const frames = records.filter((record) => typeof record["hex"] === "string" && typeof record["dir"] === "string");
  const file = { name: basename(path, ".json"), exchanges, frames: frames as unknown as RecordedFrame[], records };
  return { file, recordedAt: meta?.recordedAt ?? "", text, meta: meta ?? {} };
}

/** A recorded file and what is to be known of it before it finds its chain. */
interface FoundFile {
  readonly path: string;
  readonly file: RecordedFile;
  readonly recordedAt: string;
  readonly text: string;
  readonly meta: RecordedMeta;
}

const chainNames = /^(?:air4|auth0|auth1|old1|sm1|poison|v\d{3,4}[a-z]*\d?)(?![0-9a-z])/i;
/** The ports on which the recorded chains listened, for a file that lies in a folder of another name. */
const chainPorts: Readonly<Record<string, string>> = {
  "20200": "air4",
  "20202": "air4",
  "8545": "air4",
  "20300": "auth1",
  "20400": "sm1",
  "20600": "old1",
  "20700": "auth0",
  "26200": "v317",
  "26300": "v317auth",
  "26400": "v317sm",
  "26500": "v317old",
  "26600": "v317ex0",
  "26700": "v317price",
  "26800": "v317poison",
  "26900": "v317up",
  "26950": "v317up0",
};

/** Which chain a file belongs to: by its folder, or by the port that was asked. */
function chainNameOf({ path, text }: FoundFile): string {
  const folder = basename(dirname(path));
  const named = chainNames.exec(folder)?.[0].toLowerCase();
  const port = /"url": ?"\w+:\/\/[^":]+:(\d+)/.exec(text)?.[1] ?? "";
  return named ?? chainPorts[port] ?? folder;
}

function readAll(path: string): FoundFile[] {
  if (!existsSync(path)) throw new Error(`there is no ${path}`);
  if (statSync(path).isDirectory()) {
    return readdirSync(path)
      .sort()
      .filter((name) => name.endsWith(".json") || statSync(join(path, name)).isDirectory())
      .flatMap((name) => readAll(join(path, name)));
  }
  const found = path.endsWith(".json") ? readRecordedFile(path) : undefined;
  return found ? [{ path: resolve(path), ...found }] : [];
}

/** The sealers that blocks of a recording name. */
const sealersIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/0x([0-9a-f]{128})/g)].map((found) => found[1] ?? ""));

const firstId = (file: RecordedFile): number => Math.min(...file.exchanges.map(idOf).filter((id) => !Number.isNaN(id)));

/** Files in the order in which they were made: by time, by their place in the known order, by the ids of their requests. */
function inRecordedOrder(files: readonly FoundFile[]): FoundFile[] {
  // files that name their node tell when they were made
  const rank = ({ file, meta }: FoundFile): number => (meta.node === undefined ? fileOrder.indexOf(file.name) : -1);
  return [...files].sort((a, b) => {
    if (rank(a) >= 0 && rank(b) >= 0 && rank(a) !== rank(b)) return rank(a) - rank(b);
    if (a.recordedAt !== b.recordedAt) return a.recordedAt < b.recordedAt ? -1 : 1;
    return firstId(a.file) - firstId(b.file);
  });
}

/** A chain of given files, with what else is known of it: files that are played before and between them, but not compared. */
function chainOf(name: string, given: readonly FoundFile[], known: readonly FoundFile[]): RecordedChain {
  const own = new Set(given.flatMap(({ text }) => [...sealersIn(text)]));
  const sameNodes = (found: readonly FoundFile[]): boolean => {
    const nodes = found.flatMap(({ text }) => [...sealersIn(text)]);
    return own.size === 0 || nodes.length === 0 || nodes.some((node) => own.has(node));
  };
  const beside = known.filter(
    (file) => chainNameOf(file) === name && !given.some((each) => each.file.name === file.file.name),
  );
  // another run of the same shape has other nodes, and nothing to say about this one
  const context = sameNodes(beside) ? beside : [];
  const files = inRecordedOrder([...given, ...context]);
  const compared = new Set(given.map(({ file }) => file));
  const last = files.findLastIndex(({ file }) => compared.has(file));
  return {
    name,
    files: files.slice(0, last + 1).map(({ file }) => file),
    compared,
    text: files.map(({ text }) => text).join("\n"),
    meta: files[0]?.meta ?? {},
    others: known
      .filter((file) => chainNameOf(file) !== name)
      .map((found) => ({ chain: chainNameOf(found), file: found.file })),
  };
}

/**
 * The recorded chains of files and folders: folders of one chain, folders of such folders, single files, a chain that is spread over
 * several folders. What lies in the folders `beside` stands in for what is not given.
 */
export function findRecordedChains(paths: readonly string[], beside: readonly string[]): RecordedChain[] {
  const distinct = (files: readonly FoundFile[]): FoundFile[] => {
    const seen = new Map<string, FoundFile>();
    for (const file of files) {
      const key = `${chainNameOf(file)}/${file.file.name}/${file.recordedAt}`;
      if (!seen.has(key)) seen.set(key, file);
    }
    return [...seen.values()];
  };
  const given = distinct(paths.flatMap(readAll));
  const known = distinct([...given, ...beside.filter(existsSync).flatMap(readAll)]);
  const names = [...new Set(given.map(chainNameOf))];
  return names.flatMap((name) => {
    const own = given.filter((file) => chainNameOf(file) === name);
    // each of these began on a chain of its own
    if (/^v\d+poison/.test(name)) return own.map((file) => chainOf(name, [file], []));
    return [chainOf(name, own, known)];
  });
}
