import { ChainError } from "./chainError";

/**
 * For `catch`: undefined for what a node answers with an error of its own, as it does for a block, transaction or receipt that it doesn't
 * have (docs/protocol/errors.md). Every other failure stays one.
 */
export function unknownToNode(error: unknown): undefined {
  if (error instanceof ChainError && error.kind === "rpc") return undefined;
  throw error;
}
