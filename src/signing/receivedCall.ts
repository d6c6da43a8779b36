import * as v from "valibot";
import type { ContractInterface } from "../chain/abi/contractInterface";
import { decodedCall } from "../chain/abi/namedValue";
import { callPreimage } from "../chain/transaction/signCall";
import { type Address, bytesToHex, type Hex, hexToBytes, isAddress, isSameAddress } from "../crypto/bytes/hex";
import type { CryptoSuite } from "../crypto/cryptoSuite";
import { cryptoSuite } from "../crypto/suites";
import { clientError, excerpt } from "../errors/clientError";
import { t } from "../text/catalogue";
import { differs, hex, sameText, short, words } from "./received";
import type { Act, ShownRequest } from "./request";

const readable = v.object({
  version: v.literal(1),
  kind: v.literal("call"),
  sentence: words,
  chain: v.object({ chainId: short, groupId: short }),
  suite: v.picklist(["standard", "sm"]),
  from: short,
  to: short,
  data: v.object({ bytes: v.number(), hash: short, hex }),
});

/** A signed call that was asked for elsewhere. */
export interface ReceivedCall {
  readonly suite: CryptoSuite;
  /** Hashed here, of recipient and call data. */
  readonly hash: Uint8Array;
  readonly from: Address;
  readonly to: Address;
  readonly data: Uint8Array;
  /** The asker's word, like chain and group: a signed call carries none of them. */
  readonly sentence: string;
  readonly chainId: string;
  readonly groupId: string;
}

/** Whether a request is for a signed call. */
export const isCallRequest = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "kind" in value && value.kind === "call";

/**
 * Reads a request for a signed call. The hash is made here; it is never that of a transaction, which begins with other bytes.
 * @param value JSON
 * @param hash that is asked for
 * @param from the account that shall sign
 * @throws ChainError usage `requestUnreadable`, `requestDiffers`
 */
export function receivedCall(value: unknown, { hash, from }: { hash: string; from: string }): ReceivedCall {
  const read = v.safeParse(readable, value);
  if (!read.success) {
    const [issue] = read.issues;
    throw clientError("requestUnreadable", { field: excerpt(v.getDotPath(issue) ?? "request") });
  }
  const { to, data, sentence, chain, ...claimed } = read.output;
  const suite = cryptoSuite(claimed.suite);
  const bytes = hexToBytes(data.hex);
  if (!isAddress(to)) throw differs("to");
  const own = suite.hash(callPreimage({ to, data: data.hex as Hex }));
  if (!sameText(hash, bytesToHex(own))) throw differs("hash");
  if (data.bytes !== bytes.length) throw differs("data.bytes");
  if (!sameText(data.hash, bytesToHex(suite.hash(bytes)))) throw differs("data.hash");
  if (!isAddress(claimed.from) || !isSameAddress(claimed.from, from)) throw differs("from");
  return { suite, hash: own, from: claimed.from, to, data: bytes, sentence, ...chain };
}

/** A signed call as it is shown here: what it is, what it reads, and what only the asker says. */
export function callShownHere(
  { from, to, data, sentence, chainId, groupId }: ReceivedCall,
  { abi, label, lines }: { abi: ContractInterface | undefined; label: string; lines: Act["lines"] },
): Pick<ShownRequest, "act" | "place" | "from"> {
  const call = abi?.decodeCall(bytesToHex(data));
  const act: Act = {
    title: t("Sign a call, which reads as {0} and can't be sent as a transaction", from),
    lines: [
      { label: t("Contract"), value: to },
      { label: t("Call"), value: call ? decodedCall(call.name, call.arguments) : bytesToHex(data) },
      ...lines,
      { label: t("The asker says"), value: sentence },
    ],
    notes: [],
    warnings: [],
    weight: "ordinary",
  };
  return { act, place: { connection: chainId, chainId, groupId }, from: { address: from, label } };
}
