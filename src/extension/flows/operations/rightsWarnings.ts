import type { Operation as NeededRight } from "../../../chain/services/rights/operation";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { SendingChoice } from "../signing/signAndSend";

/**
 * What stands against the signing account doing this, as operations tell it; empty when it may. No one is kept from trying: another
 * transaction may come between.
 */
export async function rightsWarnings(
  app: Chainside,
  group: ChainGroup,
  right: NeededRight,
  account: SendingChoice["account"],
): Promise<string[]> {
  const { session } = group;
  const signing = account ?? app.accounts.active(group);
  if (!session.authEnabled || !signing) return [];
  const { refusalOf } = await import("../../../operations/kit/proposalPreview");
  const refusal = await refusalOf({ session, account: signing.address }, () => right);
  if (!refusal) return [];
  const { errorSentence } = await import("../../../operations/consequences/errorSentence");
  return [await errorSentence(refusal)];
}
