import * as v from "valibot";
import { decodeTransactionData, encodeTransactionData, type TransactionData } from "../chain/encoding/transactionData";
import { callOf, callTitle } from "../chain/transaction/readableTransaction";
import { type UnsignedTransaction, unsignedTransaction } from "../chain/transaction/signTransaction";
import { canBeCutOtherwise, isUsualNonce, unforeseen } from "../chain/transaction/unforeseen";
import { type Address, bytesToHex, type Hex, hexToBytes, isAddress, isSameAddress } from "../crypto/bytes/hex";
import type { ReadableRequest } from "../crypto/readableRequest";
import { cryptoSuite } from "../crypto/suites";
import { clientError, excerpt } from "../errors/clientError";
import { t } from "../text/catalogue";
import { listed, noted } from "../text/joining";
import { type Act, heaviest, type ShownRequest, weights } from "./request";

/** What is taken of one text, and of a list of them: more than a person reads. */
const [maxText, maxItems] = [100_000, 1000];

export const short = v.pipe(v.string(), v.maxLength(200));
export const words = v.pipe(v.string(), v.maxLength(maxText));
export const hex = v.pipe(v.string(), v.regex(/^0x(?:[0-9a-fA-F]{2})*$/));

const readable = v.object({
  version: v.literal(1),
  sentence: words,
  weight: v.picklist(weights),
  chain: v.object({ chainId: short, groupId: short, genesisHash: v.optional(short) }),
  suite: v.picklist(["standard", "sm"]),
  from: short,
  to: short,
  recipient: v.optional(v.object({ name: words, foundBy: words })),
  method: v.optional(words),
  arguments: v.optional(
    v.pipe(v.array(v.object({ name: v.optional(short), type: words, value: v.string() })), v.maxLength(maxItems)),
  ),
  value: short,
  nonce: short,
  blockLimit: short,
  data: v.object({ bytes: v.number(), hash: short, hex }),
  consequences: v.pipe(v.array(words), v.maxLength(maxItems)),
  transaction: hex,
});

/** A request that came from elsewhere: what its bytes say, and what else was claimed. */
export interface ReceivedRequest {
  /** Read from the bytes, and hashed here. */
  readonly transaction: UnsignedTransaction;
  /** The asker's word, but for what the bytes say, which was compared. */
  readonly claimed: ReadableRequest;
}

export const differs = (field: string): Error => clientError("requestDiffers", { field });

export const sameText = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Whether there is a member that this version's hash leaves out: what no signature covers could be changed behind it. */
function hasUnsigned(data: TransactionData): boolean {
  const amounts = [data.value, data.gasPrice, data.maxFeePerGas, data.maxPriorityFeePerGas];
  if (data.version < 1 && (amounts.some((amount) => amount !== "") || data.gasLimit !== 0n)) return true;
  return data.version < 2 && data.extension.length > 0;
}

function transactionIn({ transaction, suite }: Pick<ReadableRequest, "transaction" | "suite">): UnsignedTransaction {
  const bytes = hexToBytes(transaction);
  const data = decodeTransactionData(bytes);
  // Only what reads back to the same bytes was read whole: nothing behind it, nothing that was passed over, no second way to write it.
  if (!sameText(bytesToHex(encodeTransactionData(data)), transaction) || hasUnsigned(data))
    throw differs("transaction");
  // A nonce that is a text may as well be a nonce, an address, and a call of that address: all of it is signed without lengths.
  if (!isUsualNonce(data.nonce)) throw clientError("requestUnreadable", { field: "nonce" });
  return unsignedTransaction(cryptoSuite(suite), data);
}

/** The first member of the request that says something else than the bytes. */
function differingField({ claimed, transaction }: ReceivedRequest): string | undefined {
  const { data, suite } = transaction;
  const { chain } = claimed;
  const equal: readonly (readonly [string, boolean])[] = [
    ["chain.chainId", chain.chainId === data.chainId],
    ["chain.groupId", chain.groupId === data.groupId],
    ["to", claimed.to === data.to],
    ["value", claimed.value === data.value],
    ["nonce", claimed.nonce === data.nonce],
    ["blockLimit", claimed.blockLimit === String(data.blockLimit)],
    ["data.bytes", claimed.data.bytes === data.input.length],
    ["data.hash", sameText(claimed.data.hash, bytesToHex(suite.hash(data.input)))],
    ["data.hex", sameText(claimed.data.hex, bytesToHex(data.input))],
  ];
  return equal.find(([, same]) => !same)?.[0];
}

