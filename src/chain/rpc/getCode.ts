import * as v from "valibot";
import type { Hex } from "../../crypto/bytes/hex";
import type { ChainClient, RequestOptions } from "../client/client";
import { clientError } from "../errors/clientError";
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
