import type { CryptoSuite } from "../crypto/cryptoSuite";
import type { AbiSource } from "./abi/knownErrors";
import type { ChainClient } from "./client/client";

/**
 * A group that has been asked what it is: everything that building a transaction or decoding an answer needs.
 * Views and services work on sessions; nothing above this line knows an endpoint.
 */
export interface ChainSession {
  readonly client: ChainClient;
  readonly chainId: string;
  readonly groupId: string;
  /** Decided by the chain (`smCryptoType` of its node info), never by a setting. */
  readonly suite: CryptoSuite;
  /** `3.16.4`: version of the node's program. */
  readonly nodeVersion: string;
  /** `3.16.4`: the chain's data version (`compatibility_version`), which decides what is available. */
  readonly compatibilityVersion: string;
  /** Contract and governance permissions are enforced. */
  readonly authEnabled: boolean;
  readonly wasm: boolean;
  /**
   * ABIs that its opener knows besides that of a contract in question: errors of contracts that it calls, and events through proxies, are
   * named by them.
   */
  readonly otherAbis?: () => Promise<readonly AbiSource[]>;
  /** Of its owner: asks the chain again, after what may have changed its data version or its permissions (`renewAfter`). */
  readonly renew?: () => Promise<void>;
}
