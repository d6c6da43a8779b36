import * as v from "valibot";
import type { Hex } from "../../crypto/hex";
import type { ChainClient, RequestOptions } from "../client";
import { callMethod, type WireMethod } from "./wireMethod";
import { hex } from "./wireSchemas";

export const getCodeMethod = {
  name: "getCode",
  leading: "groupAndNode",
  since: "3.0.0",
  parameters: [{ name: "address", type: "target" }],
  result: v.union([v.literal(""), hex]),
} as const satisfies WireMethod;

/** Runtime code of a contract; empty for an account, a built-in contract or a BFS link. */
export function getCode(client: ChainClient, address: string, options?: RequestOptions): Promise<Hex | ""> {
  return callMethod(client, getCodeMethod, [address], options);
}
