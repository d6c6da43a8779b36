import * as v from "valibot";
import type { ChainClient, RequestOptions } from "../client";
import { callMethod, type WireMethod } from "./wireMethod";
import { count } from "./wireSchemas";

const groupListSchema = v.looseObject({
  code: v.optional(count),
  groupList: v.array(v.string()),
  msg: v.optional(v.string()),
});

export const getGroupListMethod = {
  name: "getGroupList",
  leading: "none",
  since: "3.0.0",
  parameters: [],
  result: groupListSchema,
} as const satisfies WireMethod;

/** Names of the groups the node serves. */
export async function getGroupList(client: ChainClient, options?: RequestOptions): Promise<string[]> {
  return (await callMethod(client, getGroupListMethod, [], options)).groupList;
}
