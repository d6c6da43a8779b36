import { ChainError } from "../../errors/chainError";
import { neverSent } from "../../errors/nodeError";

/** Who refused a transaction: it never left, the node's interface did before its pool saw it, or the pool did. */
export type Refuser = "connection" | "node" | "pool";

/**
 * What an answer to a sending says of the transaction. `known`: these very bytes are in a pool or in a block. `nonceUsed`: they, or
 * another transaction of the same nonce. `dropped`: a pool had them and let them go. `open`: nothing.
 */
export type SendingMeaning =
  | { readonly kind: "refused"; readonly by: Refuser }
  | { readonly kind: "known" | "nonceUsed" | "dropped" | "open" };

const byPool: SendingMeaning = { kind: "refused", by: "pool" };
const byNode: SendingMeaning = { kind: "refused", by: "node" };

/** The pool's numbers (docs/protocol/errors.md, "Error and status numbers"). One that isn't here leaves open what became of it. */
const poolCodes: Readonly<Record<number, SendingMeaning>> = {
  10000: { kind: "nonceUsed" },
  10001: byPool, // block limit
  10002: byPool, // pool is full
  10003: byPool, // malformed
  10004: { kind: "known" }, // in the pool
  10005: { kind: "known" }, // in the chain
  10006: byPool, // chain ID
  10007: byPool, // group ID
  10008: byPool, // signature
  10009: byPool, // no member of the group
  10010: { kind: "dropped" },
  10011: { kind: "known" }, // came from a peer before
  10012: byPool, // value
  10013: byPool, // init code
  10014: byPool, // sender with code
  10015: byPool, // balance
};

/** Numbers of the node's interface that stand before its pool. All others, time-outs of services among them, leave it open. */
const interfaceCodes: Readonly<Record<number, SendingMeaning>> = {
  [-32700]: byNode,
  [-32600]: byNode,
  [-32601]: byNode,
  [-32602]: byNode,
  [-32000]: byNode,
  [-32004]: byNode,
  [-320004]: byNode,
  [-32005]: byNode,
  [-1]: byNode, // can't be decoded
};

/** Words of ours for what isn't sent at all. */
const unsentCodes: ReadonlySet<number | string> = new Set(["methodTooNew", "unknownGroup"]);

/** What a pool's number in a receipt's status, or in an error, says of the transaction. */
export const meaningOfPoolCode = (code: number): SendingMeaning => poolCodes[code] ?? { kind: "open" };

/** What the failure of a sending says of the transaction. */
export function meaningOf(error: ChainError): SendingMeaning {
  const { kind, code } = error;
  if (neverSent(error) || kind === "usage") return { kind: "refused", by: "connection" };
  if (kind === "txpool") return meaningOfPoolCode(Number(code));
  if (unsentCodes.has(code)) return byNode;
  if (kind === "rpc") return interfaceCodes[Number(code)] ?? { kind: "open" };
  return { kind: "open" };
}

/** Errors of a transaction of which it isn't known what became of it: it must not be sent anew. */
const unknownCodes = [
  "transactionUnknown",
  "transactionWaiting",
  "transactionUnproven",
  "transactionUnread",
  "transactionNonceUsed",
] as const;
export type UnknownCode = (typeof unknownCodes)[number];

/**
 * What an error says of the transaction that was sent, for all fronts. Undefined where it says nothing of one: a question that failed
 * before or after, or an execution that is in a block.
 */
export function verdictOf(error: unknown): "refused" | "expired" | "unknown" | undefined {
  if (!(error instanceof ChainError)) return undefined;
  const { code } = error;
  if ((unknownCodes as readonly (number | string)[]).includes(code)) return "unknown";
  if (code === "transactionExpired") return "expired";
  if (error.kind !== "txpool") return undefined;
  const { kind } = meaningOf(error);
  return kind === "refused" ? "refused" : kind === "dropped" ? "expired" : "unknown";
}
