import type { CryptoSuite } from "../../crypto/cryptoSuite";
import type { ChainTrust } from "./chainTrust";
import type { FollowedSealers } from "./headerLinks";

/** What every check rests on; nothing of it may come from the answer that is checked. */
export interface VerificationBasis {
  readonly suite: CryptoSuite;
  /** The group that was asked. */
  readonly groupId: string;
  /** What the session is taken for; a trust outranks it. */
  readonly chainId: string;
  readonly trust: ChainTrust | undefined;
  readonly followed?: FollowedSealers | undefined;
}
