import type { Operation } from "../../../chain/services/rights/operation";
import { complaint } from "../../kit/errors/complaint";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/**
 * What stands against the signing account doing this, in one sentence; empty when it may. A question that fails says why it cannot be
 * told. No one is kept from trying: another transaction may come between.
 */
export async function rightsWarnings(app: Chainside, group: ChainGroup, operation: Operation): Promise<string[]> {
  const account = app.accounts.active(group);
  if (!account) return [];
  const { checkRights } = await import("../../../chain/services/rights/checkRights");
  const sentence = await complaint(app, async () => {
    const refusal = await checkRights(group.session, account.address, operation);
    if (refusal) throw refusal;
  });
  return sentence === undefined ? [] : [sentence];
}
