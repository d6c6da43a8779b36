import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { ByteWriter } from "../encoding/byteWriter";
import { TarsWriter } from "../encoding/tars";

interface BlockParent {
  blockNumber: bigint;
  blockHash: Uint8Array;
}

export interface BlockSignature {
  /** Index into the header's own sealer list. */
  sealerIndex: bigint;
  /** secp256k1: 65 bytes. SM2: 64 bytes, without the public key. */
  signature: Uint8Array;
}

/** What a block's hash covers: docs/protocol/transaction-encoding.md, "Block header". */
export interface BlockHeaderData {
  /** The compatibility version as a number: 3.2.0 is 0x03020000. */
  version: number;
  parentInfo: BlockParent[];
  /** 32 bytes each; empty in a genesis block. */
  txsRoot: Uint8Array;
  receiptsRoot: Uint8Array;
  stateRoot: Uint8Array;
  number: bigint;
  /** Decimal text; empty in a genesis block. */
  gasUsed: string;
  /** Milliseconds since 1970. */
  timestampMs: bigint;
  /** Index of the proposer in the sealer list. */
  sealer: bigint;
  /** 64-byte node IDs. */
  sealerList: Uint8Array[];
  extraData: Uint8Array;
  consensusWeights: bigint[];
}

/** The block's hash, 32 bytes: what the sealers sign. */
export function blockHeaderHash(suite: CryptoSuite, header: BlockHeaderData): Uint8Array {
  const preimage = new ByteWriter();
  preimage.int32(header.version);
  for (const parent of header.parentInfo) {
    preimage.int64(parent.blockNumber);
    preimage.raw(parent.blockHash);
  }
  preimage.raw(header.txsRoot);
  preimage.raw(header.receiptsRoot);
  preimage.raw(header.stateRoot);
  preimage.int64(header.number);
  preimage.text(header.gasUsed);
  preimage.int64(header.timestampMs);
  preimage.int64(header.sealer);
  for (const sealer of header.sealerList) preimage.raw(sealer);
  preimage.raw(header.extraData);
  for (const weight of header.consensusWeights) preimage.int64(weight);
  return suite.hash(preimage.view());
}

/** The header as nodes exchange it; `dataHash` is left out when empty. */
export function encodeBlockHeader(
  header: BlockHeaderData,
  signatures: readonly BlockSignature[],
  dataHash: Uint8Array = new Uint8Array(0),
): Uint8Array {
  const out = new TarsWriter();
  out.struct(1, () => {
    out.optionalInt(2, header.version);
    out.optionalList(3, header.parentInfo, (parent) =>
      out.struct(0, () => {
        out.optionalInt(1, parent.blockNumber);
        out.optionalBytes(2, parent.blockHash);
      }),
    );
    out.optionalBytes(4, header.txsRoot);
    out.optionalBytes(5, header.receiptsRoot);
    out.optionalBytes(6, header.stateRoot);
    out.optionalInt(7, header.number);
    out.optionalText(8, header.gasUsed);
    out.optionalInt(9, header.timestampMs);
    out.optionalInt(10, header.sealer);
    out.optionalList(11, header.sealerList, (sealer) => out.bytes(0, sealer));
    out.optionalBytes(12, header.extraData);
    out.optionalList(13, header.consensusWeights, (weight) => out.int(0, weight));
  });
  out.optionalBytes(2, dataHash);
  out.optionalList(3, signatures, (each) =>
    out.struct(0, () => {
      out.optionalInt(1, each.sealerIndex);
      out.optionalBytes(2, each.signature);
    }),
  );
  return out.toBytes();
}
