import * as v from "valibot";
import type { ChainClient, RequestOptions } from "../client";
import { callMethod, type WireMethod } from "./wireMethod";

export const uninstallFilterMethod = {
  name: "uninstallFilter",
  leading: "group",
  since: "3.9.0",
  parameters: [{ name: "filterId", type: "text" }],
  result: v.boolean(),
} as const satisfies WireMethod;

/** Removes a filter; false when the node does not know it. */
export function uninstallFilter(client: ChainClient, filterId: string, options?: RequestOptions): Promise<boolean> {
  return callMethod(client, uninstallFilterMethod, [filterId], options);
}
