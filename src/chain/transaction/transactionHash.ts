import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { ByteWriter } from "./byteWriter";
import type { TransactionData } from "./transactionData";

const preimage = new ByteWriter(1024);

/**
 * The transaction's hash, 32 bytes: what is signed, what the RPC interface calls `hash`, and a leaf of the block's
 * transaction tree. Nothing in the preimage is length-prefixed (docs/protocol/transaction-encoding.md, "Hash").
 */
export function transactionHash(suite: CryptoSuite, data: TransactionData): Uint8Array {
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
  return suite.hash(preimage.view());
}
