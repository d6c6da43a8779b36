import { decodeSignedTransaction, type SignedTransaction } from "../../chain/encoding/signedTransaction";
import { checksumAddress } from "../../chain/transaction/contractAddress";
import { bytesToHex, bytesToHexDigits, zeroHash } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { atLeast } from "../../text/versions";
import type { BlockRecord, HeaderRecord, ReceiptRecord, TransactionRecord } from "../records/blockRecord";

/** What decides which members an answer has: the program version that is imitated (docs/devchain.md, "Members by version"). */
export interface AnswerStyle {
  readonly suite: CryptoSuite;
  readonly nodeVersion: string;
}

/**
 * Members of an answer that depend on the version or on what was asked.
 * @public parts of an answer
 */
interface AnswerJson {
  [member: string]: unknown;
  input?: unknown;
  from?: unknown;
  to?: unknown;
  extraData?: unknown;
  checksumContractAddress?: unknown;
  effectiveGasPrice?: unknown;
  gasLimit?: unknown;
  gasPrice?: unknown;
  maxFeePerGas?: unknown;
  maxPriorityFeePerGas?: unknown;
  value?: unknown;
  extension?: unknown;
  transactions?: unknown;
  transactionProof?: unknown;
  txProof?: unknown;
  receiptProof?: unknown;
  txReceiptProof?: unknown;
  hash?: unknown;
  errorMessage?: unknown;
}

type Json = AnswerJson;

const hexText = (text: string): string => bytesToHexDigits(new TextEncoder().encode(text));

/** The receipt's own members (json-rpc.md, "Receipts"). */
export function receiptJson(style: AnswerStyle, receipt: ReceiptRecord, number: number, transaction: Uint8Array): Json {
  const since = (version: string): boolean => atLeast(style.nodeVersion, version);
  const address = receipt.contractAddress;
  const json: Json = {
    blockNumber: number,
    contractAddress: address && since("3.1.0") ? `0x${address}` : address,
    gasUsed: receipt.gasUsed,
    hash: bytesToHex(receipt.hash),
    logEntries: receipt.logs.map((log) => ({
      address: log.address,
      data: bytesToHex(log.data),
      topics: log.topics.map(bytesToHex),
    })),
    message: receipt.message,
    output: bytesToHex(receipt.output),
    status: receipt.status,
    transactionHash: bytesToHex(transaction),
    version: receipt.version,
  };
  if (since("3.1.0")) json.checksumContractAddress = address ? checksumAddress(style.suite, `0x${address}`) : "";
  if (since("3.6.0") && receipt.version >= 1) json.effectiveGasPrice = receipt.effectiveGasPrice;
  return json;
}

/** Adds what a receipt answer takes from its transaction (json-rpc.md, "Receipts"). */
export function addTransactionPart(
  style: AnswerStyle,
  json: Json,
  record: TransactionRecord,
  transaction: SignedTransaction,
): Json {
  json.input = bytesToHex(transaction.data.input);
  json.from = bytesToHex(record.sender);
  json.to = transaction.data.to;
  if (atLeast(style.nodeVersion, "3.2.0")) json.extraData = transaction.extraData;
  return json;
}

/** A transaction (json-rpc.md, "Transactions"). */
export function transactionJson(style: AnswerStyle, record: TransactionRecord): Json {
  const transaction = decodeSignedTransaction(record.signed);
  const { data } = transaction;
  const since = (version: string): boolean => atLeast(style.nodeVersion, version);
  const json: Json = {
    abi: data.abi,
    blockLimit: data.blockLimit,
    chainID: data.chainId,
    from: bytesToHex(record.sender),
    groupID: data.groupId,
    hash: bytesToHex(record.hash),
    importTime: record.importTimeMs,
    input: bytesToHex(data.input),
    nonce: since("3.3.0") ? hexText(data.nonce) : data.nonce,
    signature: bytesToHex(transaction.signature),
    to: data.to,
    version: data.version,
  };
  if (since("3.2.0")) json.extraData = transaction.extraData;
  if (since("3.6.0") && data.version >= 1) {
    json.gasLimit = data.gasLimit;
    json.gasPrice = data.gasPrice;
    json.maxFeePerGas = data.maxFeePerGas;
    json.maxPriorityFeePerGas = data.maxPriorityFeePerGas;
    json.value = data.value;
  }
  if (transaction.type === 1) {
    // an Ethereum transaction shows what it has, whatever its version
    json.gasLimit = data.gasLimit;
    json.gasPrice = data.gasPrice;
    json.value = data.value;
    if (data.maxFeePerGas !== "") json.maxFeePerGas = data.maxFeePerGas;
    if (data.maxPriorityFeePerGas !== "") json.maxPriorityFeePerGas = data.maxPriorityFeePerGas;
  }
  if (since("3.7.0") && data.version >= 2) json.extension = [...data.extension];
  return json;
}

/** A root, which block 0 has not. */
export const rootHex = (bytes: Uint8Array): string => (bytes.length === 0 ? zeroHash : bytesToHex(bytes));

/** A header (json-rpc.md, "Blocks"); roots and gas of block 0 are empty in its hash, but shown as zeros. */
export function headerJson(
  header: HeaderRecord,
  signatures: readonly { sealerIndex: number; signature: Uint8Array }[],
): Json {
  return {
    consensusWeights: header.weights,
    extraData: bytesToHex(header.extraData),
    gasUsed: header.gasUsed || "0",
    hash: bytesToHex(header.hash),
    number: header.number,
    parentInfo:
      header.number === 0 ? [] : [{ blockHash: bytesToHex(header.parentHash), blockNumber: header.number - 1 }],
    receiptsRoot: rootHex(header.receiptsRoot),
    sealer: header.sealer,
    sealerList: header.sealers.map(bytesToHex),
    signatureList: signatures.map(({ sealerIndex, signature }) => ({
      sealerIndex,
      signature: bytesToHex(signature),
    })),
    stateRoot: rootHex(header.stateRoot),
    timestamp: header.timestampMs,
    txsRoot: rootHex(header.txsRoot),
    version: header.version,
  };
}

/** The `transactions` member of a block. */
export function blockTransactionsJson(style: AnswerStyle, block: BlockRecord, onlyHash: boolean): unknown[] {
  return block.transactions.map((record) => (onlyHash ? bytesToHex(record.hash) : transactionJson(style, record)));
}
