import type { DecodedCall } from "../chain/abi/contractInterface";
import { decodedText } from "../chain/abi/namedValue";
import { precompiledAt, precompiledInterface } from "../chain/abi/precompiledContracts";
import { clientError } from "../chain/errors/clientError";
import { encodeTransactionData } from "../chain/transaction/transactionData";
import { bytesToHex } from "../crypto/bytes/hex";
import type { ReadableRequest } from "../crypto/readableRequest";
import { dataOf, type ShownRequest, sentenceOf } from "./request";

/** The call that the bytes make, by the contract's own interface or that of a built-in one; undefined where neither reads it. */
export function callOf({ transaction, abi }: Pick<ShownRequest, "transaction" | "abi">): DecodedCall | undefined {
  if (!transaction || transaction.data.to === "") return undefined;
  const builtIn = precompiledAt(transaction.data.to);
  const known = builtIn ? precompiledInterface(builtIn, transaction.suite) : abi;
  return known?.decodeCall(dataOf(transaction));
}

/** A request as plain data, made of the very bytes: for signers that show it or refuse it, and for the record of what was signed. */
export function readableRequest(request: ShownRequest): ReadableRequest {
  const { transaction, act, place, from } = request;
  if (!transaction || !from) throw clientError("consentForAnother", {});
  const { suite, data } = transaction;
  const { weight, warnings, notes, recipient } = act;
  const { connection: _, ...chain } = place;
  const call = callOf(request);
  return {
    version: 1,
    sentence: sentenceOf(request),
    weight,
    chain,
    suite: suite.name,
    from: from.address,
    to: data.to,
    ...(recipient ? { recipient } : {}),
    ...(call
      ? {
          method: call.signature,
          arguments: call.arguments.map((each) => ({ name: each.name, type: each.type, value: decodedText(each) })),
        }
      : {}),
    value: data.value,
    nonce: data.nonce,
    blockLimit: String(data.blockLimit),
    data: { bytes: data.input.length, hash: bytesToHex(suite.hash(data.input)), hex: dataOf(transaction) },
    consequences: [...warnings, ...notes],
    transaction: bytesToHex(encodeTransactionData(data)),
  };
}
