import { invalidRequest, methodNotFound, parseError, RpcError } from "../errors/rpcError";
import type { Client } from "../execution/timeSlice";
import { parseWire, TooDeep } from "./jsonReader";
import { type WireObject, type WireValue, writeJson } from "./jsonText";
import { asBool, asInt64, asMembers, asText, ConversionError, isObject, NoHexDigit } from "./wireConversions";

/** The `params` array with the node's conversions: a missing or odd value is rarely an error (json-rpc.md, "Envelope"). */
export class Parameters {
  readonly values: readonly WireValue[];

  /** Who asks, where that is known. */
  readonly client: Client | undefined;

  constructor(values: readonly WireValue[], client?: Client) {
    this.values = values;
    this.client = client;
  }

  get length(): number {
    return this.values.length;
  }

  /** Anything that is not a string is the empty string. */
  text(index: number): string {
    const value = this.values[index];
    return typeof value === "string" ? value : "";
  }

  /** Beyond 2^53 only near. @throws ConversionError for text, arrays, objects and numbers beyond 64 bits. */
  int64(index: number): number {
    return Number(asInt64(this.values[index]));
  }

  /** @throws ConversionError for text, arrays and objects. */
  bool(index: number, missing: boolean): boolean {
    return index < this.values.length ? asBool(this.values[index]) : missing;
  }

  /** 64 hex digits: a shorter text is right-aligned. @throws ConversionError for what is not hex or too long. */
  hash(index: number): string {
    const text = this.text(index);
    const digits = text.startsWith("0x") || text.startsWith("0X") ? text.slice(2) : text;
    if (digits.length > 64 || digits.length % 2 !== 0) {
      throw new ConversionError("Invalid input string!", "boost::wrapexcept<std::invalid_argument>");
    }
    const wrongDigit = /[^0-9a-fA-F]/.exec(digits);
    if (wrongDigit) throw new NoHexDigit(wrongDigit[0]);
    return digits.toLowerCase().padStart(64, "0");
  }

  object(index: number): WireObject {
    const value = this.values[index];
    return value !== undefined && isObject(value) ? value : {};
  }
}

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
