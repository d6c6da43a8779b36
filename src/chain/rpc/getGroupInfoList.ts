import * as v from "valibot";
import type { ChainClient, RequestOptions } from "../client";
import { type GroupInfo, groupInfoSchema } from "./groupInfoSchema";
import { callMethod, type WireMethod } from "./wireMethod";

export const getGroupInfoListMethod = {
  name: "getGroupInfoList",
  leading: "none",
  since: "3.0.0",
  parameters: [],
  result: v.array(groupInfoSchema),
} as const satisfies WireMethod;

/** Info of every group of the node. */
export function getGroupInfoList(client: ChainClient, options?: RequestOptions): Promise<GroupInfo[]> {
  return callMethod(client, getGroupInfoListMethod, [], options);
}
