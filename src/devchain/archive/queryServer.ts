import { createServer, type ServerResponse } from "node:http";
import { maxMessageBytes } from "../../chain/frame/frame";
import { hexToBytes } from "../../crypto/bytes/hex";
import { type OpenPort, openPort, readBody } from "../../http/listening";
import { judge, type Reach, refusalBody } from "../../http/reach";
import type { Group } from "../ledger/group";
import type { Handler, MethodTable } from "../rpc/envelope";
import { writePrettyJson } from "../rpc/jsonText";
import { type AnswerStyle, receiptJson, transactionJson } from "../rpc/receiptJson";

/** A question that ends the program's handler without an answer. */
class HandlerPanic extends Error {}

interface Question {
  readonly id: number;
  readonly method: string;
  readonly params: unknown;
}

/** All four members, `id` an unsigned integer; undefined for anything else. */
function readQuestion(body: string): Question | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
  const { jsonrpc, method, id, params } = value as Record<"jsonrpc" | "method" | "id" | "params", unknown>;
  if (typeof jsonrpc !== "string" || typeof method !== "string" || params === undefined) return undefined;
  if (typeof id !== "number" || !Number.isInteger(id) || id < 0) return undefined;
  return { id, method, params };
}

const single = new Set(["getTransactionByHash", "getTransactionReceipt"]);
const ofTransactions = new Set(["getTransactionByHash", "getTransactions"]);
const ofReceipts = new Set(["getTransactionReceipt", "getTransactionReceipts"]);

/** @throws HandlerPanic for anything but the array of hashes, or of one list of them. */
function readHashes(params: unknown, one: boolean): string[] {
  const first: unknown = Array.isArray(params) ? params[0] : undefined;
  const hashes: unknown = one ? [first] : first;
  if (!Array.isArray(hashes)) throw new HandlerPanic();
  return hashes.map((hash: unknown) => {
    if (typeof hash !== "string" || !/^0x(?:[0-9a-fA-F]{2})*$/.test(hash)) throw new HandlerPanic();
    return hash;
  });
}

/** The item's JSON as text, over several lines; empty when the archive does not have it. */
function archivedText(group: Group, style: AnswerStyle, hash: string, receipts: boolean): string {
  const place = group.blocks.locate(hexToBytes(hash));
  if (!place || !group.archive.has(place.number)) return "";
  const block = group.blocks.block(place.number);
  const [record, receipt] = [block.transactions[place.index], block.receipts[place.index]];
  if (!record || !receipt) return "";
  return writePrettyJson(
    receipts ? receiptJson(style, receipt, place.number, record.hash) : transactionJson(style, record),
  );
}

/** Answers a question. @throws HandlerPanic where the program's handler ends. */
function answerQuestion(group: Group, style: AnswerStyle, { id, method, params }: Question): string {
  const answer = (result: unknown, message = "", code = 0): string =>
    JSON.stringify({ jsonrpc: "2.0", id, result, error: { message, code, data: "" } });
  if (params === null) return answer("", "parameters is null", -1002);
  const receipts = ofReceipts.has(method);
  if (!receipts && !ofTransactions.has(method)) return answer("", "method not found", -1001);
  const hashes = readHashes(params, single.has(method));
  return answer(Object.fromEntries(hashes.map((hash) => [hash, archivedText(group, style, hash, receipts)])));
}

function respond(response: ServerResponse, status: number, body = ""): void {
  const bytes = Buffer.from(body);
  const type = body === "" ? {} : { "content-type": "application/json" };
  response.writeHead(status, { ...type, "content-length": String(bytes.length) });
  response.end(bytes);
}

/**
 * Serves what the delete service has taken out of the ledger, as the archive reader serves a RocksDB archive
 * (docs/protocol/archive.md, "Query service").
 */
export function startQueryServer(
  group: Group,
  style: AnswerStyle,
  { reach, port }: { readonly reach: Reach; readonly port: number },
): Promise<OpenPort> {
  const server = createServer((request, response) => {
    const verdict = judge(request, reach);
    if (verdict.kind === "refused") {
      request.resume();
      response.shouldKeepAlive = false;
      return respond(response, 403, refusalBody(verdict.words));
    }
    if (request.url !== "/") return respond(response, 404);
    if (request.method !== "POST") return respond(response, 405);
    readBody(request, maxMessageBytes, (body) => {
      const question = readQuestion(body);
      if (!question) return respond(response, 422);
      try {
        respond(response, 200, answerQuestion(group, style, question));
      } catch {
        request.socket.destroy(); // the program's handler ends without an answer, as at a block that is damaged on disk
      }
    });
  });
  return openPort(server, { host: reach.host, port });
}

/** The one method of the archive delete service; failures are texts in the result (docs/protocol/archive.md, "Delete service"). */
export function deleteMethods(group: Group): MethodTable {
  const deleteArchivedData: Handler = (p) => ({
    status: group.archive.delete(p.int64(0), p.int64(1), group.blocks.head),
  });
  return (method) => (method === "deleteArchivedData" ? deleteArchivedData : undefined);
}
