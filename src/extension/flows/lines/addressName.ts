import { precompiledAt } from "../../../chain/abi/precompiledContracts";
import type { NameOf } from "../../../chain/abi/valueNotes";
import { prefixedAddress } from "../../../crypto/bytes/hex";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { givenName, type KnownNames } from "../accounts/accountName";

/** What an address is called here: a built-in contract, or what was given a name. Asks no node. */
export function addressName(app: KnownNames, group: ChainGroup, address: string): string | undefined {
  const wanted = prefixedAddress(address).toLowerCase();
  return precompiledAt(wanted) ?? givenName(app, group, wanted);
}

/** The names of a group's addresses, for what stands behind values. */
export const namesOn =
  (app: KnownNames, group: ChainGroup): NameOf =>
  (address) =>
    addressName(app, group, address);
