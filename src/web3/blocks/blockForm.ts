import { numberToHex } from "../../crypto/bytes/hex";
import type { AnswerContext } from "../model/answerContext";
import { isObject, type JsonObject } from "../model/values";
import { transactionForm } from "./transactionForm";

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
