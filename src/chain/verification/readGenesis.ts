import type { Hex } from "../../crypto/bytes/hex";
import { bytesToHex } from "../../crypto/bytes/hex";
import { unknownToNode } from "../../errors/nodeError";
import type { ChainClient, RequestOptions } from "../client/client";
import { getBlockByNumber, getBlockHashByNumber } from "../rpc/blocks";
import type { ChainSession } from "../session";
import { blockHeaderHash } from "../transaction/blockHeaderHash";
import { readHeader } from "./readHeader";
import { UnreadableMember } from "./strictReading";

/** What block 1 has for its parent; undefined while there is none. */
async function parentOfFirst(client: ChainClient, options: RequestOptions): Promise<Hex | undefined> {
  // 3006: the chain is at height 0
  const first = await getBlockByNumber(client, 1, "header", options).catch(unknownToNode);
  return first?.parentInfo[0]?.blockHash.toLowerCase() as Hex | undefined;
}

/**
 * The hash by which a chain goes: what block 1 names as its parent, which its sealers signed; at height 0 what the node says. Of chains
 * with executor 1 it isn't the hash of block 0's content, and differs after each start at height 0 (docs/protocol/json-rpc.md, "Block 0").
 * @throws ChainError what a request throws.
 */
export async function readGenesisHash(client: ChainClient, options: RequestOptions = {}): Promise<Hex> {
  const [message, parent] = await Promise.all([
    getBlockHashByNumber(client, 0, options),
    parentOfFirst(client, options),
  ]);
  return parent ?? (message.toLowerCase() as Hex);
}

/**
 * The hash that the content of block 0 gives: what a config.genesis can be compared with. Computed here, whatever the node calls it.
 * @throws ChainError what a request throws.
 */
export async function readGenesisContent(
  { client, suite }: Pick<ChainSession, "client" | "suite">,
  options: RequestOptions = {},
): Promise<Hex> {
  const block = await getBlockByNumber(client, 0, "header", options);
  try {
    return bytesToHex(blockHeaderHash(suite, readHeader(block).data));
  } catch (error) {
    // before 3.1 block 0 has another form
    if (error instanceof UnreadableMember) return block.hash.toLowerCase() as Hex;
    throw error;
  }
}
