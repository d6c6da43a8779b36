import { timingSafeEqual } from "node:crypto";
import { alerts, TlcpError } from "./alert";
import { tlcpVersion } from "./cipherSuites";
import type { DirectionKeys } from "./prf";
import { type RecordMac, recordMac } from "./recordMac";
import { RandomBlocks, type Sm4Cbc, sm4Cbc, sm4GcmOpen, sm4GcmSeal } from "./sm4";

/** Protects or opens the records of one direction, each by its number (GB/T 38636-2020, 6.3.3). */
export interface RecordProtection {
  protect(type: number, content: Buffer): Buffer;
  /** @throws TlcpError `bad_record_mac`, whatever is wrong: there is one verdict. */
  open(type: number, fragment: Buffer): Buffer;
}

const blockSize = 16;
const macSize = 32;
const noVerdict = (): TlcpError => TlcpError.found(alerts.badRecordMac, "a record was changed on its way");

/** Number, type, version and length: what a MAC or a tag covers besides the content. */
class RecordHeader {
  readonly #bytes = Buffer.alloc(13);
  #number = 0n;

  constructor() {
    this.#bytes.writeUInt16BE(tlcpVersion, 9);
  }

  /** Counts the record; the same bytes are used again for the next one. */
  next(type: number, length: number): Buffer {
    this.#bytes.writeBigUInt64BE(this.#number++);
    this.#bytes[8] = type;
    this.#bytes.writeUInt16BE(length, 11);
    return this.#bytes;
  }

  get explicitNonce(): Buffer {
    const nonce = Buffer.alloc(8);
    nonce.writeBigUInt64BE(this.#number);
    return nonce;
  }
}

/** Steps of SM3 that the inner hash of a MAC over so many bytes takes. */
const macBlocks = (length: number): number => Math.ceil((64 + 13 + length + 9) / 64);

/**
 * Length of the content before MAC and padding, and whether the padding is right. Every byte that could be padding is looked at,
 * whatever the last one says. `good` is all ones or nothing.
 */
function unpad(plain: Buffer): { length: number; good: number } {
  const count = plain.length;
  const padding = plain[count - 1] ?? 0;
  let good = ~((count - 1 - macSize - padding) >> 31); // enough room for MAC and padding
  const checked = Math.min(256, count);
  for (let i = 0; i < checked; i++) {
    const inPadding = ~((padding - i) >> 31);
    const difference = (plain[count - 1 - i] ?? 0) ^ padding;
    good &= ~(inPadding & ((difference | -difference) >> 31));
  }
  return { length: count - macSize - 1 - (padding & good), good };
}

/** MAC first, then SM4-CBC with a fresh IV in front of each record. */
export class CbcProtection implements RecordProtection {
  readonly #header = new RecordHeader();
  readonly #mac: RecordMac;
  readonly #cipher: Sm4Cbc;
  readonly #random = new RandomBlocks();

  constructor({ key, macKey }: DirectionKeys) {
    this.#mac = recordMac(macKey);
    this.#cipher = sm4Cbc(key);
  }

  protect(type: number, content: Buffer): Buffer {
    const mac = this.#mac.of(this.#header.next(type, content.length), content);
    const macAt = blockSize + content.length;
    const paddingAt = macAt + macSize;
    const size = paddingAt + blockSize - (paddingAt % blockSize);
    const record = Buffer.allocUnsafe(size);
    this.#random.next().copy(record);
    record.set(content, blockSize);
    record.set(mac, macAt);
    record.fill(size - paddingAt - 1, paddingAt);
    return this.#cipher.encrypt(record);
  }

  /**
   * Padding and MAC in one verdict, with the same number of hash steps for every padding: what a record tells by its failure is only
   * that it failed.
   */
  open(type: number, fragment: Buffer): Buffer {
    // The length is no secret.
    if (fragment.length % blockSize !== 0 || fragment.length < blockSize + macSize + blockSize) throw noVerdict();
    const plain = this.#cipher.decrypt(fragment);
    const { length, good } = unpad(plain);
    const content = plain.subarray(0, length);
    const mac = this.#mac.of(this.#header.next(type, length), content);
    this.#mac.idle(macBlocks(plain.length - macSize - 1) - macBlocks(length));
    const same = timingSafeEqual(mac, plain.subarray(length, length + macSize));
    if (((same ? -1 : 0) & good) === 0) throw noVerdict();
    return content;
  }
}

/** SM4-GCM; the nonce is the fixed part and the record's number. */
export class GcmProtection implements RecordProtection {
  readonly #header = new RecordHeader();

  constructor(readonly keys: DirectionKeys) {}

  protect(type: number, content: Buffer): Buffer {
    const { key, iv } = this.keys;
    const explicit = this.#header.explicitNonce;
    const header = this.#header.next(type, content.length);
    return Buffer.concat([explicit, sm4GcmSeal(key, Buffer.concat([iv, explicit]), header, content)]);
  }

  open(type: number, fragment: Buffer): Buffer {
    const { key, iv } = this.keys;
    const length = fragment.length - 8 - blockSize;
    if (length < 0) throw noVerdict();
    const nonce = Buffer.concat([iv, fragment.subarray(0, 8)]);
    const content = sm4GcmOpen(key, nonce, this.#header.next(type, length), fragment.subarray(8));
    if (!content) throw noVerdict();
    return content;
  }
}
