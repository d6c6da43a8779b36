import * as v from "valibot";
import { clientError } from "../chain/errors/clientError";
import { type Hex, hexToBytes, isSameAddress } from "../crypto/bytes/hex";
import type { ReadableRequest } from "../crypto/readableRequest";
import { parseBoundedJson } from "../text/limits/boundedJson";
import { mebibyte } from "../text/limits/sizes";
import { type ReceivedRequest, receivedRequest } from "./received";

/** A request of a mebibyte has its bytes twice, in hex. */
export const maxRequestFileBytes = 5 * mebibyte;
const limits = { characters: maxRequestFileBytes, depth: 20, values: 20_000 };

const file = v.strictObject({
  chainside: v.literal("request"),
  version: v.literal(1),
  hash: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{64}$/)),
  request: v.unknown(),
  signature: v.optional(v.pipe(v.string(), v.regex(/^0x(?:[0-9a-fA-F]{2}){64,200}$/))),
});

/** A request that goes from one machine to another, as it was read and checked. */
export interface RequestFile extends ReceivedRequest {
  /** Of the account that the request names, over these bytes; undefined until it is signed. */
  readonly signature: Uint8Array | undefined;
}

/** What a request is written as. @param signature once it is signed */
export function requestFileText(request: ReadableRequest, hash: string, signature?: Hex): string {
  const content = { chainside: "request", version: 1, hash, request, ...(signature ? { signature } : {}) };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

function jsonOf(text: string): unknown {
  try {
    return parseBoundedJson(text, limits);
  } catch (cause) {
    throw clientError("requestUnreadable", { field: "JSON" }, { cause });
  }
}

/**
 * Reads a file that came from another machine: nothing of it is believed (`receivedRequest`), its signature neither.
 * @throws ChainError usage `requestUnreadable`, `requestDiffers`, `signatureOfAnother`, and what `receivedRequest` throws
 */
export function readRequestFile(text: string): RequestFile {
  const read = v.safeParse(file, jsonOf(text));
  if (!read.success) throw clientError("requestUnreadable", { field: v.getDotPath(read.issues[0]) ?? "JSON" });
  const { hash, request, signature } = read.output;
  const received = receivedRequest(request, { hash });
  if (signature === undefined) return { ...received, signature: undefined };
  const { transaction, claimed } = received;
  const bytes = hexToBytes(signature);
  const signer = transaction.suite.signer(hexToBytes(transaction.hash), bytes);
  if (!signer || !isSameAddress(transaction.suite.address(signer), claimed.from))
    throw clientError("signatureOfAnother", { address: claimed.from });
  return { ...received, signature: bytes };
}
