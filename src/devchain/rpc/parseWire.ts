import { readNodeJson, TooDeep } from "./jsonReader";
import type { WireValue } from "./jsonText";
import { ConversionError } from "./wireConversions";

/** Whether `JSON.parse` has read a value as the node's parser does: it has, unless numbers or deep nesting are in it. */
function certain(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== "object") return typeof value !== "number";
  if (levels === 0) return false;
  return Object.values(value).every((each) => certain(each, levels - 1));
}

const whole = (value: unknown): boolean => typeof value !== "number" || Number.isSafeInteger(value);

/** An ordinary request: whole numbers as id and parameters only, where it does not matter how they were written. */
function ordinary(body: Record<"jsonrpc" | "method" | "id" | "params", unknown>): boolean {
  const { id, params, ...others } = body;
  const list = Array.isArray(params) ? params : [params];
  return (
    whole(id) &&
    certain(others, 2) &&
    list.every((each) => (typeof each === "object" ? certain(each, 4) : whole(each))) &&
    (typeof id !== "object" || id === null)
  );
}

/**
 * Reads a text as the node's parser does. What `JSON.parse` reads the same way goes through it, because it is much faster.
 * @throws SyntaxError when there is no JSON value at the start of the text, TooDeep.
 */
export function parseWire(text: string): WireValue {
  if (!text.includes("\\ud") && !text.includes("\\uD")) {
    try {
      const value = JSON.parse(text) as Record<"jsonrpc" | "method" | "id" | "params", unknown> | null;
      if (value !== null && typeof value === "object" && !Array.isArray(value) && ordinary(value)) {
        return value as unknown as WireValue;
      }
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return readNodeJson(text);
}

/** What cannot be read, because it is no JSON or of another type, is nothing. */
export function readOrNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof ConversionError || error instanceof TooDeep) return undefined;
    throw error;
  }
}
