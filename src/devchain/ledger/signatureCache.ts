import { bytesToKey } from "../../crypto/bytes/hex";
import type { HeaderRecord } from "../records/blockRecord";
import type { BlockSignature } from "./blockSigning";
import type { BlockLog } from "./blockStore";

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
