import { hexToBytes, isHexDigits } from "../../crypto/bytes/hex";
import { decodeSignedTransaction, type SignedTransaction } from "../encoding/signedTransaction";
import type { ChainError } from "../errors/chainError";
import { clientError } from "../errors/clientError";

/** Of a secp256k1 signature. One of SM2 is longer, and says nothing of how to recover its key. */
const signatureLength = 65;
const maxRecoveryId = 3;
const maxVersion = 2;

/** @returns undefined for what isn't hex: a node refuses it by itself */
function bytesOf(value: unknown): Uint8Array | undefined {
  if (typeof value !== "string") return undefined;
  const digits = value.replace(/^0x/i, "");
  return isHexDigits(digits) ? hexToBytes(digits.length % 2 === 0 ? digits : `0${digits}`) : undefined;
}

const endsProcess = (signature: Uint8Array): boolean =>
  signature.length === signatureLength && (signature.at(-1) ?? 0) > maxRecoveryId;

const recoveryId = (id: number): ChainError => clientError("endsNodes", { recoveryId: id, max: maxRecoveryId });

function nativeHarm(bytes: Uint8Array): ChainError | undefined {
  let transaction: SignedTransaction;
  try {
    transaction = decodeSignedTransaction(bytes);
  } catch {
    return undefined; // what can't be read isn't executed
  }
  const { data, signature, type } = transaction;
  if (type === 0 && (data.version < 0 || data.version > maxVersion))
    return clientError("stopsChain", { version: data.version, max: maxVersion });
  return endsProcess(signature) ? recoveryId(signature.at(-1) ?? 0) : undefined;
}

/** Where an item of RLP has its bytes, and where the next one begins; undefined for what runs out of the text. */
function rlpItem(bytes: Uint8Array, at: number): { readonly start: number; readonly end: number } | undefined {
  const head = bytes[at];
  if (head === undefined) return undefined;
  if (head < 0x80) return { start: at, end: at + 1 };
  const base = head < 0xc0 ? 0x80 : 0xc0;
  if (head - base <= 55) return { start: at + 1, end: at + 1 + head - base };
  const digits = head - base - 55;
  let length = 0;
  for (const digit of bytes.subarray(at + 1, at + 1 + digits)) length = length * 256 + digit;
  return { start: at + 1 + digits, end: at + 1 + digits + length };
}

/** The y parity of a typed Ethereum transaction: the item before r and s, which are the last ones. */
function typedParity(bytes: Uint8Array): number | undefined {
  const list = rlpItem(bytes, 1);
  if (!list || list.end > bytes.length) return undefined;
  let last: (readonly [start: number, end: number])[] = [];
  for (let at = list.start; at < list.end; ) {
    const item = rlpItem(bytes, at);
    if (!item || item.end > list.end) return undefined;
    last = [...last.slice(-2), [item.start, item.end]];
    at = item.end;
  }
  const [parity] = last;
  if (last.length < 3 || !parity) return undefined;
  let value = 0;
  for (const digit of bytes.subarray(parity[0], parity[1]))
    value = Math.min(value * 256 + digit, Number.MAX_SAFE_INTEGER);
  return value;
}

/** Legacy ones begin with a list: their `v` harms no node. */
function ethereumHarm(bytes: Uint8Array): ChainError | undefined {
  const type = bytes[0] ?? 0xff;
  const parity = type > 0 && type < 0x80 ? typedParity(bytes) : undefined;
  return parity !== undefined && parity > maxRecoveryId ? recoveryId(parity) : undefined;
}

/**
 * Why a request must not reach any node: a recovery byte above 3 ends the process of nodes up to 3.17.0, and a native transaction of a
 * version above 2 stops a whole chain of 3.17.0 (docs/protocol/release-3.17.md). What a node merely refuses
 * is the node's to say.
 */
export function harmOf(method: string, params: readonly unknown[]): ChainError | undefined {
  const [first, , third, , fifth] = params;
  const given = { sendTransaction: third, call: fifth, eth_sendRawTransaction: first }[method];
  const bytes = given === undefined ? undefined : bytesOf(given);
  if (!bytes) return undefined;
  switch (method) {
    case "sendTransaction":
      return nativeHarm(bytes);
    case "call":
      return endsProcess(bytes) ? recoveryId(bytes.at(-1) ?? 0) : undefined;
    default:
      return ethereumHarm(bytes);
  }
}
