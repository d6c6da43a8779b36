import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { t } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { WrongCommandLine } from "./commandLine";

/** An option that can be given several times, for `util.parseArgs`. */
export const severalTexts = { type: "string" as const, multiple: true as const, default: [] as string[] };

/**
 * The whole number of `--name`, written in decimal digits alone; undefined where it isn't given.
 * @throws WrongCommandLine when it is none from `least` to `most`.
 */
export function integerOf(
  name: string,
  given: string | undefined,
  { least = 1, most }: { readonly least?: number; readonly most: number },
): number | undefined {
  if (given === undefined) return undefined;
  const value = /^\d{1,9}$/.test(given) ? Number(given) : -1;
  if (value >= least && value <= most) return value;
  throw new WrongCommandLine(t("--{0} must be an integer from {1} to {2}", name, least, most));
}

/** @throws WrongCommandLine for another word than these. */
export function oneOf<Word extends string>(name: string, given: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === given);
  if (found !== undefined) return found;
  throw new WrongCommandLine(t("--{0} must be one of {1}", name, listed(words)));
}

/** @throws WrongCommandLine for another word than `standard` and `sm`. */
export function suiteOf(given: string): CryptoSuiteName {
  if (given === "standard" || given === "sm") return given;
  throw new WrongCommandLine(t("--suite must be standard or sm, not {0}", given));
}
