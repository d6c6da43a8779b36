import * as v from "valibot";
import { type Hex, isHash } from "../../crypto/bytes/hex";
import { ChainError } from "../../errors/chainError";
import { clientError, excerpt } from "../../errors/clientError";
import type { RequestOptions } from "../client/client";
import { parseExactJson } from "../json/exactJson";
import { receiptSchema, type TransactionReceipt } from "../rpc/receiptSchema";
import { type ChainTransaction, transactionSchema } from "../rpc/transactions";
import { maxAnswerLength } from "../transport/answerLimits";
import { parseEndpoint } from "../transport/endpoint";
import { encodeRequest } from "../transport/envelope";

/** What the archive has of the hashes that were asked for, in the order of the question. */
interface ArchivedItems<Item> {
  readonly found: ReadonlyMap<Hex, Item>;
  /** Neither the archive has them now: never archived, or of another archive. */
  readonly missing: readonly Hex[];
}

/** `error` is always there; code 0 means none. */
const answerSchema = v.looseObject({
  result: v.union([v.literal(""), v.record(v.string(), v.string())]),
  error: v.optional(v.looseObject({ code: v.number(), message: v.string() })),
});

/** The service dies of anything but `0x` and hex digits, and keeps only hashes of 32 bytes. */
function requireHash(text: string): Hex {
  if (!isHash(text)) throw clientError("archiveHash", { given: excerpt(text) });
  return text.toLowerCase() as Hex;
}

const unreachable = new Set<number | string>([
  ...["connectionRefused", "connectTimedOut", "hostNotFound", "hostUnreachable", "connectionLost", "tlsPortByHttp"],
]);

/** No answer: what is to be done is another thing for a service of archives than for a node. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ChainError && unreachable.has(error.code);
}

async function post(url: string, method: string, params: readonly unknown[], options: RequestOptions): Promise<string> {
  const { openHttpPool } = await import("../transport/httpPool");
  const endpoint = parseEndpoint(url);
  const pool = openHttpPool(endpoint, { connections: 1, connectTimeoutMs: 10_000, maxAnswerBytes: maxAnswerLength });
  try {
    const { timeoutMs = 30_000, signal } = options;
    return await pool.post({ method, body: encodeRequest(1, method, params), timeoutMs, signal });
  } catch (error) {
    if (isUnreachable(error)) throw clientError("archiveQueryDown", { endpoint: endpoint.origin }, { cause: error });
    // A wrong body makes the service's framework answer an HTTP error without JSON, or drop the connection.
    if (!(error instanceof ChainError) || (error.code !== "notANode" && error.code !== "nodeUnavailable")) throw error;
    throw clientError("archiveBadAnswer", { endpoint: endpoint.origin, problem: String(error.details["found"] ?? "") });
  } finally {
    await pool.close();
  }
}

/** Keys and texts of an answer. Keys of pre-releases carry a pair of quotes; an unknown hash has an empty text, or no key at all. */
async function ask(
  url: string,
  method: string,
  params: readonly unknown[],
  options: RequestOptions,
): Promise<Map<string, string>> {
  const text = await post(url, method, params, options);
  const bad = (problem: string): ChainError => clientError("archiveBadAnswer", { endpoint: url, problem });
  let json: unknown;
  try {
    json = parseExactJson(text);
  } catch {
    throw bad(`it is not JSON: ${excerpt(text, 40)}`);
  }
  const parsed = v.safeParse(answerSchema, json);
  if (!parsed.success) throw bad("it has no result");
  const { result, error } = parsed.output;
  if (error && error.code !== 0) {
    throw clientError("archiveQueryRefused", { problem: error.message, result: error.code, method });
  }
  if (result === "") return new Map();
  return new Map(
    Object.entries(result).map(([key, value]) => [key.replace(/^"(.*)"$/, "$1").toLowerCase(), value] as const),
  );
}

async function readItems<Schema extends v.GenericSchema>(
  url: string,
  method: string,
  hashes: readonly string[],
  { schema, hashMember, single }: { schema: Schema; hashMember: string; single: boolean },
  options: RequestOptions,
): Promise<ArchivedItems<v.InferOutput<Schema>>> {
  const wanted = [...new Set(hashes.map(requireHash))];
  const [first] = wanted;
  if (first === undefined) return { found: new Map(), missing: [] };
  const answers = await ask(url, method, single ? [first] : [wanted], options);
  const found = new Map<Hex, v.InferOutput<Schema>>();
  for (const hash of wanted) {
    const text = answers.get(hash);
    if (text === undefined || text === "") continue;
    const parsed = v.safeParse(schema, memberFrom(url, text, hashMember, hash));
    if (!parsed.success) {
      const [issue] = parsed.issues;
      const problem = `${v.getDotPath(issue) ?? hash}: ${issue.message}`;
      throw clientError("archiveBadAnswer", { endpoint: url, problem });
    }
    found.set(hash, parsed.output);
  }
  return { found, missing: wanted.filter((hash) => !found.has(hash)) };
}

/** The item, its own hash replaced by the key: the samples of the official manual carry a garbled one. */
function memberFrom(url: string, text: string, hashMember: string, hash: Hex): unknown {
  try {
    const item = parseExactJson(text);
    if (typeof item === "object" && item !== null && !Array.isArray(item)) return { ...item, [hashMember]: hash };
  } catch {
    // Said below.
  }
  throw clientError("archiveBadAnswer", { endpoint: url, problem: `${hash} holds ${excerpt(text, 40)}` });
}

/**
 * An archived transaction; undefined when the archive does not have it.
 * @param url of the archive query service, `http://127.0.0.1:8080` by default of its program
 * @throws ChainError usage `archiveHash`; rpc `archiveQueryRefused`; decode `archiveBadAnswer`; and what a request throws.
 */
export async function getArchivedTransaction(
  url: string,
  hash: string,
  options: RequestOptions = {},
): Promise<ChainTransaction | undefined> {
  const kind = { schema: transactionSchema, hashMember: "hash", single: true };
  const { found } = await readItems(url, "getTransactionByHash", [hash], kind, options);
  return found.get(requireHash(hash));
}

/** The receipt of an archived transaction; undefined when the archive does not have it. */
export async function getArchivedReceipt(
  url: string,
  hash: string,
  options: RequestOptions = {},
): Promise<TransactionReceipt | undefined> {
  const kind = { schema: receiptSchema, hashMember: "transactionHash", single: true };
  const { found } = await readItems(url, "getTransactionReceipt", [hash], kind, options);
  return found.get(requireHash(hash));
}

/** Archived transactions by their hashes. */
export function getArchivedTransactions(
  url: string,
  hashes: readonly string[],
  options: RequestOptions = {},
): Promise<ArchivedItems<ChainTransaction>> {
  const kind = { schema: transactionSchema, hashMember: "hash", single: false };
  return readItems(url, "getTransactions", hashes, kind, options);
}

/** Receipts of archived transactions by the transactions' hashes. */
export function getArchivedReceipts(
  url: string,
  hashes: readonly string[],
  options: RequestOptions = {},
): Promise<ArchivedItems<TransactionReceipt>> {
  const kind = { schema: receiptSchema, hashMember: "transactionHash", single: false };
  return readItems(url, "getTransactionReceipts", hashes, kind, options);
}
