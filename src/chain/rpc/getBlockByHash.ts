import type { ChainClient, RequestOptions } from "../client/client";
import { asBlock, type Block, type BlockDetail, blockFlags, blockSchema } from "./blockSchema";
import { callMethod, wireMethod } from "./wireMethod";

export const getBlockByHashMethod = wireMethod(
  "getBlockByHash",
  { hash: "hash", onlyHeader: "boolean?", onlyTxHash: "boolean?" },
  blockSchema,
);

/** A block by its hash, by default with the hashes of its transactions. Unknown: error 3008. Bodies of archived blocks: error 3003. */
export async function getBlockByHash<const Detail extends BlockDetail = "hashes">(
  client: ChainClient,
  hash: string,
  detail?: Detail,
  options?: RequestOptions,
): Promise<Block<Detail>> {
  const wanted = (detail ?? "hashes") as Detail;
  return asBlock(await callMethod(client, getBlockByHashMethod, [hash, ...blockFlags(wanted)], options), wanted);
}
