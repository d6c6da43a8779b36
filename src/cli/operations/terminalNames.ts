import type { AbiValue } from "../../chain/abi/abiDecoder";
import { type NameOf, notedText, withAddressNames } from "../../chain/abi/valueNotes";
import { recordedChain } from "../../chain/proxy/proxyRecord";
import type { ChainSession } from "../../chain/session";
import type { Connection } from "../connection/connectionOptions";
import { devAddresses } from "../contract/contractContext";
import { recordsHere } from "../contract/terminalTarget";
import { foreignHosts } from "../options/foreignHosts";

/** What a terminal calls addresses: development accounts of this machine, and contracts that the project keeps of its proxies. */
export async function terminalNames(session: ChainSession, { urls }: Pick<Connection, "urls">): Promise<NameOf> {
  const own = foreignHosts(urls).length === 0 ? await devAddresses(session) : [];
  const kept = await recordedNames(session);
  const names = new Map([...own, ...kept]);
  return (address) => names.get(address.toLowerCase());
}

async function recordedNames(session: ChainSession): Promise<readonly (readonly [string, string])[]> {
  const root = await recordsHere();
  if (root === undefined) return [];
  const { contractNames } = await import("../../solidity/deployed/manifestFile");
  // A file that can't be read names nothing.
  return contractNames(root, await recordedChain(session)).catch(() => []);
}

/** The names of addresses in all texts of a result that is shown to a person. */
export function namedResult(value: unknown, nameOf: NameOf): unknown {
  if (typeof value === "string") return withAddressNames(value, nameOf);
  if (Array.isArray(value)) return value.map((each) => namedResult(each, nameOf));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, namedResult(each, nameOf)]));
}

/** A typed value of a result with its amounts in ether; names of addresses come with the line (`OperationRun.names`). */
export const typedText = ({ type, value }: { readonly type: string; readonly value: unknown }): string =>
  notedText({ name: "", type, value: value as AbiValue });
