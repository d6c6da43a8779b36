import type { Message } from "@ethereumjs/evm";
import type { Address } from "@ethereumjs/util";
import type { ChainSession } from "../chain/session";
import { FiscoEvm } from "../devchain/execution/fiscoEvm";
import { addressDigits } from "../devchain/execution/knownAddress";
import { precompiledContracts } from "../devchain/execution/precompiledContracts";
import type { PrecompiledContracts } from "../devchain/execution/transactionExecutor";
import { lowAddress } from "../devchain/precompiled/host/addresses";
import type { FetchedChain } from "./fetchedChain";
import { LazyStore } from "./lazyStore";

/** Built-in contracts that look at nothing of the chain: Crypto, Cast, and the proofs that are not here. */
const pure: ReadonlySet<string> = new Set(["100a", "100f", "5003", "5004", "5005", "5100"].map(lowAddress));

/** Built-in contracts on a fetched state: what depends on the chain is asked of the node, as it is now. Permissions aren't looked at. */
export function fetchedPrecompiledContracts(
  store: LazyStore,
  { suite, nodeVersion }: Pick<ChainSession, "suite" | "nodeVersion">,
  chain: FetchedChain,
): PrecompiledContracts {
  const local = precompiledContracts(store, suite, nodeVersion);
  return {
    ...local,
    prepare: (call, running) => {
      const run = local.prepare(call, running);
      if (!run || pure.has(call.address)) return run;
      return async () => ({ ...(await chain.callPrecompiled(call.address, call.input)), gasUsed: 0n });
    },
    check: () => undefined,
    mayTransfer: () => true,
    isMade: () => false,
    makeAccount: () => undefined,
    created: () => undefined,
  };
}

/** The machine on a fetched state: a contract that it makes wasn't there before, whatever the chain has there now. */
export class FetchedEvm extends FiscoEvm {
  protected override async _generateAddress(message: Message): Promise<Address> {
    const address = await super._generateAddress(message);
    if (this.store instanceof LazyStore) this.store.make(addressDigits(address));
    return address;
  }
}
