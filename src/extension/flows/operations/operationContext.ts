import type { OperationContext } from "../../../operations/model/operation";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { ownAccounts } from "../accounts/accountName";
import { usualCaller } from "../signing/signedCaller";
import { groupInspection } from "./inspectionServices";

/** What an operation is prepared for: the group, its active account, every account that could vote, and what is known of it here. */
export function operationContext(
  app: Chainside,
  group: ChainGroup,
  account = app.accounts.active(group)?.address,
): OperationContext {
  const { session } = group;
  return {
    session,
    ...(account === undefined ? {} : { account }),
    abiOf: (address) => app.knownContracts.find(group, address),
    // these bring the cryptography along, which start-up does without
    trust: async () => (await import("../../state/trust/believedChain")).believedChain(group),
    knownShapes: async () => {
      const { knownCalls, knownEvents } = await import("../verification/knownEvents");
      return { knownEvents: knownEvents(app, group), knownCalls: knownCalls(app, group) };
    },
    caller: async () => {
      const found = await usualCaller(app, group);
      return found && (await import("../../../operations/caller")).callerOf(session, found.signer);
    },
    services: {
      archive: async () => group.archive,
      embedded: async () => {
        const { isEmbedded } = await import("../../../chain/dev/devPowers");
        return (await isEmbedded(session.client)) ? session.client : undefined;
      },
      nodes: async () => {
        const [{ nodesAround }, { openTransport }] = await Promise.all([
          import("../../../chain/health/nodesAround"),
          import("../../state/connections/connectionPorts"),
        ]);
        const { profile } = group.connection;
        return nodesAround(profile.endpoints, group.groupId, (url) => openTransport(profile, url));
      },
      ...groupInspection(app, group),
    },
    ownAccounts: ownAccounts(app, group).map(({ address }) => address),
  };
}
