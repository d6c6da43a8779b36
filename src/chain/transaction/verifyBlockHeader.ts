import { bytesToHex, bytesToHexDigits, type Hex, type NodeId } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { thrownWords } from "../../text/thrownWords";
import { clientError } from "../errors/clientError";
import { blockHeaderHash } from "./blockHeaderHash";
import { blockHeaderFromRpc, blockSignaturesFromRpc, type RpcBlockHeader } from "./rpcObjects";

interface BlockSignatureVerdict {
  sealerIndex: number;
  /** Undefined when the index is outside the sealer list. */
  nodeId: NodeId | undefined;
  valid: boolean;
}

export interface BlockHeaderVerdict {
  /** The hash of the members given. */
  hash: Hex;
  /** Whether the block carries that hash. */
  hashMatches: boolean;
  signatures: BlockSignatureVerdict[];
  /** Weight of the distinct sealers with a valid signature over `hash`. */
  signedWeight: bigint;
  totalWeight: bigint;
  /** Weight that makes a block final: total − ⌊(total − 1) / 3⌋. 0 for a genesis block, which has no signatures. */
  requiredWeight: bigint;
  /** The hash matches and enough sealers of the block's own list signed it. Trust in that list is the caller's matter. */
  valid: boolean;
}

/**
 * Checks a block without any request: recomputes its hash and counts the sealers whose signature over it is good
 * (docs/protocol/transaction-encoding.md, "Block header").
 * @param block answer of `getBlockByNumber` or `getBlockByHash`
 * @throws ChainError kind `decode`, code `malformedRpcObject`, when a member cannot be read.
 */
export function verifyBlockHeader(suite: CryptoSuite, block: RpcBlockHeader): BlockHeaderVerdict {
  try {
    const header = blockHeaderFromRpc(block);
    const digest = blockHeaderHash(suite, header);
    const weightOf = (index: number): bigint => header.consensusWeights[index] ?? 0n;
    const signers = new Set<number>();
    const signatures = blockSignaturesFromRpc(block).map(({ sealerIndex, signature }): BlockSignatureVerdict => {
      const index = Number(sealerIndex);
      const sealer = header.sealerList[index];
      const valid = sealer !== undefined && suite.verify(digest, signature, sealer);
      if (valid) signers.add(index);
      return { sealerIndex: index, nodeId: sealer && bytesToHexDigits(sealer), valid };
    });
    const totalWeight = header.sealerList.reduce((sum, _, index) => sum + weightOf(index), 0n);
    const signedWeight = [...signers].reduce((sum, index) => sum + weightOf(index), 0n);
    const requiredWeight = totalWeight === 0n ? 0n : totalWeight - (totalWeight - 1n) / 3n;
    const hash = bytesToHex(digest);
    const hashMatches = hash === block.hash.toLowerCase();
    const signedEnough = signedWeight >= requiredWeight && (totalWeight > 0n || header.number === 0n);
    return {
      hash,
      hashMatches,
      signatures,
      signedWeight,
      totalWeight,
      requiredWeight,
      valid: hashMatches && signedEnough,
    };
  } catch (error) {
    throw clientError("malformedRpcObject", { problem: thrownWords(error) }, { cause: error });
  }
}
