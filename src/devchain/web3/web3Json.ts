import { decodeSignedTransaction } from "../../chain/encoding/signedTransaction";
import { checksumAddress } from "../../chain/transaction/contractAddress";
import { numberOfBytes } from "../../crypto/bytes/bigEndian";
import { bytesToHex, type Hex, numberToHex, zeroAddress, zeroHash } from "../../crypto/bytes/hex";
import { logsBloom } from "../../crypto/logsBloom";
import { standardSuite } from "../../crypto/suites";
import type { BlockRecord, LogRecord, ReceiptRecord, TransactionRecord } from "../records/blockRecord";
import { rootHex } from "../rpc/receiptJson";
import { ethereumMembers } from "./ethereumTransaction";

const noBloom = `0x${"0".repeat(512)}`;
const noUncles = "0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347";
const textHex = (text: string): string => Buffer.from(text).toString("hex");

/** An address with Ethereum's mixed case. */
const mixedCase = (digits: string): string => checksumAddress(standardSuite, `0x${digits.replace(/^0x/i, "")}`);

/** The node hashes an address as text. */
const bloomOf = (logs: readonly LogRecord[]): Hex =>
  bytesToHex(logsBloom(logs.flatMap(({ address, topics }) => [Buffer.from(address), ...topics])));

/** A block; transactions as hashes or whole (docs/protocol/web3-rpc.md). */
export function blockJson(block: BlockRecord, whole: boolean): unknown {
  const { header } = block;
  const sealer = header.sealers[header.sealer];
  return {
    baseFeePerGas: "0x0",
    blobGasUsed: "0x0",
    difficulty: "0x0",
    excessBlobGas: "0x0",
    extraData: bytesToHex(header.extraData),
    gasLimit: "0x1c9c380",
    gasUsed: numberToHex(BigInt(header.gasUsed || "0")),
    hash: bytesToHex(header.hash),
    logsBloom: noBloom, // a node leaves it empty in blocks
    miner: sealer ? mixedCase(standardSuite.address(sealer)) : zeroAddress,
    mixHash: zeroHash,
    nonce: "0x0000000000000000",
    number: numberToHex(header.number),
    parentBeaconBlockRoot: zeroHash,
    parentHash: rootHex(header.parentHash),
    receiptsRoot: rootHex(header.receiptsRoot),
    sha3Uncles: noUncles,
    size: numberToHex(block.transactions.reduce((sum, { signed }) => sum + signed.length, header.extraData.length)),
    stateRoot: rootHex(header.stateRoot),
    timestamp: numberToHex(Math.floor(header.timestampMs / 1000)),
    totalDifficulty: "0x0",
    transactions: block.transactions.map((record, index) =>
      whole ? transactionJson(block, record, index) : bytesToHex(record.hash),
    ),
    transactionsRoot: rootHex(header.txsRoot),
    uncles: [],
    withdrawals: [],
    withdrawalsRoot: zeroHash,
  };
}

/** Amounts of a native transaction stand as hex text, those of an Ethereum transaction as decimal text; what is neither is none. */
const amount = (text: string): string =>
  /^\d+$/.test(text) ? numberToHex(BigInt(text)) : text.startsWith("0x") ? text : "0x0";

/** A transaction in Ethereum's form. A native one is shown as a legacy one whose nonce is its text behind `0x`. */
export function transactionJson(block: BlockRecord, record: TransactionRecord, index: number): unknown {
  const transaction = decodeSignedTransaction(record.signed);
  const { data, signature } = transaction;
  const ethereum = ethereumMembers(transaction);
  const fees = !ethereum || ethereum.type >= 2;
  return {
    ...ethereum?.members,
    blockHash: bytesToHex(block.header.hash),
    blockNumber: numberToHex(block.header.number),
    chainId: ethereum ? amount(data.chainId) : "0x0",
    from: mixedCase(bytesToHex(record.sender)),
    gas: numberToHex(BigInt.asUintN(64, data.gasLimit)),
    gasPrice: amount(data.gasPrice),
    hash: bytesToHex(record.hash),
    input: bytesToHex(data.input),
    maxFeePerGas: fees ? amount(data.maxFeePerGas) : undefined,
    maxPriorityFeePerGas: fees ? amount(data.maxPriorityFeePerGas) : undefined,
    nonce: ethereum ? data.nonce : `0x${data.nonce}`,
    r: numberToHex(numberOfBytes(signature.subarray(0, 32))),
    s: numberToHex(numberOfBytes(signature.subarray(32, 64))),
    to: data.to === "" ? null : mixedCase(data.to),
    transactionIndex: numberToHex(index),
    type: numberToHex(ethereum?.type ?? 0),
    v: numberToHex(signature[64] ?? 0),
    value: amount(data.value),
  };
}

/**
 * A receipt. In its logs the node writes the index as the hex of the hex text, which clients must expect. The classic executor neither sums
 * gas nor makes a bloom filter, and leaves places at 0.
 */
export function receiptJson(block: BlockRecord, receipt: ReceiptRecord, index: number, isBaseline: boolean): unknown {
  const record = block.transactions[index] as TransactionRecord;
  const transaction = decodeSignedTransaction(record.signed);
  const { data } = transaction;
  const before = block.receipts.slice(0, isBaseline ? index : 0);
  const place = numberToHex(isBaseline ? index : 0);
  const firstLog = before.reduce((sum, { logs }) => sum + logs.length, 0);
  const common = { blockHash: bytesToHex(block.header.hash), blockNumber: numberToHex(block.header.number) };
  const cumulative = before.reduce((sum, { gasUsed }) => sum + BigInt(gasUsed), BigInt(receipt.gasUsed));
  return {
    ...common,
    contractAddress: receipt.contractAddress ? mixedCase(receipt.contractAddress) : null,
    cumulativeGasUsed: numberToHex(isBaseline ? cumulative : 0n),
    effectiveGasPrice: receipt.effectiveGasPrice || "0x0",
    from: mixedCase(bytesToHex(record.sender)),
    gasUsed: numberToHex(BigInt(receipt.gasUsed)),
    logs: receipt.logs.map((log, position) => ({
      ...common,
      address: mixedCase(log.address),
      data: bytesToHex(log.data),
      logIndex: numberToHex(firstLog + position),
      removed: false,
      topics: log.topics.map(bytesToHex),
      transactionHash: bytesToHex(record.hash),
      transactionIndex: `0x${textHex(place)}`,
    })),
    logsBloom: isBaseline ? bloomOf(receipt.logs) : "0x",
    status: receipt.status === 0 ? "0x1" : "0x0",
    to: data.to === "" ? null : mixedCase(data.to),
    transactionHash: bytesToHex(record.hash),
    transactionIndex: place,
    type: numberToHex(ethereumMembers(transaction)?.type ?? 0),
  };
}
