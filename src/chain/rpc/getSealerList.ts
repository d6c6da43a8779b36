import type { ChainClient, RequestOptions } from "../client";
import { type WeighedNode, weighedNodesSchema } from "./nodeListSchema";
import { callMethod, type WireMethod } from "./wireMethod";

export const getSealerListMethod = {
  name: "getSealerList",
  leading: "groupAndNode",
  since: "3.0.0",
  parameters: [],
  result: weighedNodesSchema,
} as const satisfies WireMethod;

/** The nodes that make blocks. */
export function getSealerList(client: ChainClient, options?: RequestOptions): Promise<WeighedNode[]> {
  return callMethod(client, getSealerListMethod, [], options);
}
