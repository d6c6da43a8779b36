import { noted } from "../../text/joining";
import { visibleLine } from "../../text/visibleText";
import type { AbiValue, DecodedValue } from "./abiDecoder";
import { decodedText, decodedTexts, namedType, namedValue } from "./namedValue";
import { etherText } from "./numberUnits";
import { splitTypes } from "./typeList";

/**
 * What stands behind a raw value where a person reads it: the name of an address, money behind a round amount. Programs get values without
 * notes, and a note never stands alone.
 */

/** What an address is called here; undefined for one without a name. Asks no node. */
export type NameOf = (address: string) => string | undefined;

const noNames: NameOf = () => undefined;

/** `0x29ac… (dev0)`. Names may come from a chain or a workspace. */
function namedAddress(address: string, nameOf: NameOf): string {
  return noted(address, visibleLine(nameOf(address) ?? ""));
}

const addressPattern = /(?<![0-9a-zA-Z])0x[0-9a-f]{40}(?![0-9a-zA-Z])/gi;

/** Whether a text has an address in it, so that names are worth finding. */
export const hasAddress = (text: string): boolean => text.search(addressPattern) >= 0;

/** A text with the names of its addresses behind them. */
export const withAddressNames = (text: string, nameOf: NameOf): string =>
  text.replace(addressPattern, (address) => namedAddress(address, nameOf));

/** Wei, as digits or hex, in ether; empty where it is small, not round, or no number of 256 bits. */
const etherOf = (wei: string): string =>
  /^(?:-?\d{1,78}|0x[0-9a-f]{1,64})$/i.test(wei) ? (etherText(BigInt(wei)) ?? "") : "";

/** An amount as a transaction carries it: `0x22b1c8c1227a0000 (2.5 ether)`. */
export const amountText = (wei: string): string => noted(wei, etherOf(wei));

/** `2500000000000000000 wei (2.5 ether)`. */
export const weiText = (wei: bigint): string => noted(`${wei} wei`, etherOf(String(wei)));

/** What a number is in ether where its type can hold money; else empty. */
export const moneyText = (type: string, digits: string): string =>
  /^u?int(?:256|128)$/.test(type) ? etherOf(digits) : "";

/** Notes of all that is inside a value of a canonical type. */
function notedInside(type: string, value: AbiValue, nameOf: NameOf): AbiValue {
  if (typeof value === "string") {
    return type === "address" ? namedAddress(value, nameOf) : noted(value, moneyText(type, value));
  }
  if (typeof value === "boolean") return value;
  if (type.endsWith("]")) {
    const element = type.slice(0, type.lastIndexOf("["));
    return Array.isArray(value) ? value.map((each) => notedInside(element, each, nameOf)) : value;
  }
  const members = type.startsWith("(") ? splitTypes(type.slice(1, -1)) : [];
  if (Array.isArray(value)) return value.map((each, index) => notedInside(members[index] ?? "", each, nameOf));
  return Object.fromEntries(
    Object.entries(value).map(([name, each], index) => [name, notedInside(members[index] ?? "", each, nameOf)]),
  );
}

/** A decoded value for people to read: notes stand wherever in it they are known. What programs get stays as it is. */
export function withNotes<Value extends DecodedValue>(decoded: Value, nameOf = noNames): Value {
  const named = notedInside(decoded.type, namedValue(decoded), nameOf);
  return { ...decoded, source: { ...decoded.source, type: namedType(decoded), named } };
}

/** The same in one line. */
export const notedText = (decoded: DecodedValue, nameOf = noNames): string => decodedText(withNotes(decoded, nameOf));

/** `total: 5, owner: 0x29ac… (dev0)`: results with their names and notes. */
export const notedTexts = (values: readonly DecodedValue[], nameOf = noNames): string =>
  decodedTexts(values.map((each) => withNotes(each, nameOf)));
