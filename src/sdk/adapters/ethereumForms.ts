// What Ethereum's libraries read, made of what a FISCO BCOS node says. What such a chain doesn't have is null or zero (docs/sdk.md).

import { amountOf, numberToHex, zeroAddress, zeroHash } from "../../crypto/bytes/hex";
import type { Block, BlockDetail, Hex, Log, Receipt, Transaction } from "../base/records";

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
  };
}

const placeForm = ({ blockHash, blockNumber, index }: TransactionPosition) => ({
  blockHash,
  blockNumber: quantity(blockNumber),
  transactionIndex: quantity(index),
});

/** A log as `eth_getLogs` gives it. `logIndex` counts in the transaction, not in the block: a node says no other. */
export function logForm(log: Log, blockHash: Hex): object {
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
export function blockForm(block: Block<BlockDetail>, chainId: number): object {
  const { hash, number, timestamp, parentInfo, extraData, gasUsed, stateRoot, receiptsRoot, txsRoot } = block;
  const transactions = "transactions" in block ? (block.transactions as readonly (Hex | Transaction)[]) : [];
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
