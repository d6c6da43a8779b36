import { invalidRequest, methodNotFound, parseError, RpcError } from "../errors/rpcError";
import type { Client } from "../execution/timeSlice";
import { TooDeep } from "./jsonReader";
import { writeJson } from "./jsonText";
import { Parameters } from "./parameters";
import { parseWire } from "./parseWire";
import { asInt64, asMembers, asText, ConversionError } from "./wireConversions";

/** Thrown to make the port answer with something that is no JSON-RPC. */
export class GarbageAnswer extends Error {}

/** Answers one method with the value of `result`. */
export type Handler = (parameters: Parameters) => unknown | Promise<unknown>;

/** Finds the handler of a method, or undefined. */
export type MethodTable = (method: string) => Handler | undefined;

/** The node leaves `id` uninitialised when it cannot read the request: some number of this size. */
const strayId = (): number => 140_000_000_000_000 + Math.floor(Math.random() * 999_999_999_999);

function errorText(id: number | bigint, jsonrpc: string, error: RpcError): string {
  return `{"error":{"code":${error.code},"message":${writeJson(error.message)}},"id":${id},"jsonrpc":${writeJson(jsonrpc)}}`;
}

interface Request {
  id: bigint;
  jsonrpc: string;
  method: string;
  parameters: Parameters;
}

/** @throws RpcError −32600 or −32700, answered without the request's id. */
function readRequest(text: string, client: Client | undefined): Request {
  try {
    const body = asMembers(parseWire(text));
    const has = (name: string): boolean => Object.hasOwn(body, name);
    if (!has("jsonrpc")) throw invalidRequest();
    const jsonrpc = asText(body.jsonrpc);
    if (!has("method")) throw invalidRequest();
    const method = asText(body.method);
    const id = asInt64(body.id);
    if (!has("params") || !Array.isArray(body.params)) throw invalidRequest();
    return { id, jsonrpc, method, parameters: new Parameters(body.params, client) };
  } catch (error) {
    if (error instanceof SyntaxError) throw invalidRequest();
    if (error instanceof ConversionError || error instanceof TooDeep) throw parseError();
    throw error;
  }
}

/** Answers one request text with one answer text, never with an exception. What is asked for a client that is gone may be left undone. */
export async function answer(text: string, methods: MethodTable, client?: Client): Promise<string> {
  let request: Request;
  try {
    request = readRequest(text, client);
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
    if (error instanceof ConversionError) return errorText(id, jsonrpc, invalidRequest(error.message));
    if (error instanceof GarbageAnswer) return "<html><body>502 Bad Gateway</body></html>";
    return errorText(id, jsonrpc, new RpcError(-32603, error instanceof Error ? error.message : "unknown error"));
  }
}
