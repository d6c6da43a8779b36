import { blockHeaderHash } from "../../chain/transaction/blockHeaderHash";
import { bytesToHexDigits } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import type { NodeIdentity } from "../keys/seededKeys";
import type { HeaderRecord } from "../records/blockRecord";

/** The hash of a header: what its sealers sign (transaction-encoding.md, "Block header"). */
export function headerHash(suite: CryptoSuite, header: Omit<HeaderRecord, "hash">): Uint8Array {
  return blockHeaderHash(suite, {
    version: header.version,
    parentInfo: header.number === 0 ? [] : [{ blockNumber: BigInt(header.number - 1), blockHash: header.parentHash }],
    txsRoot: header.txsRoot,
    receiptsRoot: header.receiptsRoot,
    stateRoot: header.stateRoot,
    number: BigInt(header.number),
    gasUsed: header.gasUsed,
    timestampMs: BigInt(header.timestampMs),
    sealer: BigInt(header.sealer),
    sealerList: [...header.sealers],
    extraData: header.extraData,
    consensusWeights: header.weights.map(BigInt),
  });
}

/** A signature of a block and the place of its sealer in the header's list. */
export interface BlockSignature {
  readonly sealerIndex: number;
  readonly signature: Uint8Array;
}

/** Signatures of a block, made from the sealers' keys. */
export function blockSignatures(
  suite: CryptoSuite,
  nodes: readonly NodeIdentity[],
  header: HeaderRecord,
): BlockSignature[] {
  const signatures: BlockSignature[] = [];
  for (const sealerIndex of header.signers) {
    const sealer = header.sealers[sealerIndex];
    const node = sealer && nodes.find(({ nodeId }) => nodeId === bytesToHexDigits(sealer));
    if (!node) continue;
    const signature = suite.sign(header.hash, node.privateKey, node.publicKey);
    signatures.push({ sealerIndex, signature: suite.name === "sm" ? signature.slice(0, 64) : signature });
  }
  return signatures;
}
