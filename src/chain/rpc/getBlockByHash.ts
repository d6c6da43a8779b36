import type { ChainClient, RequestOptions } from "../client";
import { asBlock, type Block, type BlockDetail, blockFlags, blockSchema } from "./blockSchema";
import { callMethod, type WireMethod } from "./wireMethod";

export const getBlockByHashMethod = {
  name: "getBlockByHash",
  leading: "groupAndNode",
  since: "3.0.0",
  parameters: [
    { name: "hash", type: "hash" },
    { name: "onlyHeader", type: "boolean", optional: true },
    { name: "onlyTxHash", type: "boolean", optional: true },
  ],
  result: blockSchema,
} as const satisfies WireMethod;

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
