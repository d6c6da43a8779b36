import type { ContractInterface } from "../../../chain/abi/contractInterface";
import { lookForReceipt } from "../../../chain/transaction/lookForReceipt";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { answerOf, sentOutcome, shortAnswer } from "./rememberSending";

/** What is asked and told where sendings are looked for. */
export type Settled = Pick<Chainside, "sent"> & Partial<Pick<Chainside, "knownContracts">>;

/** The interface of a contract of the list; without a question. */
async function interfaceOf(
  { knownContracts }: Settled,
  group: ChainGroup,
  address: string,
): Promise<ContractInterface | undefined> {
  const known = address === "" ? undefined : knownContracts?.find(group, address);
  if (!known) return undefined;
  const { contractInterface } = await import("../../../chain/abi/contractInterface");
  return contractInterface(known.abi, group.session.suite);
}

/**
 * Asks the chain what came of sendings whose outcome isn't known here: the window was closed or the connection broke. One that the chain
 * does not know stays open, as it may still wait (docs/protocol/guards.md, "Fate of a transaction").
 */
export async function settleSent(app: Settled, group: ChainGroup): Promise<void> {
  for (const { hash } of app.sent.list(group).filter(({ outcome }) => outcome.kind === "open")) {
    // Without its bytes nothing but a receipt is a proof; where there is none, another look may tell more.
    const look = await lookForReceipt(group.session.client, hash);
    const sent = app.sent.list(group).find((each) => each.hash === hash);
    if (look.kind !== "found" || sent?.outcome.kind !== "open") continue;
    const { receipt } = look;
    const answer = await answerOf(
      group.session,
      receipt,
      sent.data ?? "0x",
      await interfaceOf(app, group, sent.to),
    ).catch(() => "");
    await app.sent.remember(group, {
      ...sent,
      ...(answer === "" ? {} : { answer: shortAnswer(answer) }),
      outcome: sentOutcome(receipt),
    });
  }
}
