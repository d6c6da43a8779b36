import { clientError } from "../../errors/clientError";

/** Decimal places of each unit above wei. */
const decimals = {
  wei: 0,
  kwei: 3,
  mwei: 6,
  gwei: 9,
  szabo: 12,
  finney: 15,
  ether: 18,
  kether: 21,
  mether: 24,
  gether: 27,
} as const;

export type AmountUnit = keyof typeof decimals;

/** The units that the official tools take, smallest first. */
export const amountUnits = Object.keys(decimals) as AmountUnit[];

/**
 * An amount as a person writes it, in wei: `15`, `0xf`, `1.5 ether`, `2gwei`. The second argument is the unit when the text has none.
 * @throws ChainError usage `invalidAmount`.
 */
export function parseAmount(text: string, unit: AmountUnit = "wei"): bigint {
  const given = text.trim();
  if (/^0x[0-9a-f]+$/i.test(given)) return BigInt(given);
  const [, whole = "", fraction = "", written] = /^(\d+)(?:\.(\d+))?\s*([a-z]+)?$/i.exec(given) ?? [];
  const named = written?.toLowerCase() ?? unit;
  if (whole === "" || !Object.hasOwn(decimals, named))
    throw clientError("invalidAmount", { given, units: amountUnits.join(", ") });
  const places = decimals[named as AmountUnit];
  if (fraction.length > places) throw clientError("amountTooFine", { given, unit: named, places });
  return BigInt(whole + fraction.padEnd(places, "0"));
}
