import * as v from "valibot";
import type { ChainClient, RequestOptions } from "../client/client";
import { type GroupInfo, groupInfoSchema } from "./groupInfoSchema";
import { callMethod, wireMethod } from "./wireMethod";

export const getGroupInfoListMethod = wireMethod("getGroupInfoList", {}, v.array(groupInfoSchema), { leading: "none" });

/** Info of every group of the node. */
export function getGroupInfoList(client: ChainClient, options?: RequestOptions): Promise<GroupInfo[]> {
  return callMethod(client, getGroupInfoListMethod, [], options);
}
