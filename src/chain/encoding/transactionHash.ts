import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { ByteWriter } from "./byteWriter";
import { TarsReader } from "./tars";
import type { TransactionData } from "./transactionData";

const none = new Uint8Array(0);
const preimage = new ByteWriter(1024);

/**
 * The transaction's hash, 32 bytes: what is signed, what the RPC interface calls `hash`, and a leaf of the block's
 * transaction tree. Nothing in the preimage is length-prefixed (docs/protocol/transaction-encoding.md, "Hash").
 */
export function transactionHash(suite: CryptoSuite, data: TransactionData): Uint8Array {
  writePreimage(data);
  return suite.hash(preimage.view());
}

/** The bytes whose hash is signed, for a signer that hashes by itself. */
export function transactionPreimage(data: TransactionData): Uint8Array {
  writePreimage(data);
  return preimage.view().slice();
}

function writePreimage(data: TransactionData): void {
  preimage.clear();
  preimage.int32(data.version);
  preimage.text(data.chainId);
  preimage.text(data.groupId);
  preimage.int64(data.blockLimit);
  preimage.text(data.nonce);
  preimage.text(data.to);
  preimage.raw(data.input);
  preimage.text(data.abi);
  if (data.version >= 1) {
    preimage.text(data.value);
    preimage.text(data.gasPrice);
    preimage.int64(data.gasLimit);
    preimage.text(data.maxFeePerGas);
    preimage.text(data.maxPriorityFeePerGas);
  }
  if (data.version >= 2) preimage.raw(data.extension);
}

const integerTags: ReadonlySet<number> = new Set([1, 4, 11]);
const byteTags: ReadonlySet<number> = new Set([7, 14]);

/**
 * The hash of an encoded signed transaction, from its bytes as they stand. The official Java client writes some texts in
 * a form of UTF-8 of its own (characters beyond the basic plane, U+0000): decoded and encoded again they would be others.
 * @throws ChainError kind `decode`, code `malformedTars`.
 */
export function encodedTransactionHash(suite: CryptoSuite, signed: Uint8Array): Uint8Array {
  const integers = new Map<number, bigint>();
  const parts = new Map<number, Uint8Array>();
  const reader = new TarsReader(signed);
  while (reader.next()) {
    if (reader.tag !== 1) reader.skip();
    else {
      reader.struct(() => {
        while (reader.next()) {
          const { tag } = reader;
          if (integerTags.has(tag)) integers.set(tag, reader.int());
          else if (byteTags.has(tag)) parts.set(tag, reader.bytes());
          else if (tag <= 14) parts.set(tag, reader.textBytes());
          else reader.skip();
        }
      });
    }
  }
  const version = Number(integers.get(1) ?? 0n);
  preimage.clear();
  preimage.int32(version);
  const write = (...tags: number[]): void => {
    for (const tag of tags) {
      if (integerTags.has(tag)) preimage.int64(integers.get(tag) ?? 0n);
      else preimage.raw(parts.get(tag) ?? none);
    }
  };
  write(2, 3, 4, 5, 6, 7, 8);
  if (version >= 1) write(9, 10, 11, 12, 13);
  if (version >= 2) write(14);
  return suite.hash(preimage.view());
}

/** What stands in a decoded text for bytes that are no UTF-8. */
const lost = "\ufffd";

/**
 * The hash of a transaction that was decoded from these bytes: from the data where its texts say all of it, else from the bytes.
 * @throws ChainError kind `decode`, code `malformedTars`.
 */
export function decodedTransactionHash(suite: CryptoSuite, data: TransactionData, signed: Uint8Array): Uint8Array {
  const texts = [data.chainId, data.groupId, data.nonce, data.to, data.abi, data.value, data.gasPrice];
  const whole = ![...texts, data.maxFeePerGas, data.maxPriorityFeePerGas].some((text) => text.includes(lost));
  return whole ? transactionHash(suite, data) : encodedTransactionHash(suite, signed);
}
