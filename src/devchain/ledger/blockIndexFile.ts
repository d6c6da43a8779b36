import { fstatSync, ftruncateSync } from "node:fs";
import type { IndexedBlock } from "./blockStore";
import { crc32, HeldFile, readAt, writeAll } from "./framedRecords";

/** An entry of the index: the block's place in the log, and what memory holds of it. */
export interface IndexEntry extends IndexedBlock {
  /** Bytes of the block's record in the log, with its head. */
  readonly length: number;
}

/** CRC-32 of what follows (4), length (4), block hash (32), number of transactions (4), their hashes (32 each). */
const fixedSize = 44;

function encodeEntry({ length, hash, transactions }: IndexEntry): Buffer {
  const bytes = Buffer.allocUnsafe(fixedSize + 32 * transactions.length);
  bytes.writeUInt32BE(length, 4);
  bytes.write(hash, 8, "latin1");
  bytes.writeUInt32BE(transactions.length, 40);
  transactions.forEach((transaction, index) => {
    bytes.write(transaction, fixedSize + 32 * index, "latin1");
  });
  bytes.writeUInt32BE(crc32(bytes.subarray(4)), 0);
  return bytes;
}

/** `index.log`: spares the opening of a group the reading of its blocks. It can always be made again from them. */
export class BlockIndexFile {
  readonly #file: HeldFile;
  /** End of each entry, after a leading 0. */
  #ends: number[] = [0];

  constructor(file: number) {
    this.#file = new HeldFile(file);
  }

  /** The entries up to the first that is torn or damaged. */
  read(): IndexEntry[] {
    const bytes = readAt(this.#file.number, 0, fstatSync(this.#file.number).size);
    const entries: IndexEntry[] = [];
    for (let at = 0; at + fixedSize <= bytes.length; ) {
      const count = bytes.readUInt32BE(at + 40);
      const next = at + fixedSize + 32 * count;
      if (next > bytes.length || crc32(bytes, at + 4, next) !== bytes.readUInt32BE(at)) break;
      const transactions: string[] = [];
      for (let start = at + fixedSize; start < next; start += 32) {
        transactions.push(bytes.toString("latin1", start, start + 32));
      }
      entries.push({
        length: bytes.readUInt32BE(at + 4),
        hash: bytes.toString("latin1", at + 8, at + 40),
        transactions,
      });
      this.#ends.push(next);
      at = next;
    }
    return entries;
  }

  append(entry: IndexEntry): void {
    const bytes = encodeEntry(entry);
    const end = this.#ends.at(-1) ?? 0;
    writeAll(this.#file.number, bytes, end);
    this.#ends.push(end + bytes.length);
  }

  /** Keeps the entries of the first blocks only. */
  truncate(count: number): void {
    this.#ends.length = count + 1;
    ftruncateSync(this.#file.number, this.#ends.at(-1) ?? 0);
  }

  close(): void {
    this.#file.close();
  }
}
