import * as v from "valibot";
import { type Hex, zeroHash } from "../../crypto/bytes/hex";
import { nodeError } from "../../errors/nodeError";
import type { ChainClient, RequestOptions } from "../client/client";
import { transactionSchema } from "./transactions";
import { callMethod, wireMethod } from "./wireMethod";
import { count, decimalText, exactInteger, hash, hex } from "./wireSchemas";

const headerMembers = {
  hash,
  /** Block version as integer: 0x03100000 is 3.16.0; 0 in the genesis block of chains older than 3.1. */
  version: count,
  txsRoot: hash,
  receiptsRoot: hash,
  stateRoot: hash,
  number: count,
  /** Decimal text. */
  gasUsed: decimalText,
  /** Milliseconds since 1970, UTC. 0 in the genesis block. */
  timestamp: count,
  /** Index of the proposer in `sealerList`. */
  sealer: exactInteger,
  extraData: hex,
  /** Parallel to `sealerList`. */
  consensusWeights: v.array(exactInteger),
  /** Node IDs, here with `0x`. */
  sealerList: v.array(hex),
  /** One element; none in the genesis block. */
  parentInfo: v.array(v.looseObject({ blockHash: hash, blockNumber: count })),
  /** A quorum of commit signatures in order of arrival; none in the genesis block. */
  signatureList: v.array(v.looseObject({ sealerIndex: count, signature: hex })),
};

const blockHeaderSchema = v.looseObject(headerMembers);

export const blockSchema = v.looseObject({
  ...headerMembers,
  /** Hashes or whole transactions, as asked; absent when only the header was asked for. */
  transactions: v.optional(v.union([v.array(hash), v.array(transactionSchema)])),
});

/** docs/protocol/json-rpc.md, "Blocks". */
export type BlockHeader = v.InferOutput<typeof blockHeaderSchema>;

/** Node ID of the sealer that proposed the block; undefined for block 0, which wasn't proposed. */
export function proposerOf({
  number,
  sealer,
  sealerList,
}: Pick<BlockHeader, "number" | "sealer" | "sealerList">): string | undefined {
  return number === 0 ? undefined : sealerList[Number(sealer)]?.replace(/^0x/, "");
}

type AnyBlock = v.InferOutput<typeof blockSchema>;

/** How much of a block is wanted: the header, the hashes of its transactions too, or the transactions themselves. */
export type BlockDetail = "header" | "hashes" | "transactions";

export type Block<Detail extends BlockDetail = "hashes"> = BlockHeader &
  (Detail extends "header"
    ? unknown
    : Detail extends "hashes"
      ? { transactions: v.InferOutput<typeof hash>[] }
      : { transactions: v.InferOutput<typeof transactionSchema>[] });

/** `[onlyHeader, onlyTxHash]`. Always sent: a node takes both for true when they are left out. */
export function blockFlags(detail: BlockDetail): [boolean, boolean] {
  return [detail === "header", detail !== "transactions"];
}

/** The block as asked: a node that leaves `transactions` out of an empty block means none. */
export function asBlock<Detail extends BlockDetail>(block: AnyBlock, detail: Detail): Block<Detail> {
  return (detail === "header" ? block : { ...block, transactions: block.transactions ?? [] }) as Block<Detail>;
}

export const getBlockNumberMethod = wireMethod("getBlockNumber", {}, count);

/** Height of the chain as the node knows it. */
export function getBlockNumber(client: ChainClient, options?: RequestOptions): Promise<number> {
  return callMethod(client, getBlockNumberMethod, [], options);
}

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

export const getBlockHashByNumberMethod = wireMethod("getBlockHashByNumber", { number: "blockNumber" }, hash);

/** Hash of a block. An unknown number is no error: the answer is 32 zero bytes. */
export function getBlockHashByNumber(client: ChainClient, number: number, options?: RequestOptions): Promise<Hex> {
  return callMethod(client, getBlockHashByNumberMethod, [number], options);
}

/** The hash that a node gave for a number. @throws ChainError rpc 3006 where it gave none, as for the block itself */
export async function requireHash(given: Hex, number: number): Promise<Hex> {
  if (given !== zeroHash) return given;
  throw await nodeError(3006, "", { method: getBlockHashByNumberMethod.name, number });
}
