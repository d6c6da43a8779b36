import * as v from "valibot";
import type { ChainClient, RequestOptions } from "../client/client";
import { callMethod, wireMethod } from "./wireMethod";

export const getABIMethod = wireMethod("getABI", { address: "target" }, v.string());

/** ABI text that the deployment of a contract carried; empty when it carried none. */
export function getABI(client: ChainClient, address: string, options?: RequestOptions): Promise<string> {
  return callMethod(client, getABIMethod, [address], options);
}
