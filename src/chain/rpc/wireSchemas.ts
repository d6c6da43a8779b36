import * as v from "valibot";
import { type Address, type Hex, type NodeId, prefixedAddress } from "../../crypto/bytes/hex";
import { parseExactJson } from "../json/exactJson";

/** A whole number that JavaScript holds exactly. */
export const count = v.pipe(v.number(), v.safeInteger());
/** A whole number a node may make larger than 2^53 (weights, limits, indexes): `bigint` then. */
export const exactInteger = v.union([count, v.bigint()]);
const notHexDigit = /[^0-9a-fA-F]/;
/** Looking for a wrong character is twice as fast as matching all the right ones. */
const isHex = (value: unknown): value is Hex =>
  typeof value === "string" && value.startsWith("0x") && !notHexDigit.test(value.slice(2));
const isHash = (value: unknown): value is Hex => typeof value === "string" && value.length === 66 && isHex(value);

/** `0x` and hex digits. */
export const hex = v.custom<Hex>(isHex, "expected 0x and hex digits");
/** 32 bytes. */
export const hash = v.custom<Hex>(isHash, "expected 0x and 64 hex digits");
/** Consensus identity of a node, without prefix. */
export const nodeId = v.custom<NodeId>(
  (value) => typeof value === "string" && /^[0-9a-f]+$/i.test(value),
  "expected a node ID",
);
/** Decimal text of a number of any size. */
export const decimalText = v.pipe(v.string(), v.regex(/^-?(?:\d+|0x[0-9a-fA-F]+)$/, "expected a number as text"));
/** An address that old nodes and log entries write without `0x`; a WASM chain has paths here, "nothing" is empty. */
export const addressOrEmpty = v.pipe(v.string(), v.transform(prefixedAddress));
export const address = v.pipe(
  v.string(),
  v.transform((text) => prefixedAddress(text) as Address),
);

/** JSON inside a string, as a few answers and node infos carry it. */
export function jsonText<const Schema extends v.GenericSchema<unknown, unknown>>(schema: Schema) {
  return v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      try {
        return parseExactJson(dataset.value);
      } catch {
        addIssue({ message: "expected JSON text" });
        return NEVER;
      }
    }),
    schema,
  );
}
