import { hexToBytes, isHexDigits } from "../../crypto/bytes/hex";
import type { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { readRawTransaction } from "../encoding/rawTransaction";
import { decodeSignedTransaction, type SignedTransaction } from "../encoding/signedTransaction";

/** Of a secp256k1 signature. One of SM2 is longer, and says nothing of how to recover its key. */
const signatureLength = 65;
const maxRecoveryId = 3;
const maxVersion = 2;
const none = new Uint8Array(0);

/** Nothing for what isn't hex: a node refuses it by itself. */
function bytesOf(value: unknown): Uint8Array {
  if (typeof value !== "string") return none;
  const digits = value.replace(/^0x/i, "");
  return isHexDigits(digits) ? hexToBytes(digits.length % 2 === 0 ? digits : `0${digits}`) : none;
}

const recoveryId = (id: number): ChainError => clientError("endsNodes", { recoveryId: id, max: maxRecoveryId });

function signatureHarm(signature: Uint8Array): ChainError | undefined {
  const last = signature.length === signatureLength ? (signature.at(-1) ?? 0) : 0;
  return last > maxRecoveryId ? recoveryId(last) : undefined;
}

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
  return signatureHarm(signature);
}

/** Legacy ones have no parity: their `v` harms no node. */
function ethereumHarm(bytes: Uint8Array): ChainError | undefined {
  try {
    const { parity } = readRawTransaction(bytes);
    return parity > maxRecoveryId ? recoveryId(Number(parity)) : undefined;
  } catch {
    return undefined; // what can't be read isn't executed
  }
}

/**
 * Why a request must not reach any node: a recovery byte above 3 ends the process of nodes up to 3.17.0, and a native transaction of a
 * version above 2 stops a whole chain of 3.17.0 (docs/protocol/release-3.17.md). What a node merely refuses is the node's to say.
 */
export function harmOf(method: string, params: readonly unknown[]): ChainError | undefined {
  const [first, , third, , fifth] = params;
  switch (method) {
    case "sendTransaction":
      return nativeHarm(bytesOf(third));
    case "call":
      return signatureHarm(bytesOf(fifth));
    case "eth_sendRawTransaction":
      return ethereumHarm(bytesOf(first));
    default:
      return undefined;
  }
}
