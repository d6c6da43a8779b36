import * as v from "valibot";
import type { ChainClient, RequestOptions } from "../client";
import { callMethod, type WireMethod } from "./wireMethod";

export const getABIMethod = {
  name: "getABI",
  leading: "groupAndNode",
  since: "3.0.0",
  parameters: [{ name: "address", type: "target" }],
  result: v.string(),
} as const satisfies WireMethod;

/** ABI text that the deployment of a contract carried; empty when it carried none. */
export function getABI(client: ChainClient, address: string, options?: RequestOptions): Promise<string> {
  return callMethod(client, getABIMethod, [address], options);
}
