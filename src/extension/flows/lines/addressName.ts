import { precompiledAt } from "../../../chain/abi/precompiledContracts";
import { prefixedAddress } from "../../../crypto/bytes/hex";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { ownLabel } from "../accounts/accountName";

/**
 * What an address is called here: a built-in contract, one that is known of the chain, an account of one's own, an address of the book.
 * Asks no node.
 */
export function addressName(app: Chainside, group: ChainGroup, address: string): string | undefined {
  const wanted = prefixedAddress(address).toLowerCase();
  return (
    precompiledAt(wanted) ??
    app.knownContracts.titleAt(group, wanted) ??
    ownLabel(app, wanted) ??
    app.accounts.bookLabel(wanted)
  );
}
