import type { MethodTable } from "../rpc/envelope";
import { type WireObject, type WireValue, writeJson } from "../rpc/jsonText";
import { Parameters } from "../rpc/parameters";
import { RpcError } from "../rpc/rpcError";

/** An error with revert data, as `eth_call` gives it. */
export class Web3Error extends RpcError {
  readonly data: string | undefined;

  constructor(code: number, message: string, data?: string) {
    super(code, message);
    this.data = data;
  }
}

/** `[rpc] batch_request_size_limit`. */
const largestBatch = 8;
const members = new Set(["jsonrpc", "method", "params", "id"]);

const failure = (id: unknown, code: number, message: string, data?: string): unknown => ({
  error: { code, data, message },
  id,
  jsonrpc: "2.0",
});

async function answerOne(request: WireValue, methods: MethodTable): Promise<unknown> {
  const object: WireObject = request !== null && typeof request === "object" && !Array.isArray(request) ? request : {};
  const { jsonrpc, method, params, id } = object;
  const stranger = Object.keys(object).find((name) => !members.has(name));
  if (stranger !== undefined) return failure(null, -32600, `Invalid field: ${stranger}`);
  if (jsonrpc === undefined || method === undefined || id === undefined) {
    return failure(null, -32600, "Request not valid, required fields: jsonrpc, method, params, id");
  }
  for (const [name, fits] of [
    ["jsonrpc", typeof jsonrpc === "string"],
    ["method", typeof method === "string"],
    ["params", params === undefined || Array.isArray(params)],
    ["id", typeof id === "number" || typeof id === "bigint" || typeof id === "string"],
  ] as const) {
    if (!fits) return failure(null, -32600, `Invalid field: ${name}`);
  }
  const handler = methods(String(method));
  if (!handler) return failure(id, -32601, "Method not found");
  try {
    return { id, jsonrpc: "2.0", result: await handler(new Parameters(Array.isArray(params) ? params : [])) };
  } catch (error) {
    if (error instanceof RpcError) {
      return failure(id, error.code, error.message, error instanceof Web3Error ? error.data : undefined);
    }
    return failure(id, -32603, error instanceof Error ? error.message : "unknown error");
  }
}

/** Answers a request or a batch of the web3 port (web3-rpc.md, "Envelope"). */
export async function answerWeb3(text: string, methods: MethodTable): Promise<string> {
  let body: WireValue;
  try {
    body = JSON.parse(text) as WireValue;
  } catch {
    return writeJson(failure(null, -32600, "Parse json failed"));
  }
  if (!Array.isArray(body)) return writeJson(await answerOne(body, methods));
  if (body.length === 0) return writeJson(failure(null, -32600, "The request array is empty"));
  if (body.length > largestBatch) return writeJson(failure(null, -32600, "The request array is too large"));
  const answers = await Promise.all(body.map((request) => answerOne(request, methods)));
  return writeJson(answers.length === 1 ? answers[0] : answers);
}
