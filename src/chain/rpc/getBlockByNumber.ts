import type { ChainClient, RequestOptions } from "../client/client";
import { asBlock, type Block, type BlockDetail, blockFlags, blockSchema } from "./blockSchema";
import { callMethod, wireMethod } from "./wireMethod";

export const getBlockByNumberMethod = wireMethod(
  "getBlockByNumber",
  { number: "blockNumber", onlyHeader: "boolean?", onlyTxHash: "boolean?" },
  blockSchema,
);

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
