import { GarbageAnswer } from "../dev/faults";
import { parseWire, type WireValue, writeJson } from "./jsonText";
import { Parameters } from "./parameters";
import { invalidRequest, methodNotFound, parseError, RpcError } from "./rpcError";

/** Answers one method with the value of `result`. */
export type Handler = (parameters: Parameters) => unknown | Promise<unknown>;

/** Finds the handler of a method, or undefined. */
export type MethodTable = (method: string) => Handler | undefined;

/** The node leaves `id` uninitialised when it cannot read the request: some number of this size. */
const strayId = (): number => 140_000_000_000_000 + Math.floor(Math.random() * 999_999_999_999);

function errorText(id: number | bigint, jsonrpc: string, error: RpcError): string {
  return `{"error":{"code":${error.code},"message":${writeJson(error.message)}},"id":${id},"jsonrpc":${writeJson(jsonrpc)}}`;
}

function asText(value: WireValue): string {
  if (value === null) return "";
  if (typeof value === "object") throw parseError();
  return String(value);
}

function asId(value: WireValue | undefined): number | bigint {
  if (value === undefined || value === null) return 0;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "bigint") {
    if (BigInt.asIntN(64, value) === value) return value;
  } else if (typeof value === "number" && Math.abs(value) < 2 ** 63) return Math.trunc(value);
  throw parseError();
}

interface Request {
  id: number | bigint;
  jsonrpc: string;
  method: string;
  parameters: Parameters;
}

/** @throws RpcError −32600 or −32700, answered without the request's id. */
function readRequest(text: string): Request {
  let body: WireValue;
  try {
    body = parseWire(text);
  } catch {
    throw invalidRequest();
  }
  if (body === null) throw invalidRequest();
  if (typeof body !== "object" || Array.isArray(body)) throw parseError();
  const has = (name: string): boolean => Object.hasOwn(body, name);
  if (!has("jsonrpc")) throw invalidRequest();
  const jsonrpc = asText(body.jsonrpc as WireValue);
  if (!has("method")) throw invalidRequest();
  const method = asText(body.method as WireValue);
  const id = asId(body.id);
  if (!has("params") || !Array.isArray(body.params)) throw invalidRequest();
  return { id, jsonrpc, method, parameters: new Parameters(body.params) };
}

/**
 * Answers one request text with one answer text, never with an exception. `intercept` sees the parsed request first
 * (faults on demand).
 */
export async function answer(text: string, methods: MethodTable): Promise<string> {
  let request: Request;
  try {
    request = readRequest(text);
  } catch (error) {
    return errorText(strayId(), "", error instanceof RpcError ? error : invalidRequest());
  }
  const { id, jsonrpc, method, parameters } = request;
  const handler = methods(method);
  if (!handler) return errorText(id, jsonrpc, methodNotFound());
  try {
    const result = await handler(parameters);
    return `{"id":${id},"jsonrpc":${writeJson(jsonrpc)},"result":${writeJson(result)}}`;
  } catch (error) {
    if (error instanceof RpcError) return errorText(id, jsonrpc, error);
    if (error instanceof GarbageAnswer) return "<html><body>502 Bad Gateway</body></html>";
    return errorText(id, jsonrpc, new RpcError(-32603, error instanceof Error ? error.message : "unknown error"));
  }
}
