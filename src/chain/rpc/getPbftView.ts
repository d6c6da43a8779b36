import type { ChainClient, RequestOptions } from "../client/client";
import { callMethod, wireMethod } from "./wireMethod";
import { exactInteger } from "./wireSchemas";

export const getPbftViewMethod = wireMethod("getPbftView", {}, exactInteger);

/** Number of the present PBFT view; it grows when leaders change. */
export function getPbftView(client: ChainClient, options?: RequestOptions): Promise<number | bigint> {
  return callMethod(client, getPbftViewMethod, [], options);
}
