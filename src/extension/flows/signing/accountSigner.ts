import type { Signer } from "../../../crypto/cryptoSuite";
import type { ConsentTerms } from "../../../signing/consent";
import { isAllowedByUser } from "../../kit/settings/settings";
import type { Account } from "../../state/accounts/account";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { requireSigning } from "../../state/connections/signingPermit";

/** An account as it signs on a group: its key is asked for with each signature, for the access may be another by then, and the chain. */
export const accountSigner = (app: Chainside, group: ChainGroup, account: Account): Signer => ({
  address: account.address,
  suite: account.suite,
  sign: async (hash, request) => {
    const own = await app.accounts.signer(account, await requireSigning(group));
    return own.sign(hash, request);
  },
  ...(account.origin === "signer" ? { elsewhere: true } : {}),
});

/**
 * On what terms a group's calls are signed, dry runs too: as its access says, and where it asks, unasked only where the user's setting says
 * so.
 */
export function callTerms({ connection: { access, name } }: ChainGroup): ConsentTerms {
  const before = access === "confirm" ? { before: { yes: isAllowedByUser("signDryRuns") } } : {};
  return { access, connection: name, ...before };
}
