import type { ChainClient, RequestOptions } from "../client/client";
import { type WeighedNode, weighedNodesSchema } from "./nodeListSchema";
import { callMethod, wireMethod } from "./wireMethod";

export const getSealerListMethod = wireMethod("getSealerList", {}, weighedNodesSchema);

/** The nodes that make blocks. */
export function getSealerList(client: ChainClient, options?: RequestOptions): Promise<WeighedNode[]> {
  return callMethod(client, getSealerListMethod, [], options);
}
