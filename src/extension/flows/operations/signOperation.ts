import type { ResolvedAddress } from "../../../chain/services/bfs/readLink";
import type { Fields, ValuesOf } from "../../../operations/model/fields";
import type { Operation, Outcome, Prepared } from "../../../operations/model/operation";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/signingPermit";
import type { SigningIntent } from "../signing/signAndSend";
import { operationContext } from "./operationContext";

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
    await reportProposal(app, group, { ...proposal, executed });
  }
  return outcome;
}
