import type { Hex } from "../../crypto/bytes/hex";
import type { SealerSet } from "./sealerSet";

/** Where a belief comes from: the user's own pin, a `config.genesis` beside the code, a chain that this program started itself. */
type TrustSource = "pinned" | "genesisFile" | "ownChain";

/** What a client believes of a chain without asking it. Everything is compared with it, nothing in it comes from a node. */
export interface ChainTrust {
  readonly source: TrustSource;
  readonly chainId: string;
  readonly groupId: string;
  readonly sealers: SealerSet;
  /** The hash of block 0's content. Without it block 0 cannot be verified: it has no signatures. */
  readonly genesisHash?: Hex;
  /** The hash by which the chain goes, where it is another one: block 0 is found by it too. */
  readonly chainHash?: Hex;
  /** Where the sealers were these: following a change starts there. 0: from the genesis on. */
  readonly height: number;
}
