// What answers of a node stand for, read without any caution: for tests that make answers of their own.

import { type TransactionData, transactionData } from "../../src/chain/encoding/transactionData";
import type { BlockHeaderData } from "../../src/chain/transaction/blockHeaderHash";
import type { ReceiptData } from "../../src/chain/transaction/receiptHash";
import { hexToBytes } from "../../src/crypto/bytes/hex";

/** A whole number as a node prints it, or as it was decoded. */
type WireInteger = number | bigint | string;

/** Members of `getTransaction` (and of a block's transactions) that are read; more may be there. */
export interface RpcTransaction {
  version?: WireInteger | undefined;
  chainID: string;
  groupID: string;
  blockLimit: WireInteger;
  /** Hex of the nonce text; before 3.3 the decimal number itself. */
  nonce: string;
  to: string;
  input: string;
  abi?: string | undefined;
  value?: string | undefined;
  gasPrice?: string | undefined;
  gasLimit?: WireInteger | undefined;
  maxFeePerGas?: string | undefined;
  maxPriorityFeePerGas?: string | undefined;
  extension?: readonly number[] | undefined;
  hash: string;
  signature?: string | undefined;
  from?: string | undefined;
  txProof?: readonly string[] | null | undefined;
}

/** Members of `getTransactionReceipt` and `sendTransaction` that are read. */
export interface RpcReceipt {
  version?: WireInteger | undefined;
  gasUsed: string;
  contractAddress: string;
  status: WireInteger;
  output: string;
  logEntries: readonly { address: string; topics: readonly string[]; data: string }[];
  blockNumber: WireInteger;
  effectiveGasPrice?: string | undefined;
  hash?: string | undefined;
  transactionHash?: string | undefined;
  txReceiptProof?: readonly string[] | null | undefined;
}

/** Members of `getBlockByNumber` and `getBlockByHash` that are read. */
export interface RpcBlockHeader {
  version: WireInteger;
  parentInfo: readonly { blockNumber: WireInteger; blockHash: string }[];
  txsRoot: string;
  receiptsRoot: string;
  stateRoot: string;
  number: WireInteger;
  gasUsed: string;
  timestamp: WireInteger;
  sealer: WireInteger;
  sealerList: readonly string[];
  extraData: string;
  consensusWeights: readonly WireInteger[];
  signatureList?: readonly { sealerIndex: WireInteger; signature: string }[] | null | undefined;
  hash: string;
}

const none = new Uint8Array(0);
const withoutPrefix = (text: string): string => text.replace(/^0x/i, "");

/** What was signed. */
export function transactionDataFromRpc(transaction: RpcTransaction): TransactionData {
  return transactionData({
    version: Number(transaction.version ?? 0),
    chainId: transaction.chainID,
    groupId: transaction.groupID,
    blockLimit: BigInt(transaction.blockLimit),
    nonce: Buffer.from(transaction.nonce, "hex").toString(),
    to: transaction.to,
    input: hexToBytes(transaction.input),
    abi: transaction.abi ?? "",
    value: transaction.value ?? "",
    gasPrice: transaction.gasPrice ?? "",
    gasLimit: BigInt(transaction.gasLimit ?? 0),
    maxFeePerGas: transaction.maxFeePerGas ?? "",
    maxPriorityFeePerGas: transaction.maxPriorityFeePerGas ?? "",
    extension: Uint8Array.from(transaction.extension ?? []),
  });
}

/** The stored receipt, whose addresses are without `0x`. */
export function receiptDataFromRpc(receipt: RpcReceipt): ReceiptData {
  return {
    version: Number(receipt.version ?? 0),
    gasUsed: String(receipt.gasUsed),
    contractAddress: withoutPrefix(receipt.contractAddress),
    status: Number(receipt.status),
    output: hexToBytes(receipt.output),
    logEntries: receipt.logEntries.map((log) => ({
      address: withoutPrefix(log.address),
      topics: log.topics.map(hexToBytes),
      data: hexToBytes(log.data),
    })),
    blockNumber: BigInt(receipt.blockNumber),
    effectiveGasPrice: receipt.effectiveGasPrice ?? "",
  };
}

/**
 * The stored header behind a printed one. A genesis block is printed with zero roots and gas `0`, but was hashed with
 * empty ones.
 */
export function blockHeaderFromRpc(block: RpcBlockHeader): BlockHeaderData {
  const genesis = BigInt(block.number) === 0n;
  const root = (text: string): Uint8Array => (genesis ? none : hexToBytes(text));
  return {
    version: Number(block.version),
    parentInfo: block.parentInfo.map((parent) => ({
      blockNumber: BigInt(parent.blockNumber),
      blockHash: hexToBytes(parent.blockHash),
    })),
    txsRoot: root(block.txsRoot),
    receiptsRoot: root(block.receiptsRoot),
    stateRoot: root(block.stateRoot),
    number: BigInt(block.number),
    gasUsed: genesis ? "" : String(block.gasUsed),
    timestampMs: BigInt(block.timestamp),
    sealer: BigInt(block.sealer),
    sealerList: block.sealerList.map(hexToBytes),
    extraData: hexToBytes(block.extraData),
    consensusWeights: block.consensusWeights.map(BigInt),
  };
}
