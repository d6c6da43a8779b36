import { bytesToHex } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import type { ReadableRequest } from "../../crypto/readableRequest";
import { t } from "../../text/catalogue";
import type { ContractInterface, DecodedCall } from "../abi/contractInterface";
import { decodedText } from "../abi/namedValue";
import { precompiledAt, precompiledInterface } from "../abi/precompiledContracts";
import { encodeTransactionData, type TransactionData } from "../encoding/transactionData";

/** A transaction whose bytes are settled. */
interface Settled {
  readonly suite: CryptoSuite;
  readonly data: Readonly<TransactionData>;
}

/** The call that the bytes make, by the interface of a built-in contract or a known one; undefined where neither reads it. */
export function callOf({ suite, data }: Settled, abi?: ContractInterface): DecodedCall | undefined {
  if (data.to === "") return undefined;
  const builtIn = precompiledAt(data.to);
  const known = builtIn ? precompiledInterface(builtIn, suite) : abi;
  return known?.decodeCall(bytesToHex(data.input));
}

/** What the bytes do, where the act wasn't declared. */
export function callTitle(transaction: Settled, abi?: ContractInterface): string {
  const { to, input } = transaction.data;
  if (to === "") return t("Deploy a contract");
  const name = precompiledAt(to) ?? to;
  const call = callOf(transaction, abi);
  if (call) return t("Call {0} of {1}", call.name, name);
  return input.length === 0
    ? t("Send an amount to {0}", name)
    : t("Send {0} bytes of call data to {1}", input.length, name);
}

/** What an operation declares of the act. */
type Declared = Partial<Pick<ReadableRequest, "sentence" | "chain" | "recipient" | "consequences">> & {
  /** Where no operation says it: what the bytes can come to at worst (`unforeseen`). */
  readonly weight: ReadableRequest["weight"];
  /** Of the contract that is called. */
  readonly abi?: ContractInterface | undefined;
};

/**
 * A transaction as plain data, made of the very bytes: for signers that show it or refuse it, and for the record of what was signed.
 */
export function readableTransaction(
  transaction: Settled,
  from: string,
  { abi, sentence, weight, chain, recipient, consequences = [] }: Declared,
): ReadableRequest {
  const { suite, data } = transaction;
  const { chainId, groupId } = data;
  const call = callOf(transaction, abi);
  return {
    version: 1,
    sentence: sentence ?? t("{0}, as {1} on {2}", callTitle(transaction, abi), from, `${chainId} · ${groupId}`),
    weight,
    chain: { ...chain, chainId, groupId },
    suite: suite.name,
    from,
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
    data: { bytes: data.input.length, hash: bytesToHex(suite.hash(data.input)), hex: bytesToHex(data.input) },
    consequences,
    transaction: bytesToHex(encodeTransactionData(data)),
  };
}
