import { requireBoundedJson } from "../../text/limits/boundedJson";
import { OutOfBounds } from "../../text/limits/outOfBounds";

/** Deeper than anything a node writes by far, and harmless to recursion. */
const deepest = 512;
/** Values in one text: a block of 10,000 transactions has some 300,000. Each costs some 50 bytes or more once it is read. */
const limits = { characters: Number.POSITIVE_INFINITY, depth: deepest, values: 2_000_000 };
/** Texts below this can be no deeper. */
const harmless = deepest;

/** A JSON text that would cost far more memory than it is long, or the stack of what walks through it. */
export class JsonBomb extends SyntaxError {}

/**
 * Looks through a JSON text once before it is read.
 * @throws JsonBomb for a text nested deeper or of more values than any answer of a node.
 */
export function requireReadable(text: string): void {
  if (text.length <= harmless) return;
  try {
    requireBoundedJson(text, limits);
  } catch (error) {
    if (!(error instanceof OutOfBounds)) throw error;
    throw new JsonBomb(error.excess === "nestedTooDeep" ? "it is nested too deep" : "it holds too many values");
  }
}
