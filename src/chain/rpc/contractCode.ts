import * as v from "valibot";
import type { Address, Hex } from "../../crypto/bytes/hex";
import { clientError } from "../../errors/clientError";
import type { ChainClient, RequestOptions } from "../client/client";
import { maxCode } from "../evm/codeSize";
import { callMethod, wireMethod } from "./wireMethod";
import { hex } from "./wireSchemas";

export const getCodeMethod = wireMethod("getCode", { address: "target" }, v.union([v.literal(""), hex]));

/**
 * Runtime code of a contract; empty for an account, a built-in contract or a BFS link.
 * @throws ChainError transport `answerTooLarge` for what is longer than any code, before it is used.
 */
export async function getCode(client: ChainClient, address: string, options?: RequestOptions): Promise<Hex | ""> {
  const code = await callMethod(client, getCodeMethod, [address], options);
  if (code.length <= 2 + 2 * maxCode) return code;
  const endpoint = client.transport.label;
  throw clientError("answerTooLarge", { endpoint, method: getCodeMethod.name, limitBytes: maxCode });
}

export const getABIMethod = wireMethod("getABI", { address: "target" }, v.string());

/** ABI text that the deployment of a contract carried; empty when it carried none. */
export function getABI(client: ChainClient, address: string, options?: RequestOptions): Promise<string> {
  return callMethod(client, getABIMethod, [address], options);
}

/**
 * Runtime code that stands at an address.
 * @param target the address as the person named it
 * @throws ChainError usage `noCodeAt`; what asking throws
 */
export async function requireCode(
  client: ChainClient,
  address: Address,
  { target = address, ...options }: { readonly target?: string; readonly signal?: AbortSignal } = {},
): Promise<Hex> {
  const code = await getCode(client, address, options);
  if (code === "" || code === "0x") throw clientError("noCodeAt", { target });
  return code;
}
