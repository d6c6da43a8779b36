import type { Handler, MethodTable } from "../rpc/envelope";
import { readNodeJson, TooDeep } from "../rpc/jsonReader";
import { type WireObject, type WireValue, writeJson } from "../rpc/jsonText";
import { Parameters } from "../rpc/parameters";
import { diagnosticText, RpcError } from "../rpc/rpcError";
import { asMembers, ConversionError, isNumber } from "../rpc/wireConversions";

/** An error with revert data, as `eth_call` gives it. */
export class Web3Error extends RpcError {
  readonly data: string | undefined;

  constructor(code: number, message: string, data?: string) {
    super(code, message);
    this.data = data;
  }
}

/** `[web3_rpc] batch_request_size_limit`. */
const largestBatch = 8;
const internalError = -32603;

const failure = (id: unknown, code: number, message: string, data?: string): unknown => ({
  error: { code, data, message },
  id,
  jsonrpc: "2.0",
});

/** What each member has to be; a request has no other. */
const members: ReadonlyMap<string, (value: WireValue) => boolean> = new Map([
  ["id", (value) => typeof value === "string" || isNumber(value)],
  ["jsonrpc", (value) => typeof value === "string"],
  ["method", (value) => typeof value === "string"],
  ["params", Array.isArray],
]);
const wanted = ["jsonrpc", "method", "id"];

/** The first thing wrong with a request, its members looked at in the order of their names. An array's items have no name. */
function complaint(request: WireValue): string | undefined {
  if (Array.isArray(request) && request.length > 0) return "Invalid field: ";
  const object: WireObject = Array.isArray(request) ? {} : asMembers(request);
  const bad = Object.keys(object)
    .sort()
    .find((name) => !members.get(name)?.(object[name] as WireValue));
  if (bad !== undefined) return `Invalid field: ${bad}`;
  const complete = wanted.every((name) => Object.hasOwn(object, name));
  return complete ? undefined : "Request not valid, required fields: jsonrpc, method, params, id";
}

/** An exception of a handler as the node tells it. */
function failed(id: unknown, error: unknown): unknown {
  if (error instanceof Web3Error) return failure(id, error.code, error.message, error.data);
  // the ledger's own numbers do not come through here
  if (error instanceof RpcError) return failure(id, error.code > 0 ? internalError : error.code, error.message);
  if (error instanceof ConversionError) {
    return failure(id, internalError, diagnosticText(error.type, error.message));
  }
  return failure(id, internalError, error instanceof Error ? error.message : "unknown error");
}

/** @throws ConversionError for what is neither object nor array nor null: nobody can tell its id. */
async function answerOne(request: WireValue, find: (method: string) => Handler | undefined): Promise<unknown> {
  const wrong = complaint(request);
  const { id = null, method, params } = Array.isArray(request) ? ({} as WireObject) : asMembers(request);
  if (wrong !== undefined) return failure(id, -32600, wrong);
  const handler = find(String(method));
  if (!handler) return failure(id, -32601, "Method not found");
  try {
    return { id, jsonrpc: "2.0", result: await handler(new Parameters(Array.isArray(params) ? params : [])) };
  } catch (error) {
    return failed(id, error);
  }
}

async function answerAll(text: string, methods: MethodTable): Promise<unknown> {
  const body = readNodeJson(text); // an id comes back as it was written
  if (!Array.isArray(body)) return answerOne(body, methods);
  if (body.length === 0) return failure(null, -32600, "The request array is empty");
  if (body.length > largestBatch) {
    return failure(null, -32600, `The requested array size exceeds the limit size: ${largestBatch}`);
  }
  const answers = await Promise.all(body.map((request) => answerOne(request, methods)));
  return answers.length === 1 ? answers[0] : answers;
}

/** Answers a request or a batch of the web3 port (web3-rpc.md, "Envelope"). */
export async function answerWeb3(text: string, methods: MethodTable): Promise<string> {
  try {
    return writeJson(await answerAll(text, methods));
  } catch (error) {
    if (error instanceof SyntaxError) return writeJson(failure(null, -32600, "Parse json failed"));
    if (!(error instanceof ConversionError || error instanceof TooDeep)) throw error;
    const type = error instanceof TooDeep ? "Json::RuntimeError" : error.type;
    return writeJson(failure(null, internalError, `Internal error: ${diagnosticText(type, error.message)}`));
  }
}
