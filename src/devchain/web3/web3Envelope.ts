import { atLeast } from "../../text/versions";
import { diagnosticText, RpcError } from "../errors/rpcError";
import type { Client } from "../execution/timeSlice";
import { type MethodTable, Parameters } from "../rpc/envelope";
import { readNodeJson, TooDeep } from "../rpc/jsonReader";
import { type WireObject, type WireValue, writeJson } from "../rpc/jsonText";
import { asMembers, ConversionError, isNumber, NoHexDigit } from "../rpc/wireConversions";

/** An error with revert data, as `eth_call` gives it. */
export class Web3Error extends RpcError {
  readonly data: string | undefined;

  constructor(code: number, message: string, data?: string) {
    super(code, message);
    this.data = data;
  }
}

/** `[web3_rpc] batch_request_size_limit`. */
const maxBatch = 8;
const internalError = -32603;

const failure = (id: unknown, code: number, message: string, data?: string): unknown => ({
  error: { code, data, message },
  id,
  jsonrpc: "2.0",
});

/** What each member has to be; a request has no other. */
type MemberChecks = Readonly<Record<string, (value: WireValue) => boolean>>;
const isText = (value: WireValue): boolean => typeof value === "string";
const members: MemberChecks = {
  id: (value) => isText(value) || isNumber(value),
  jsonrpc: isText,
  method: isText,
  params: Array.isArray,
};
/** Before 3.16 an id is a whole number from 0 on, or made of what UUIDs are made of. */
const oldMembers: MemberChecks = {
  ...members,
  id: (value) =>
    typeof value === "string"
      ? /^[0-9a-fA-F-]+$/.test(value)
      : (typeof value === "number" || typeof value === "bigint") && value >= 0,
};
const wanted = ["jsonrpc", "method", "id"];

/** The first thing wrong with a request, its members looked at in the order of their names. An array's items have no name. */
function complaint(request: WireValue, modern: boolean): string | undefined {
  if (Array.isArray(request) && request.length > 0) return "Invalid field: ";
  const object: WireObject = Array.isArray(request) ? {} : asMembers(request);
  const checks = modern ? members : oldMembers;
  const bad = Object.keys(object)
    .sort()
    .find((name) => !Object.hasOwn(checks, name) || !checks[name]?.(object[name] as WireValue));
  if (bad !== undefined) return `Invalid field: ${bad}`;
  const complete = [...wanted, ...(modern ? [] : ["params"])].every((name) => Object.hasOwn(object, name));
  return complete ? undefined : "Request not valid, required fields: jsonrpc, method, params, id";
}

/** An exception of a handler as the node tells it. */
function failed(id: unknown, error: unknown): unknown {
  if (error instanceof Web3Error) return failure(id, error.code, error.message, error.data);
  // the ledger's own numbers do not come through here
  if (error instanceof RpcError) return failure(id, error.code > 0 ? internalError : error.code, error.message);
  if (error instanceof ConversionError) {
    const about = error instanceof NoHexDigit ? error.about : "";
    return failure(id, internalError, diagnosticText(error.type, error.message) + about);
  }
  return failure(id, internalError, error instanceof Error ? error.message : "unknown error");
}

/** @throws ConversionError for what is neither object nor array nor null: it has no id. */
async function answerOne(request: WireValue, find: MethodTable, modern: boolean, client?: Client): Promise<unknown> {
  const wrong = complaint(request, modern);
  const { id = null, method, params } = Array.isArray(request) ? ({} as WireObject) : asMembers(request);
  if (wrong !== undefined) return failure(id, -32600, wrong);
  const handler = find(String(method));
  if (!handler) return failure(id, -32601, "Method not found");
  try {
    const parameters = new Parameters(Array.isArray(params) ? params : [], client);
    return { id, jsonrpc: "2.0", result: await handler(parameters) };
  } catch (error) {
    return failed(id, error);
  }
}

async function answerAll(text: string, methods: MethodTable, nodeVersion: string, client?: Client): Promise<unknown> {
  const body = readNodeJson(text); // an id comes back as it was written
  const modern = atLeast(nodeVersion, "3.16.0");
  // no batches before 3.16: at first a list is refused, then its first request counts
  const list = Array.isArray(body) && (modern || atLeast(nodeVersion, "3.12.0")) ? body : undefined;
  if (!list) return answerOne(body, methods, modern, client);
  if (list.length === 0) return failure(null, -32600, "The request array is empty");
  if (modern && list.length > maxBatch) {
    return failure(null, -32600, `The requested array size exceeds the limit size: ${maxBatch}`);
  }
  const asked = modern ? list : list.slice(0, 1);
  const answers = await Promise.all(asked.map((each) => answerOne(each, methods, modern, client)));
  return answers.length === 1 ? answers[0] : answers;
}

/** Answers a request or a batch of the web3 port (web3-rpc.md, "Envelope"). */
export async function answerWeb3(
  text: string,
  methods: MethodTable,
  nodeVersion: string,
  client?: Client,
): Promise<string> {
  try {
    return writeJson(await answerAll(text, methods, nodeVersion, client));
  } catch (error) {
    if (error instanceof SyntaxError) return writeJson(failure(null, -32600, "Parse json failed"));
    if (!(error instanceof ConversionError || error instanceof TooDeep)) throw error;
    const type = error instanceof TooDeep ? "Json::RuntimeError" : error.type;
    return writeJson(failure(null, internalError, `Internal error: ${diagnosticText(type, error.message)}`));
  }
}
