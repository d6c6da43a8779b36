import { numberToHex } from "../../crypto/bytes/hex";
import type { AnswerContext } from "../model/answerContext";
import { isObject, type JsonObject } from "../model/values";

/** A node makes room for the elements of these lists and puts them behind it: `[null, null, a, b]`. */
const withoutNulls = (list: readonly unknown[]): unknown[] => list.filter((item) => item !== null);

function accessListForm(list: readonly unknown[], { madeUp }: AnswerContext): unknown[] {
  const completed = withoutNulls(list).map((entry) => {
    if (!isObject(entry) || !Array.isArray(entry["storageKeys"])) return entry;
    const keys = withoutNulls(entry["storageKeys"]);
    if (keys.length < entry["storageKeys"].length) madeUp.add("access-list");
    return { ...entry, storageKeys: keys };
  });
  if (completed.length < list.length) madeUp.add("access-list");
  return completed;
}

/** A number that every tool can hold as one. */
const isCounter = (nonce: unknown): boolean =>
  typeof nonce === "string" && /^0x[0-9a-f]{1,16}$/i.test(nonce) && BigInt(nonce) <= BigInt(Number.MAX_SAFE_INTEGER);

/**
 * A transaction as tools expect it, of what a node's web3 port gives: `v` by EIP-155, no `null` in access lists, and a nonce that is a
 * number (a native transaction has a random text in its place, of which 0 is made).
 */
export function transactionForm(transaction: JsonObject, context: AnswerContext): JsonObject {
  const { madeUp } = context;
  const { type, chainId, v, nonce, accessList } = transaction;
  const parity = v === "0x1" ? 1n : 0n;
  const isTyped = typeof type === "string" && type !== "0x0";
  const chain = typeof chainId === "string" && /^0x[0-9a-f]{1,16}$/i.test(chainId) ? BigInt(chainId) : 0n;
  const form: Record<string, unknown> = { ...transaction };
  if (isTyped) form["yParity"] = numberToHex(parity);
  else if (v === "0x0" || v === "0x1") {
    form["v"] = numberToHex(chain === 0n ? 27n + parity : chain * 2n + 35n + parity);
    madeUp.add("signature-v");
    // one that names no chain may run on any: tools take 0 for a chain's ID
    if (chain === 0n) delete form["chainId"];
  }
  if (!isCounter(nonce)) {
    form["nonce"] = "0x0";
    madeUp.add("nonce");
  }
  if (Array.isArray(accessList)) form["accessList"] = accessListForm(accessList, context);
  return form;
}

/** Characters of 32 bytes with their prefix: what Ethereum's blocks have at most. */
const maxExtraData = 66;

/**
 * A block as tools expect it: its transactions in their form, and `extraData` within 32 bytes, where block 0 has the genesis file.
 */
export function blockForm(block: JsonObject, context: AnswerContext): JsonObject {
  const { extraData, transactions } = block;
  const form: Record<string, unknown> = { ...block };
  if (typeof extraData === "string" && extraData.length > maxExtraData) {
    form["extraData"] = extraData.slice(0, maxExtraData);
    context.madeUp.add("extra-data");
  }
  if (Array.isArray(transactions))
    form["transactions"] = transactions.map((each) => (isObject(each) ? transactionForm(each, context) : each));
  return form;
}

/** A block without its transactions, as subscribers to new heads get it. */
export function headForm(block: JsonObject, context: AnswerContext): JsonObject {
  const { transactions: _transactions, ...head } = blockForm(block, context);
  return head;
}

/** The price of gas in the place of the base fee, which a chain with a fixed price doesn't have. */
export const withBaseFee = (block: JsonObject, price: bigint): JsonObject => ({
  ...block,
  baseFeePerGas: numberToHex(price),
});
