import type { RawTransaction } from "../../chain/encoding/rawTransaction";
import { bytesToHex, hexToBytes, numberToHex } from "../../crypto/bytes/hex";
import { standardSuite } from "../../crypto/suites";
import { readEthereumTransaction } from "../../devchain/web3/ethereumTransaction";
import { readData } from "../model/values";
import { errorCodes, invalidParams, Web3Error } from "../model/web3Error";

/** A signed transaction that a tool sends. */
export interface SentTransaction {
  /** As it came, in lower case. */
  readonly raw: string;
  readonly hash: string;
  /** In lower case. */
  readonly from: string;
  readonly nonce: bigint;
  /** The chain that its signature names; undefined where it names none. */
  readonly chainId: bigint | undefined;
  readonly fields: RawTransaction;
}

/** Longest raw transaction: a node takes bodies of 10 MB. */
const maxLength = 10 * 1024 * 1024;

/** Types of transactions that a node takes. */
const lastType = 3;

/**
 * Reads a raw transaction; its hash and sender are worked out here.
 * @throws Web3Error −32602 for what is none, −32000 for one of a type that nodes don't take
 */
export function readSentTransaction(raw: unknown): SentTransaction {
  const text = readData(raw, "transaction");
  if (text.length > maxLength) throw invalidParams("oversized data");
  const type = Number(text.slice(0, 4));
  if (type > lastType && type < 0x80)
    throw new Web3Error(
      errorCodes.server,
      `transaction type not supported: ${type}; nodes take the types 0 to ${lastType}`,
    );
  try {
    const { from, hash, fields } = readEthereumTransaction(text);
    // a node cuts what doesn't fit, and the tool would wait for another hash
    if (hash !== bytesToHex(standardSuite.hash(hexToBytes(text)))) throw new Error("its encoding isn't canonical RLP");
    const { nonce, chainId } = fields;
    return { raw: text, hash: hash.toLowerCase(), from: from.toLowerCase(), nonce, chainId, fields };
  } catch (error) {
    throw invalidParams(`invalid transaction: ${error instanceof Error ? error.message : "it can't be decoded"}`);
  }
}

/** As `eth_getTransactionByHash` shows one that is in no block yet. */
export function pendingForm({ hash, from, nonce, chainId, fields }: SentTransaction): object {
  const { type, to, value, data, gas, maxFeePerGas, maxPriorityFeePerGas, accessList, parity, r, s } = fields;
  const part = (bytes: Uint8Array): string => numberToHex(BigInt(bytesToHex(bytes)));
  const legacyV = chainId === undefined ? parity + 27n : chainId * 2n + 35n + parity;
  return {
    blockHash: null,
    blockNumber: null,
    transactionIndex: null,
    hash,
    from,
    to: to ? bytesToHex(to) : null,
    nonce: numberToHex(nonce),
    value: numberToHex(value),
    input: bytesToHex(data),
    gas: numberToHex(gas),
    gasPrice: numberToHex(maxFeePerGas),
    type: numberToHex(type),
    r: part(r),
    s: part(s),
    ...(chainId === undefined ? {} : { chainId: numberToHex(chainId) }),
    ...(type >= 2
      ? { maxFeePerGas: numberToHex(maxFeePerGas), maxPriorityFeePerGas: numberToHex(maxPriorityFeePerGas) }
      : {}),
    ...(type === 0
      ? { v: numberToHex(legacyV) }
      : {
          v: numberToHex(parity),
          yParity: numberToHex(parity),
          accessList: accessList.map(({ address, storageKeys }) => ({
            address: bytesToHex(address),
            storageKeys: storageKeys.map(bytesToHex),
          })),
        }),
  };
}
