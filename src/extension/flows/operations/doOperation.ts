import type { Address } from "../../../crypto/bytes/hex";
import type { Fields, ValuesOf } from "../../../operations/model/fields";
import type { Operation, Outcome } from "../../../operations/model/operation";
import type { Account } from "../../state/accounts/account";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { requireWritable } from "../../state/connections/writableGroup";
import type { SendingChoice } from "../signing/signAndSend";
import { signedCaller } from "../signing/signedCaller";
import { operationContext } from "./operationContext";
import { signPrepared } from "./signOperation";

/** What an operation is asked with: as the account that was named, where one was. */
function asking(app: Chainside, group: ChainGroup, account: Account | undefined, signal: AbortSignal | undefined) {
  const context = { ...operationContext(app, group, account?.address), ...(signal ? { signal } : {}) };
  if (!account) return context;
  return {
    ...context,
    caller: async () => {
      const signer = await signedCaller(app, group, account, false);
      return (await import("../../../operations/caller")).callerOf(group.session, signer);
    },
  };
}

/**
 * Does any operation of the catalogue: signs by the way of every command, or asks, or uses a power of an embedded chain; views of what it
 * may have changed look again.
 * @param choice who signs and who ends the waiting, where that isn't as usual
 * @throws Cancelled; ChainError of the operation
 */
export async function doOperation<Given extends Fields, Result>(
  app: Chainside,
  group: ChainGroup,
  operation: Operation<Given, Result>,
  values: ValuesOf<Given>,
  choice: SendingChoice = {},
): Promise<Outcome<Result>> {
  const { account, signal } = choice;
  if (operation.effect === "asks") return operation.prepare(asking(app, group, account, signal), values).run();
  const writable = requireWritable(group);
  if (operation.effect === "dev") {
    const outcome = await operation.prepare(operationContext(app, group), values).run();
    await group.refreshHeight();
    for (const part of ["height", "nodes", "contracts"] as const) group.notify(part);
    return outcome;
  }
  const address: Address | undefined = account?.address;
  const outcome = await signPrepared(
    app,
    writable,
    operation.prepare(operationContext(app, group, address), values),
    choice,
  );
  // It may be anything: every view looks again.
  for (const part of ["nodes", "config", "governance", "bfs"] as const) group.notify(part);
  return outcome;
}
