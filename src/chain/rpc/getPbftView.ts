import type { ChainClient, RequestOptions } from "../client";
import { callMethod, type WireMethod } from "./wireMethod";
import { exactInteger } from "./wireSchemas";

export const getPbftViewMethod = {
  name: "getPbftView",
  leading: "groupAndNode",
  since: "3.0.0",
  parameters: [],
  result: exactInteger,
} as const satisfies WireMethod;

/** Number of the present PBFT view; it grows when leaders change. */
export function getPbftView(client: ChainClient, options?: RequestOptions): Promise<number | bigint> {
  return callMethod(client, getPbftViewMethod, [], options);
}
