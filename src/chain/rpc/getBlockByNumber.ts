import type { ChainClient, RequestOptions } from "../client";
import { asBlock, type Block, type BlockDetail, blockFlags, blockSchema } from "./blockSchema";
import { callMethod, type WireMethod } from "./wireMethod";

export const getBlockByNumberMethod = {
  name: "getBlockByNumber",
  leading: "groupAndNode",
  since: "3.0.0",
  parameters: [
    { name: "number", type: "blockNumber" },
    { name: "onlyHeader", type: "boolean", optional: true },
    { name: "onlyTxHash", type: "boolean", optional: true },
  ],
  result: blockSchema,
} as const satisfies WireMethod;

/** A block by its number, by default with the hashes of its transactions. Unknown: error 3006. Bodies of archived blocks: error 3003. */
export async function getBlockByNumber<const Detail extends BlockDetail = "hashes">(
  client: ChainClient,
  number: number,
  detail?: Detail,
  options?: RequestOptions,
): Promise<Block<Detail>> {
  const wanted = (detail ?? "hashes") as Detail;
  return asBlock(await callMethod(client, getBlockByNumberMethod, [number, ...blockFlags(wanted)], options), wanted);
}
