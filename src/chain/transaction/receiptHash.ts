import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { ByteWriter } from "../encoding/byteWriter";
import { TarsWriter } from "../encoding/tars";

/** One event as the chain stores it. */
interface StoredLogEntry {
  /** The stored text: 40 hex digits without `0x` in every release seen. */
  address: string;
  topics: Uint8Array[];
  data: Uint8Array;
}

/** What a receipt's hash covers: docs/protocol/transaction-encoding.md, "Receipt". */
export interface ReceiptData {
  /** That of the transaction. */
  version: number;
  /** Decimal text. */
  gasUsed: string;
  /** The stored text: empty, or 40 hex digits without `0x`. */
  contractAddress: string;
  status: number;
  output: Uint8Array;
  logEntries: StoredLogEntry[];
  blockNumber: bigint;
  /** `0x…` text; hashed from version 1 on. */
  effectiveGasPrice: string;
}

/** The receipt's hash, 32 bytes: a leaf of the block's receipt tree. */
export function receiptHash(suite: CryptoSuite, receipt: ReceiptData): Uint8Array {
  const preimage = new ByteWriter();
  preimage.int32(receipt.version);
  preimage.text(receipt.gasUsed);
  preimage.text(receipt.contractAddress);
  preimage.int32(receipt.status);
  preimage.raw(receipt.output);
  if (receipt.version >= 1) preimage.text(receipt.effectiveGasPrice);
  for (const log of receipt.logEntries) {
    preimage.text(log.address);
    for (const topic of log.topics) preimage.raw(topic);
    preimage.raw(log.data);
  }
  preimage.int64(receipt.blockNumber);
  return suite.hash(preimage.view());
}

/** The receipt as nodes exchange and store it, without its hash. `message` is not covered by the hash. */
export function encodeReceipt(receipt: ReceiptData, message = ""): Uint8Array {
  const out = new TarsWriter();
  out.struct(1, () => {
    out.int(1, receipt.version);
    out.optionalText(2, receipt.gasUsed);
    out.optionalText(3, receipt.contractAddress);
    out.optionalInt(4, receipt.status);
    out.optionalBytes(5, receipt.output);
    out.optionalList(6, receipt.logEntries, (log) =>
      out.struct(0, () => {
        out.optionalText(1, log.address);
        out.optionalList(2, log.topics, (topic) => out.bytes(0, topic));
        out.optionalBytes(3, log.data);
      }),
    );
    out.optionalInt(7, receipt.blockNumber);
    out.optionalText(8, receipt.effectiveGasPrice);
  });
  out.optionalText(3, message);
  return out.toBytes();
}
