import { decodeSignedTransaction, type SignedTransaction } from "../../chain/encoding/signedTransaction";
import { nonceNumber } from "../../chain/transaction/nonce";
import { bytesToHexDigits } from "../../crypto/bytes/hex";
import type { ExecutableTransaction } from "../execution/transactionExecutor";
import type { TransactionRecord } from "../records/blockRecord";

/** What execution needs of a transaction. An amount that is not written as its version writes it counts as none. */
export function executableTransaction({ data, type }: SignedTransaction, sender: string): ExecutableTransaction {
  const ethereum = type === 1;
  const value = (ethereum ? /^\d+$/ : data.version >= 1 ? /^0x[0-9a-fA-F]+$/ : /^$/).test(data.value)
    ? data.value
    : "0";
  return {
    sender,
    to: data.to,
    input: data.input,
    abi: data.abi,
    value: BigInt(value),
    ethereumNonce: ethereum ? BigInt(data.nonce) : undefined,
    gasLimit: data.gasLimit,
    ...(ethereum ? { gasPrice: BigInt(data.maxFeePerGas || data.gasPrice || "0") } : {}),
    nonce: nonceNumber(data.nonce),
  };
}

/** The same of a transaction that stands in a block. */
export function executableRecord(record: TransactionRecord): ExecutableTransaction {
  return executableTransaction(decodeSignedTransaction(record.signed), bytesToHexDigits(record.sender));
}
