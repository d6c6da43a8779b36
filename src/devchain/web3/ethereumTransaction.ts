import { Transaction } from "ethers";
import { RlpComplaint, readRawTransaction } from "../../chain/encoding/rawTransaction";
import { encodeSignedTransaction, type SignedTransaction } from "../../chain/encoding/signedTransaction";
import { transactionData } from "../../chain/encoding/transactionData";
import { type Address, bytesToHex, type Hex, hexToBytes, numberToHex } from "../../crypto/bytes/hex";
import { RpcError } from "../errors/rpcError";
import { ConversionError } from "../rpc/wireConversions";

/** An Ethereum transaction as it came in. */
export interface EthereumTransaction {
  /** 0 legacy, 1 with an access list (EIP-2930), 2 with fees (EIP-1559), 3 with blobs. */
  readonly type: number;
  /** In lower case. */
  readonly from: Address;
  readonly hash: Hex;
  readonly value: bigint;
  /** The native form that the chain keeps. */
  readonly wrapped: Uint8Array;
}

/** Hex as nodes since 3.17 take it: any prefix or none, of odd length with a 0 in front. @throws ConversionError for what is no hex. */
function lenientBytes(text: string): Uint8Array {
  const digits = text.replace(/^0[xX]/, "");
  if (!/^[0-9a-fA-F]*$/.test(digits)) throw new ConversionError("", "boost::wrapexcept<bcos::BadHexCharacter>");
  return hexToBytes(`0x${digits.length % 2 === 0 ? "" : "0"}${digits}`);
}

/**
 * Reads what `eth_sendRawTransaction` is given and wraps it as nodes do: the chain id becomes text, the nonce `0x` text, the group stays
 * empty (docs/protocol/web3-rpc.md, "Transactions").
 * @throws RpcError −32603 for no text, −32602 for what is no signed transaction.
 */
export function readEthereumTransaction(raw: string, lenient = false): EthereumTransaction {
  if (raw === "" && !lenient) throw new RpcError(-32603, "Empty input hex string");
  let bytes: Hex;
  let transaction: Transaction;
  try {
    bytes = bytesToHex(readRawTransaction(lenient ? lenientBytes(raw) : hexToBytes(raw)).bytes);
    transaction = Transaction.from(bytes);
  } catch (error) {
    if (error instanceof ConversionError) throw error;
    throw new RpcError(-32602, error instanceof RlpComplaint ? error.message : "Invalid raw transaction");
  }
  const { from, hash, signature, type, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  if (from === null || hash === null || signature === null) throw new RpcError(-32602, "Invalid raw transaction");
  const withFees = type !== null && type >= 2;
  const data = transactionData({
    chainId: String(transaction.chainId),
    groupId: "",
    blockLimit: 0n,
    nonce: numberToHex(transaction.nonce),
    to: transaction.to?.toLowerCase() ?? "",
    input: hexToBytes(transaction.data),
    value: String(transaction.value),
    gasPrice: String(withFees ? 0n : (transaction.gasPrice ?? 0n)),
    gasLimit: transaction.gasLimit,
    maxFeePerGas: withFees ? String(maxFeePerGas ?? 0n) : "",
    maxPriorityFeePerGas: withFees ? String(maxPriorityFeePerGas ?? 0n) : "",
  });
  const wrapped = encodeSignedTransaction({
    data,
    dataHash: hexToBytes(hash),
    signature: Uint8Array.of(...hexToBytes(signature.r), ...hexToBytes(signature.s), signature.yParity),
    type: 1,
    extraTransactionBytes: hexToBytes(bytes),
  });
  return { type: type ?? 0, from: from.toLowerCase() as Address, hash: hash as Hex, value: transaction.value, wrapped };
}

/** What only the Ethereum form tells: type and access list. Undefined for a native transaction. */
export function ethereumMembers(transaction: SignedTransaction): { type: number; members: object } | undefined {
  if (transaction.type !== 1) return undefined;
  const { type, accessList, maxFeePerBlobGas, blobVersionedHashes } = Transaction.from(
    `0x${Buffer.from(transaction.extraTransactionBytes).toString("hex")}`,
  );
  const number = type ?? 0;
  const blobs =
    number === 3
      ? { maxFeePerBlobGas: numberToHex(maxFeePerBlobGas ?? 0n), blobVersionedHashes: blobVersionedHashes ?? [] }
      : {};
  return { type: number, members: number === 0 ? {} : { accessList: accessList ?? [], ...blobs } };
}
