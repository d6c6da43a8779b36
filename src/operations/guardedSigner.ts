import { clientError } from "../chain/errors/clientError";
import type { Signer } from "../crypto/cryptoSuite";

/** A signer that signs once for each permit, and no one but the holder of this object gives permits. */
export interface GuardedSigner {
  readonly signer: Signer;
  /** Allows one signature. */
  permit(): void;
}

const refused = () => clientError("signerNeeded", { operation: "preview" });

/** An account whose key no operation reaches by itself: neither before a person agreed nor more often than they did. */
export function guardedSigner(signer: Signer): GuardedSigner {
  let permits = 0;
  return {
    signer: {
      address: signer.address,
      suite: signer.suite,
      sign: async (hash) => {
        if (permits === 0) throw refused();
        permits--;
        return signer.sign(hash);
      },
    },
    permit: () => {
      permits++;
    },
  };
}

/** An account without its key: every signature is refused. */
export const withoutKey = ({ address, suite }: Pick<Signer, "address" | "suite">): Signer => ({
  address,
  suite,
  sign: async () => {
    throw refused();
  },
});
