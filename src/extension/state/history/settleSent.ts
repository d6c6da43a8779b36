import { getTransactionReceipt } from "../../../chain/rpc/getTransactionReceipt";
import type { Chainside } from "../chainside";
import type { ChainGroup } from "../connections/chainGroup";

/**
 * Asks the chain what came of sendings whose end nobody here has heard: the window was closed or the connection broke. One that the chain
 * does not know stays open, as it may still wait (docs/protocol/guards.md, "Fate of a transaction").
 */
export async function settleSent(app: Pick<Chainside, "sent">, group: ChainGroup): Promise<void> {
  for (const { hash } of app.sent.list(group).filter(({ outcome }) => outcome.kind === "open")) {
    // Unknown to the chain, or no answer: another look may tell more.
    const receipt = await getTransactionReceipt(group.session.client, hash).catch(() => undefined);
    const sent = app.sent.list(group).find((each) => each.hash === hash);
    if (!receipt || sent?.outcome.kind !== "open") continue;
    const { status, blockNumber, contractAddress, gasUsed } = receipt;
    const made = contractAddress ? { contractAddress } : {};
    const outcome = { kind: "done" as const, status, block: blockNumber, gasUsed, ...made };
    await app.sent.remember(group, { ...sent, outcome });
  }
}
