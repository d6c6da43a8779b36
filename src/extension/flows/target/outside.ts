import * as v from "valibot";
import { type Address, isAddress, isHash, isNodeId } from "../../../crypto/bytes/hex";
import type { Target } from "../../kit/commands/target";

const digits = v.pipe(v.string(), v.regex(/^\d{1,20}$/));
const short = v.pipe(v.string(), v.maxLength(1000));
const address = v.pipe(
  v.string(),
  v.check(isAddress),
  v.transform((text) => text.toLowerCase() as Address),
);
/** As nodes have it, in lower case. */
const nodeId = v.pipe(v.string(), v.check(isNodeId), v.toLowerCase());
const about = { groupId: v.optional(short) };

/** What keys, `command:` links and other extensions may give to a command: JSON that says what it is. */
const outsideTarget = v.variant("kind", [
  v.strictObject({ kind: v.literal("text"), text: short, ...about }),
  v.strictObject({ kind: v.literal("group"), ...about }),
  v.strictObject({ kind: v.literal("block"), block: digits, ...about }),
  v.strictObject({
    kind: v.literal("transaction"),
    hash: v.pipe(v.string(), v.check(isHash)),
    ...about,
  }),
  v.strictObject({
    kind: v.literal("contract"),
    address: v.union([address, v.pipe(short, v.startsWith("/"))]),
    functionSignature: v.exactOptional(short),
    eventSignature: v.exactOptional(short),
    storageExpression: v.exactOptional(short),
    ...about,
  }),
  v.strictObject({ kind: v.literal("path"), path: v.pipe(short, v.startsWith("/")), ...about }),
  v.strictObject({ kind: v.literal("account"), address, ...about }),
  v.strictObject({ kind: v.literal("node"), nodeId, ...about }),
  v.strictObject({ kind: v.literal("proposal"), id: v.pipe(v.number(), v.integer(), v.minValue(1)), ...about }),
]);

/** Reads what a stranger gives: a text, a number of a block, a target as JSON. Everything else is nothing. */
export function readOutside(given: unknown): Target & { readonly groupId?: string | undefined } {
  if (typeof given === "string") return { kind: "text", text: given };
  if (typeof given === "number" && Number.isSafeInteger(given) && given >= 0)
    return { kind: "block", block: String(given) };
  const read = v.safeParse(outsideTarget, given);
  return read.success ? read.output : { kind: "nothing" };
}
