import * as v from "valibot";

/** Any object as it came from a node, its large numbers as decimal text. */
export const anyObject = v.record(v.string(), v.unknown());

/** A value as JSON can hold it: integers beyond 2^53 become decimal text, what is undefined is left out. */
export function plainJson(value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return value.map(plainJson);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(kept.map(([name, each]) => [name, plainJson(each)]));
}

/** The same of an object. */
export const plainObject = (value: object): Record<string, unknown> => plainJson(value) as Record<string, unknown>;

/** No result carries more characters of one piece of data. */
const maxDataLength = 20_000;

/** Call data, code or output, cut where it is very long. */
export const someData = v.object({
  data: v.string(),
  bytes: v.number(),
  /** Only its beginning stands there. */
  cut: v.optional(v.boolean()),
});

/** Hex data of any length as a result holds it. */
export function cutData(hex: string): v.InferOutput<typeof someData> {
  const bytes = Math.max(0, hex.replace(/^0x/, "").length / 2);
  return hex.length <= maxDataLength ? { data: hex, bytes } : { data: hex.slice(0, maxDataLength), bytes, cut: true };
}
