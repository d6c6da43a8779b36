import { t } from "../../text/catalogue";

/** Times of today in milliseconds have 13 digits; in seconds they have 10. */
const firstMs = 1_000_000_000_000n;
/** How far from the chain's time a number is still taken for a time. */
const nearMs = 10n * 365n * 86_400_000n;

const isNear = (text: string, nowMs: bigint): boolean => {
  const distance = BigInt(text) - nowMs;
  return distance <= nearMs && distance >= -nearMs;
};

/**
 * What may be behind a failure on a chain that counts milliseconds: a range that ends before it begins, as `type(uint32).max` lies before
 * its time, or a value that is such a time.
 * @param words what is said of the failure
 * @param timestamp `block.timestamp` as the test found it
 * @returns an empty text where nothing speaks for it
 */
export function timeHint(words: readonly string[], timestamp: bigint): string {
  if (timestamp < firstMs) return "";
  const isEmptyRange = words.some((each) => /\bmax is less than min\b/i.test(each));
  const isTime = words.some((each) => (each.match(/\b\d{13}\b/g) ?? []).some((number) => isNear(number, timestamp)));
  if (!isEmptyRange && !isTime) return "";
  return t(
    "block.timestamp counts milliseconds here ({0}). If the code counts seconds, run it with --feature feature_evm_timestamp, or write /// @custom:chain feature=feature_evm_timestamp above the test contract.",
    String(timestamp),
  );
}
