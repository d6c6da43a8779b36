import type { Address, Hex } from "../../crypto/bytes/hex";
import type { ChainClient } from "../client/client";
import { clientError } from "../errors/clientError";
import { getCode } from "./getCode";

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
