import { thrownWords } from "../../text/thrownWords";
import { ChainError } from "../errors/chainError";

/** Bytes that are no Tars, or not of the struct expected. */
export function malformedTars(offset: number, problem: string): ChainError {
  return new ChainError({
    kind: "decode",
    code: "malformedTars",
    message: `The encoded bytes are damaged at byte ${offset}: ${problem}.`,
    advice: "Check that the whole hex text was copied and that it is a transaction of a FISCO BCOS 3.x chain.",
    details: { offset },
  });
}

/** A `to` that must not be signed: such a transaction can stop a chain (docs/protocol/guards.md). */
export function badRecipient(to: string): ChainError {
  return new ChainError({
    kind: "usage",
    code: "badRecipient",
    message: "The recipient of a transaction must be 0x and 40 hex digits.",
    advice: "Give the contract's address; resolve a BFS link or a name to its address first. Leave it empty to deploy.",
    details: { to: to.slice(0, 100) },
  });
}

/** A member of the transaction data that no node accepts. */
export function badTransactionField(field: string, problem: string): ChainError {
  return new ChainError({
    kind: "usage",
    code: "badTransactionField",
    message: `The transaction cannot be signed: ${field} ${problem}.`,
    advice: `Correct ${field} and try again.`,
    details: { field },
  });
}

/** The key belongs to the other crypto suite than the chain. */
export function signerOfOtherSuite(chain: string, key: string): ChainError {
  return new ChainError({
    kind: "usage",
    code: "signerOfOtherSuite",
    message: `The account is of the ${key} crypto suite, the chain of the ${chain} suite.`,
    advice: "Choose or create an account of the chain's crypto suite.",
    details: { chain, key },
  });
}

/** An answer of a node whose members are not of the form that hashing needs. */
export function malformedRpcObject(what: "block" | "receipt" | "transaction", cause: unknown): ChainError {
  return new ChainError({
    kind: "decode",
    code: "malformedRpcObject",
    message: `The ${what} cannot be verified: a member is missing or not of the expected form.`,
    advice: `Ask a node for the whole ${what} again; the header alone or hashes alone are not enough.`,
    details: { problem: thrownWords(cause) },
    cause,
  });
}
