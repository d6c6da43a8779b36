import * as v from "valibot";
import type { ChainClient, RequestOptions } from "../client/client";
import { type GroupInfo, groupInfoSchema } from "./groupInfoSchema";
import { callMethod, wireMethod } from "./wireMethod";

export const getGroupInfoMethod = wireMethod("getGroupInfo", {}, v.nullable(groupInfoSchema), { leading: "group" });

/** What the group is; null for a group the node does not have. */
export function getGroupInfo(client: ChainClient, options?: RequestOptions): Promise<GroupInfo | null> {
  return callMethod(client, getGroupInfoMethod, [], options);
}
