import { clientError } from "../../../errors/clientError";
import { moneyPlaces } from "../../abi/numberUnits";

export type AmountUnit = keyof typeof moneyPlaces;

/** The units that the official tools take, smallest first. */
export const amountUnits = Object.keys(moneyPlaces) as AmountUnit[];

/**
 * An amount as a person writes it, in wei: `15`, `0xf`, `1.5 ether`, `2gwei`. The second argument is the unit when the text has none.
 * @throws ChainError usage `invalidAmount`.
 */
export function parseAmount(text: string, unit: AmountUnit = "wei"): bigint {
  const given = text.trim();
  if (/^0x[0-9a-f]+$/i.test(given)) return BigInt(given);
  const [, whole = "", fraction = "", written] = /^(\d+)(?:\.(\d+))?\s*([a-z]+)?$/i.exec(given) ?? [];
  const named = written?.toLowerCase() ?? unit;
  if (whole === "" || !Object.hasOwn(moneyPlaces, named))
    throw clientError("invalidAmount", { given, units: amountUnits });
  const places = moneyPlaces[named as AmountUnit];
  if (fraction.length > places) throw clientError("amountTooFine", { given, unit: named, places });
  return BigInt(whole + fraction.padEnd(places, "0"));
}
