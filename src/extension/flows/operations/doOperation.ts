import type { ResolvedAddress } from "../../../chain/services/bfs/readLink";
import type { Fields, ValuesOf } from "../../../operations/model/fields";
import type { Operation, Outcome, Prepared } from "../../../operations/model/operation";
import type { Account } from "../../state/accounts/account";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { requireWritable, type WritableGroup } from "../../state/connections/signingPermit";
import type { SendingChoice, SigningIntent } from "../signing/signAndSend";
import { signedCaller } from "../signing/signedCaller";
import { operationContext } from "./operationContext";

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

/** After a power of an embedded chain: it may have been set back, or have new members. */
async function lookAgain(app: Chainside, group: ChainGroup): Promise<void> {
  await group.refreshHeight().catch((error: unknown) => void app.errors.show(error));
  for (const part of ["height", "nodes", "contracts"] as const) group.notify(part);
}

/** What a command adds to an operation. */
export interface More extends SigningIntent {
  /** Addresses of the operation's fields that a path led to. */
  readonly found?: readonly ResolvedAddress[];
}

/**
 * Shows what the operation would do, asks where asking is due, signs, and says what came of a proposal that was made instead.
 * @returns the result; undefined where a proposal was made
 * @throws Cancelled; ChainError of the operation
 */
export async function signOperation<Given extends Fields, Result>(
  app: Chainside,
  group: WritableGroup,
  operation: Operation<Given, Result>,
  values: ValuesOf<Given>,
  more: More = {},
): Promise<Result | undefined> {
  const outcome = await signPrepared(
    app,
    group,
    operation.prepare({ ...operationContext(app, group, more.account?.address), found: more.found ?? [] }, values),
    more,
  );
  return "result" in outcome ? outcome.result : undefined;
}

/** The same for an operation that has its values. Gives the title of the question, too: what was done. */
export async function signPrepared<Result>(
  app: Chainside,
  group: WritableGroup,
  prepared: Prepared<Result>,
  more: More = {},
): Promise<Outcome<Result> & { readonly title: string }> {
  const { signAndSend } = await import("../signing/signAndSend");
  const outcome = await signAndSend(app, group, prepared, more);
  if ("proposed" in outcome) {
    const { reportProposal } = await import("./reportProposal");
    const { proposal, executed } = outcome.proposed;
    reportProposal(group, { ...proposal, executed });
  }
  return outcome;
}

/**
 * Does what changes a chain and has its values: signs by the way of every command, or uses a power of an embedded chain. Views of what it
 * may have changed look again.
 * @throws Cancelled; ChainError of the operation
 */
export async function doPrepared<Result>(
  app: Chainside,
  group: ChainGroup,
  prepared: Prepared<Result>,
  more: More = {},
): Promise<Outcome<Result>> {
  const writable = requireWritable(group);
  if (prepared.effect === "dev") {
    const [{ perform }, { editorAsk, endQuietly }] = await Promise.all([
      import("../../../operations/perform"),
      import("../signing/askInEditor"),
    ]);
    const { session, connection } = group;
    const { name, access } = connection;
    const outcome = await perform(prepared, {
      session,
      terms: { access, connection: name, named: more.agreed ?? false },
      place: { connection: name },
      ask: editorAsk(group),
      ...more.front,
    }).catch(more.front ? undefined : endQuietly);
    await lookAgain(app, group);
    return outcome;
  }
  const outcome = await signPrepared(app, writable, prepared, more);
  // It may be anything: every view looks again.
  for (const part of ["nodes", "config", "governance", "bfs"] as const) group.notify(part);
  return outcome;
}

/**
 * Does any operation of the catalogue: asks, or does what changes the chain as `doPrepared` does.
 * @param choice who signs and who ends the waiting, where that isn't as usual
 * @throws Cancelled; ChainError of the operation
 */
export async function doOperation<Given extends Fields, Result>(
  app: Chainside,
  group: ChainGroup,
  operation: Operation<Given, Result>,
  values: ValuesOf<Given>,
  { found = [], ...choice }: SendingChoice & Pick<More, "found"> = {},
): Promise<Outcome<Result>> {
  const { account, signal } = choice;
  if (operation.effect === "asks") return operation.prepare(asking(app, group, account, signal), values).run();
  const prepared = operation.prepare({ ...operationContext(app, group, account?.address), found }, values);
  return doPrepared(app, group, prepared, choice);
}
