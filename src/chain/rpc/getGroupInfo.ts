import * as v from "valibot";
import type { ChainClient, RequestOptions } from "../client";
import { type GroupInfo, groupInfoSchema } from "./groupInfoSchema";
import { callMethod, type WireMethod } from "./wireMethod";

export const getGroupInfoMethod = {
  name: "getGroupInfo",
  leading: "group",
  since: "3.0.0",
  parameters: [],
  result: v.nullable(groupInfoSchema),
} as const satisfies WireMethod;

/** What the group is; null for a group the node does not have. */
export function getGroupInfo(client: ChainClient, options?: RequestOptions): Promise<GroupInfo | null> {
  return callMethod(client, getGroupInfoMethod, [], options);
}
