// What Ethereum's tools read, made of what a FISCO BCOS node says. What such a chain doesn't have is null or zero (docs/sdk.md).

import { amountOf, bytesToKey, type Hex, hexToBytes, numberToHex, zeroAddress, zeroHash } from "../../crypto/bytes/hex";

// as much of what a node answers as is read here, by the core's types and by those of the SDK
interface Transaction {
  readonly hash: Hex;
  readonly from: string;
  readonly to: string;
  readonly input: Hex;
  readonly nonce: string;
  readonly signature: string;
  readonly value?: string | undefined;
  readonly groupID?: string | undefined;
  readonly gasPrice?: string | undefined;
  readonly gasLimit?: number | bigint | undefined;
  readonly maxFeePerGas?: string | undefined;
}

interface LogEntry {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

interface Receipt {
  readonly transactionHash: string;
  readonly blockNumber: number;
  readonly status: number;
  readonly gasUsed: string;
  readonly contractAddress: string;
  readonly to?: string | null | undefined;
  readonly logEntries: readonly LogEntry[];
  readonly effectiveGasPrice?: string | undefined;
}

interface Block {
  readonly hash: Hex;
  readonly number: number;
  readonly timestamp: number;
  readonly parentInfo: readonly { readonly blockHash: Hex }[];
  readonly extraData: string;
  readonly gasUsed: string;
  readonly stateRoot: Hex;
  readonly receiptsRoot: Hex;
  readonly txsRoot: Hex;
  readonly transactions?: readonly (Hex | Transaction)[] | undefined;
}

/** An event in its place. */
interface PlacedLog extends LogEntry {
  readonly blockNumber: number;
  readonly transactionHash: string;
  readonly transactionIndex: number;
  readonly logIndex: number;
}

/** A number as Ethereum's JSON-RPC writes it: `0x1f`. */
export const quantity = (value: number | bigint | string): Hex => numberToHex(amountOf(String(value)));

const isAddress = /^(?:0x)?[0-9a-f]{40}$/i;

/**
 * An address of the node's with `0x`; null for none. Where another thing is named, such as a file of BFS (`/apps/Token`), Ethereum has no
 * word for it: null, too.
 */
const addressOrNull = (address: string | null | undefined): Hex | null =>
  address && isAddress.test(address) ? (`0x${address.replace(/^0x/i, "").toLowerCase()}` as Hex) : null;

/** Where a transaction stands. */
export interface TransactionPosition {
  readonly blockHash: Hex;
  readonly blockNumber: number;
  readonly index: number;
}

/** r, s, and v of a signature of secp256k1; of SM2 there are none. */
function signatureForm(signature: string): { readonly r: Hex; readonly s: Hex; readonly v: Hex } {
  const digits = signature.replace(/^0x/i, "");
  if (digits.length !== 130) return { r: zeroHash, s: zeroHash, v: "0x1b" };
  const parity = Number.parseInt(digits.slice(128), 16);
  return {
    r: `0x${digits.slice(0, 64)}`,
    s: `0x${digits.slice(64, 128)}`,
    v: quantity(parity < 27 ? parity + 27 : parity),
  };
}

/** The nonce of an Ethereum transaction: hex of its text, or the text itself. */
function counterOf(printed: string): bigint {
  const text = /^(?:[0-9a-f]{2})+$/i.test(printed) ? bytesToKey(hexToBytes(printed)) : printed;
  return /^(?:\d{1,20}|0x[0-9a-f]{1,16})$/i.test(text) ? BigInt(text) : 0n;
}

/**
 * What a node says more of a transaction that came over its web3 port, which names no group: its nonce counts, and `v` is that of EIP-155.
 * Its type is not told; one with fees is of EIP-1559.
 */
function ethereumForm({ nonce, gasPrice, gasLimit, maxFeePerGas, signature }: Transaction, chainId: number): object {
  const parity = Number.parseInt(signature.replace(/^0x/i, "").slice(128), 16) % 2;
  const hasFees = maxFeePerGas !== undefined && maxFeePerGas !== "";
  return {
    nonce: numberToHex(counterOf(nonce)),
    gas: quantity(String(gasLimit ?? "")),
    gasPrice: quantity((hasFees ? maxFeePerGas : gasPrice) ?? ""),
    type: hasFees ? "0x2" : "0x0",
    ...(hasFees ? { maxFeePerGas: quantity(maxFeePerGas), maxPriorityFeePerGas: "0x0", accessList: [] } : {}),
    v: hasFees ? numberToHex(parity) : numberToHex(chainId * 2 + 35 + parity),
    ...(hasFees ? { yParity: numberToHex(parity) } : {}),
  };
}

/** A transaction as `eth_getTransactionByHash` gives it. */
export function transactionForm(transaction: Transaction, place: TransactionPosition, chainId: number): object {
  const { hash, from, to, input, value, signature } = transaction;
  return {
    ...placeForm(place),
    hash,
    from: addressOrNull(from) ?? zeroAddress,
    to: addressOrNull(to),
    input,
    value: quantity(value ?? ""),
    nonce: "0x0",
    gas: "0x0",
    gasPrice: "0x0",
    type: "0x0",
    chainId: quantity(chainId),
    ...signatureForm(signature),
    ...(transaction.groupID === "" ? ethereumForm(transaction, chainId) : {}),
  };
}

const placeForm = ({ blockHash, blockNumber, index }: TransactionPosition) => ({
  blockHash,
  blockNumber: quantity(blockNumber),
  transactionIndex: quantity(index),
});

/** A log as `eth_getLogs` gives it. `logIndex` counts in the transaction, not in the block: a node says no other. */
export function logForm(log: PlacedLog, blockHash: Hex): object {
  const { address, topics, data, blockNumber, transactionHash, transactionIndex, logIndex } = log;
  return {
    ...placeForm({ blockHash, blockNumber, index: transactionIndex }),
    address: addressOrNull(address) ?? zeroAddress,
    topics,
    data,
    transactionHash,
    logIndex: quantity(logIndex),
    removed: false,
  };
}

/** A receipt as `eth_getTransactionReceipt` gives it: status 1 is success there, 0 every failure. */
export function receiptForm(receipt: Receipt, from: string, place: TransactionPosition): object {
  const { transactionHash, blockNumber, status, gasUsed, contractAddress, to, logEntries } = receipt;
  const logs = logEntries.map(({ address, topics, data }, logIndex) =>
    logForm(
      {
        address,
        topics,
        data,
        blockNumber,
        transactionHash,
        transactionIndex: place.index,
        logIndex,
      },
      place.blockHash,
    ),
  );
  return {
    ...placeForm(place),
    transactionHash,
    from: addressOrNull(from) ?? zeroAddress,
    to: addressOrNull(to),
    contractAddress: status === 0 ? addressOrNull(contractAddress) : null,
    status: status === 0 ? "0x1" : "0x0",
    gasUsed: quantity(gasUsed),
    cumulativeGasUsed: quantity(gasUsed),
    effectiveGasPrice: quantity(receipt.effectiveGasPrice ?? ""),
    logs,
    logsBloom: `0x${"0".repeat(512)}`,
    type: "0x0",
  };
}

/** A block as `eth_getBlockByNumber` gives it: its time in seconds. */
export function blockForm(block: Block, chainId: number): object {
  const { hash, number, timestamp, parentInfo, extraData, gasUsed, stateRoot, receiptsRoot, txsRoot } = block;
  const { transactions = [] } = block;
  return {
    hash,
    number: quantity(number),
    timestamp: quantity(Math.floor(timestamp / 1000)),
    parentHash: parentInfo[0]?.blockHash ?? zeroHash,
    miner: zeroAddress,
    extraData,
    gasUsed: quantity(gasUsed),
    gasLimit: "0x0",
    difficulty: "0x0",
    totalDifficulty: "0x0",
    nonce: "0x0000000000000000",
    stateRoot,
    receiptsRoot,
    transactionsRoot: txsRoot,
    uncles: [],
    transactions: transactions.map((each, index) =>
      typeof each === "string" ? each : transactionForm(each, { blockHash: hash, blockNumber: number, index }, chainId),
    ),
  };
}
