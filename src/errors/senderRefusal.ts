import { ChainError } from "./chainError";

/** Codes with which an execution or a built-in contract refuses the one who asks (docs/protocol/errors.md). */
const senderCodes: ReadonlySet<unknown> = new Set([18, -50000, -50106, -51905]);

/** Words with which the governance and built-in contracts refuse the one who asks (docs/protocol/governance-client.md). */
const senderText = ["you must be governor", "only governor", "only owner", "only proposer", "permission denied"];

/** Whether something was refused because of who sends it: it says nothing where the contract saw no sender. */
export function dependsOnSender(failure: Error): boolean {
  if (!(failure instanceof ChainError)) return false;
  const words = failure.nodeMessage?.toLowerCase() ?? "";
  return senderCodes.has(failure.code) || senderText.some((known) => words.includes(known));
}