/**
 * Reads a request that came from elsewhere. Nothing of it is believed: its transaction is decoded and hashed here, and whatever says
 * something else is refused.
 * @param value JSON
 * @param hash that is asked for
 * @param from the account that shall sign
 * @throws ChainError usage `requestUnreadable`, `requestDiffers`, and what `unsignedTransaction` throws; decode `malformedTars`
 */
export function receivedRequest(value: unknown, { hash, from }: { hash: string; from?: string }): ReceivedRequest {
  const read = v.safeParse(readable, value);
  if (!read.success) {
    const [issue] = read.issues;
    throw clientError("requestUnreadable", { field: excerpt(v.getDotPath(issue) ?? "request") });
  }
  const claimed = read.output as ReadableRequest;
  const received = { transaction: transactionIn(claimed), claimed };
  const field = differingField(received);
  if (field !== undefined) throw differs(field);
  if (!sameText(hash, received.transaction.hash)) throw differs("hash");
  if (!isAddress(claimed.from) || (from !== undefined && !isSameAddress(claimed.from, from))) throw differs("from");
  return received;
}

/** What this side knows of a request that came from elsewhere. */
interface KnownHere {
  /** Of the contract, by a file of this side: the asker's isn't taken. */
  readonly abi?: ShownRequest["abi"] | undefined;
  readonly lines?: Act["lines"];
  readonly recipient?: Act["recipient"];
  readonly label?: string;
  /** Block 0 as the person here knows it: no transaction carries it. */
  readonly genesisHash?: Hex | undefined;
}

/** What the asker says and no byte proves. Beside a call that is known here, their reading of it isn't shown. */
function claimedLines({ claimed }: ReceivedRequest, isKnown: boolean): Act["lines"] {
  const { chain, sentence, recipient, method, arguments: values = [], consequences } = claimed;
  const call = method === undefined ? "" : `${method} ${listed(values.map(({ name, value }) => `${name}: ${value}`))}`;
  return [
    { label: t("The asker says"), value: sentence },
    ...(chain.genesisHash === undefined ? [] : [{ label: t("The asker says of block 0"), value: chain.genesisHash }]),
    ...(recipient
      ? [{ label: t("The asker says of the recipient"), value: noted(recipient.name, recipient.foundBy) }]
      : []),
    ...(isKnown || call === "" ? [] : [{ label: t("The asker says of the call"), value: call }]),
    ...consequences.map((value) => ({ label: t("The asker says that"), value })),
  ];
}

/**
 * A request that came from elsewhere, as it is shown here: what is said of it is read from the bytes, and the asker's words are marked.
 * @throws ChainError usage `requestDiffers` where the asker says something else of the function or of block 0 than is known here
 */
export function shownHere(received: ReceivedRequest, known: KnownHere = {}): Omit<ShownRequest, "hash" | "part"> {
  const { transaction, claimed } = received;
  const { chainId, groupId } = transaction.data;
  const { abi, lines = [], recipient, label, genesisHash } = known;
  const read = { transaction, ...(abi ? { abi } : {}) };
  const call = callOf(transaction, abi);
  if (call && claimed.method !== undefined && claimed.method !== call.signature) throw differs("method");
  if (genesisHash !== undefined && !sameText(claimed.chain.genesisHash ?? genesisHash, genesisHash))
    throw differs("chain.genesisHash");
  const { to } = transaction.data;
  const { weight, target = to === "" ? groupId : to } = unforeseen(transaction);
  const act: Act = {
    title: callTitle(transaction, abi),
    lines: [...lines, ...claimedLines(received, call !== undefined)],
    notes: [],
    warnings: [
      ...(call || to === "" || transaction.data.input.length === 0 ? [] : [t("What it does can't be read here.")]),
      ...(canBeCutOtherwise(transaction.data)
        ? [
            t(
              "The call data holds the text of an address or an amount. With this signature, the asker could also send the same bytes as another call, so sign only for an asker you trust.",
            ),
          ]
        : []),
    ],
    // The asker may make it heavier, not lighter.
    weight: heaviest(weight, claimed.weight),
    target,
    ...(recipient ? { recipient } : {}),
  };
  const from = { address: claimed.from as Address, ...(label === undefined ? {} : { label }) };
  // Chain and group are in the bytes; what the asker calls the connection isn't.
  const place = { connection: chainId, chainId, groupId, ...(genesisHash === undefined ? {} : { genesisHash }) };
  return { ...read, act, place, from };
}
