import { type BuiltinContract, builtinContracts } from "../../../chain/abi/builtinContracts";
import { ownLabel } from "../../state/accounts/accountName";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** What an address is called here: a built-in contract, one that is known of the chain, an account of one's own, an address of the book. Asks no node. */
export function addressName(app: Chainside, group: ChainGroup, address: string): string | undefined {
  const wanted = address.toLowerCase();
  const builtin = Object.entries<BuiltinContract>(builtinContracts).find(([, each]) => each.address === wanted)?.[0];
  return (
    builtin ?? app.knownContracts.find(group, wanted)?.name ?? ownLabel(app, wanted) ?? app.accounts.bookLabel(wanted)
  );
}
