import * as v from "valibot";
import type { ChainClient, RequestOptions } from "../client/client";
import { callMethod, wireMethod } from "./wireMethod";
import { count } from "./wireSchemas";

const systemConfigSchema = v.looseObject({
  /** Block from which the value is in force; 0 is the genesis block. */
  blockNumber: count,
  value: v.string(),
});
export type SystemConfig = v.InferOutput<typeof systemConfigSchema>;

export const getSystemConfigByKeyMethod = wireMethod("getSystemConfigByKey", { key: "text" }, systemConfigSchema);

/** A value of the system configuration. A key that is not set is the error 3008. */
export function getSystemConfigByKey(
  client: ChainClient,
  key: string,
  options?: RequestOptions,
): Promise<SystemConfig> {
  return callMethod(client, getSystemConfigByKeyMethod, [key], options);
}
