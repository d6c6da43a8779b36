import { hexToBytes } from "../../crypto/bytes/hex";
import type { BlockHeaderData, BlockSignature } from "./blockHeaderHash";
import type { ReceiptData } from "./receiptHash";
import { type TransactionData, transactionData } from "./transactionData";

/** A whole number as a node prints it, or as it was decoded. */
type WireInteger = number | bigint | string;

/** Members of `getTransaction` (and of a block's transactions) that verification reads; more may be there. */
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

/** Members of `getTransactionReceipt` and `sendTransaction` that verification reads. */
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

/** Members of `getBlockByNumber` and `getBlockByHash` that verification reads. */
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

/** Nonce texts that the printed form can stand for, likeliest first. */
function nonceTexts(printed: string): string[] {
  const texts: string[] = [];
  if (/^(?:[0-9a-fA-F]{2})+$/.test(printed)) texts.push(new TextDecoder().decode(hexToBytes(printed)));
  return [...texts, printed];
}

/**
 * What was signed, as the printed transaction tells it: one reading per way its nonce can be meant, likeliest first. The
 * hash decides between them.
 */
export function transactionDataFromRpc(transaction: RpcTransaction): TransactionData[] {
  return nonceTexts(transaction.nonce).map((nonce) =>
    transactionData({
      version: Number(transaction.version ?? 0),
      chainId: transaction.chainID,
      groupId: transaction.groupID,
      blockLimit: BigInt(transaction.blockLimit),
      nonce,
      to: transaction.to,
      input: hexToBytes(transaction.input),
      abi: transaction.abi ?? "",
      value: transaction.value ?? "",
      gasPrice: transaction.gasPrice ?? "",
      gasLimit: BigInt(transaction.gasLimit ?? 0),
      maxFeePerGas: transaction.maxFeePerGas ?? "",
      maxPriorityFeePerGas: transaction.maxPriorityFeePerGas ?? "",
      extension: Uint8Array.from(transaction.extension ?? []),
    }),
  );
}

/**
 * The stored receipt behind a printed one: one reading per way its addresses can be stored, likeliest first. Without `0x`
 * in every release seen (the RPC interface adds it to the contract's address); else as printed. The hash decides.
 */
export function receiptDataFromRpc(receipt: RpcReceipt): ReceiptData[] {
  const read = (address: (printed: string) => string): ReceiptData => ({
    version: Number(receipt.version ?? 0),
    gasUsed: String(receipt.gasUsed),
    contractAddress: address(receipt.contractAddress),
    status: Number(receipt.status),
    output: hexToBytes(receipt.output),
    logEntries: receipt.logEntries.map((log) => ({
      address: address(log.address),
      topics: log.topics.map(hexToBytes),
      data: hexToBytes(log.data),
    })),
    blockNumber: BigInt(receipt.blockNumber),
    effectiveGasPrice: receipt.effectiveGasPrice ?? "",
  });
  return [read(withoutPrefix), read((printed) => printed)];
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

export function blockSignaturesFromRpc(block: RpcBlockHeader): BlockSignature[] {
  return (block.signatureList ?? []).map((each) => ({
    sealerIndex: BigInt(each.sealerIndex),
    signature: hexToBytes(each.signature),
  }));
}
