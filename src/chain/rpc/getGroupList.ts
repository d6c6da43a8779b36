import * as v from "valibot";
import type { ChainClient, RequestOptions } from "../client/client";
import { callMethod, wireMethod } from "./wireMethod";
import { count } from "./wireSchemas";

const groupListSchema = v.looseObject({
  code: v.optional(count),
  groupList: v.array(v.string()),
  msg: v.optional(v.string()),
});

export const getGroupListMethod = wireMethod("getGroupList", {}, groupListSchema, { leading: "none" });

/** Names of the groups the node serves. */
export async function getGroupList(client: ChainClient, options?: RequestOptions): Promise<string[]> {
  return (await callMethod(client, getGroupListMethod, [], options)).groupList;
}
