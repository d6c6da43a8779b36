import { etherText } from "../../chain/abi/numberUnits";
import { valueText } from "../../chain/abi/valueText";
import { recordedChain } from "../../chain/proxy/proxyRecord";
import type { ChainSession } from "../../chain/session";
import { noted } from "../../text/joining";
import type { Connection } from "../connection/connectionOptions";
import { devAddresses } from "../contract/contractContext";
import { recordsHere } from "../contract/terminalTarget";
import { foreignHosts } from "../options/foreignHosts";

/** Names by addresses in small letters. */
export type AddressNames = ReadonlyMap<string, string>;

/** What a terminal calls addresses: development accounts of this machine, and contracts that the project keeps of its proxies. */
export async function terminalNames(session: ChainSession, { urls }: Pick<Connection, "urls">): Promise<AddressNames> {
  const own = foreignHosts(urls).length === 0 ? await devAddresses(session) : [];
  const root = await recordsHere();
  if (root === undefined) return new Map(own);
  const { contractNames } = await import("../../solidity/deployed/manifestFile");
  // A file that can't be read names nothing.
  const kept = await contractNames(root, await recordedChain(session)).catch(() => []);
  return new Map([...own, ...kept]);
}

/** A text with the names of its addresses behind them: `0x29ac… (dev0)`. */
export const withAddressNames = (text: string, names: AddressNames): string =>
  text.replace(/(?<![0-9a-zA-Z])0x[0-9a-f]{40}(?![0-9a-zA-Z])/gi, (address) => {
    const name = names.get(address.toLowerCase());
    return name === undefined ? address : noted(address, name);
  });

/** The same of all texts in a result that is shown to a person. */
export function namedResult(value: unknown, names: AddressNames): unknown {
  if (typeof value === "string") return withAddressNames(value, names);
  if (Array.isArray(value)) return value.map((each) => namedResult(each, names));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, namedResult(each, names)]));
}

/** A typed value with what it is as money behind it: `2500000000000000000 (2.5 ether)`. */
export function typedText({ type, value }: { readonly type: string; readonly value: unknown }): string {
  const shown = valueText(value);
  const money = /^u?int(?:256|128)$/.test(type) && typeof value === "string" ? etherText(BigInt(value)) : undefined;
  return money === undefined ? shown : noted(shown, money);
}
