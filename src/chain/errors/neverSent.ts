import type { ChainError } from "./chainError";

const codes = new Set<number | string>([
  "badUrl",
  "connectionRefused",
  "hostNotFound",
  "hostUnreachable",
  "connectTimedOut",
]);

/** Whether the request certainly did not reach the node: it may be made elsewhere, or again, whatever it asks for. */
export function neverSent({ code }: Pick<ChainError, "code">): boolean {
  return codes.has(code);
}
