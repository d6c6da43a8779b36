import * as v from "valibot";
import type { ChainClient, RequestOptions } from "../client/client";
import { callMethod, wireMethod } from "./wireMethod";
import { count, hex } from "./wireSchemas";

const callResultSchema = v.looseObject({
  /** The block on whose state the call ran. */
  blockNumber: count,
  /** Return data, or the revert data when `status` is not 0. */
  output: hex,
  /** 0, or the status number that a receipt would have: a failed execution is no error of the request. */
  status: count,
});
export type CallResult = v.InferOutput<typeof callResultSchema>;

export const callMethodDefinition = wireMethod("call", { to: "target", data: "hex", sign: "hex?" }, callResultSchema);

export interface CallRequest {
  /** Address; BFS links are resolved before, no node does it. */
  to: string;
  data: string;
  /** Since 3.4: signature over the ASCII digits of `to` and the bytes of `data`; its account becomes the caller. */
  sign?: string;
}

/** Runs a contract's function on the latest state and changes nothing. Without `sign` the caller is the zero address. */
export function call(client: ChainClient, request: CallRequest, options?: RequestOptions): Promise<CallResult> {
  const { to, data, sign } = request;
  return callMethod(client, callMethodDefinition, sign === undefined ? [to, data] : [to, data, sign], options);
}
