import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { t } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { WrongCommandLine } from "./commandLine";

/** Stands before a negative number while options are read: `-5` is a value here, as no option begins with a digit. */
const negativeMark = "\u0000";

export const hideNegative = (word: string): string => (/^-\d/.test(word) ? `${negativeMark}${word}` : word);
export const showNegative = (word: string): string => (word.startsWith(negativeMark) ? word.slice(1) : word);

/** An option that can be given several times, for `util.parseArgs`. */
export const severalTexts = { type: "string" as const, multiple: true as const, default: [] as string[] };

/**
 * The whole number of `--name`, written in decimal digits alone; undefined where it isn't given.
 * @throws WrongCommandLine when it is none from `min` to `max`.
 */
export function integerOf(
  name: string,
  given: string | undefined,
  { min = 1, max = Number.MAX_SAFE_INTEGER }: { readonly min?: number; readonly max?: number } = {},
): number | undefined {
  if (given === undefined) return undefined;
  const value = /^\d{1,16}$/.test(given) ? Number(given) : -1;
  if (value >= min && value <= max) return value;
  throw new WrongCommandLine(
    max === Number.MAX_SAFE_INTEGER
      ? t("--{0} must be an integer from {1} on", name, min)
      : t("--{0} must be an integer from {1} to {2}", name, min, max),
  );
}

/** @param name without its hyphens @throws WrongCommandLine for another word than these. */
export function oneOf<Word extends string>(name: string, given: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === given);
  if (found !== undefined) return found;
  throw new WrongCommandLine(t("--{0} must be one of {1}", name, listed(words)));
}

/** @throws WrongCommandLine for another word than `standard` and `sm`. */
export const suiteOf = (given: string): CryptoSuiteName => oneOf("suite", given, ["standard", "sm"]);

/** `ADDRESS:PORT` of `--listen`. @param example of such a value @throws WrongCommandLine */
export function addressAndPort(given: string, example: string): { readonly host: string; readonly port: number } {
  const colon = given.lastIndexOf(":");
  const [host, port] = [given.slice(0, Math.max(0, colon)).replace(/^\[|\]$/g, ""), given.slice(colon + 1)];
  if (host === "" || !/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new WrongCommandLine(t("--{0} must be an address and a port such as {1}", "listen", example));
  return { host, port: Number(port) };
}
