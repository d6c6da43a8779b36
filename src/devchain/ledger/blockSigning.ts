import { blockHeaderHash } from "../../chain/transaction/blockHeaderHash";
import { bytesToHexDigits, bytesToKey } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import type { NodeIdentity } from "../keys/seededKeys";
import type { HeaderRecord } from "../records/blockRecord";
import type { BlockLog } from "./blockStore";

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

/** Of a record: block hash (32), then for each signature the place of its sealer (2) and 64 bytes. */
const hashSize = 32;
const entrySize = 66;

function encode(hash: Uint8Array, signatures: readonly BlockSignature[]): Uint8Array {
  const record = Buffer.alloc(hashSize + entrySize * signatures.length);
  record.set(hash);
  signatures.forEach(({ sealerIndex, signature }, index) => {
    const at = hashSize + entrySize * index;
    record.writeUInt16BE(sealerIndex, at);
    record.set(signature, at + 2);
  });
  return record;
}

function decode(record: Uint8Array): BlockSignature[] {
  const bytes = Buffer.from(record.buffer, record.byteOffset, record.length);
  const signatures: BlockSignature[] = [];
  for (let at = hashSize; at + entrySize <= bytes.length; at += entrySize) {
    signatures.push({ sealerIndex: bytes.readUInt16BE(at), signature: bytes.subarray(at + 2, at + entrySize) });
  }
  return signatures;
}

/**
 * Signature lists of an SM group: SM2 signatures are random, but a node stores those of a block, so that they are the same no matter who
 * reads them when. Made at the first reading, which may never come, and kept from then on.
 */
export class SignatureCache {
  readonly #log: BlockLog;
  #records: Map<string, Uint8Array> | undefined;

  constructor(log: BlockLog) {
    this.#log = log;
  }

  /** The signatures of a block; `make` is asked where there are none yet. */
  of({ hash }: HeaderRecord, make: () => BlockSignature[]): readonly BlockSignature[] {
    this.#records ??= new Map(
      this.#log.signatures().map((record) => [bytesToKey(record.subarray(0, hashSize)), record]),
    );
    const key = bytesToKey(hash);
    const known = this.#records.get(key);
    if (known) return decode(known);
    const made = make();
    const record = encode(hash, made);
    this.#records.set(key, record);
    this.#log.keepSignatures(record);
    return made;
  }
}
