import { clientError } from "../chain/errors/clientError";
import type { Signer } from "../crypto/cryptoSuite";

/** An account without its key: every signature is refused. What an operation signs, it signs by a request that was agreed to. */
export const withoutKey = ({ address, suite }: Pick<Signer, "address" | "suite">): Signer => ({
  address,
  suite,
  sign: async () => {
    throw clientError("signerNeeded", { operation: "preview" });
  },
});
