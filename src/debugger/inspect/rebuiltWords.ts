import type { ChainClient } from "../../chain/client/client";
import { outputOf } from "../../chain/proxy/recognizeProxy";
import { getCode } from "../../chain/rpc/contractCode";
import type { Hex } from "../../crypto/bytes/hex";
import { accountIn, planState } from "../../fork/chainState";
import { differingLines } from "../../fork/openFork";
import type { RebuiltState } from "../../fork/replayHistory";
import { t } from "../../text/catalogue";
import type { ForkConsent } from "../program/forkConsent";
import { CannotDebug } from "../program/launchedPath";
import type { ChainOfWords } from "./chainsOfWords";

/** What a person should know of the storage of one account in a rebuilt state. */
function notesOf({ verdict, affected }: RebuiltState, address: string): string[] {
  const { blockNumber, replayed, doubts, differing = [] } = verdict;
  if (affected.hasAccount(address)) {
    const first = t("Read from a re-execution of all blocks, but that it's the chain's isn't proven:");
    return [first, ...doubts, ...differingLines(differing)];
  }
  return [
    differing.length === 0
      ? t("Read from a re-execution of all blocks until {0}: all {1} receipts are equal.", blockNumber, replayed)
      : t(
          "Read from a re-execution of all blocks until {0}. Transactions that end differently here can't have changed this contract:",
          blockNumber,
        ),
    ...differingLines(differing),
  ];
}

/**
 * Words of a chain's accounts out of its own blocks, all of them executed again: this needs no web3 port.
 * @throws CannotFork, CannotDebug where that isn't possible or wanted; ChainError of the node
 */
export async function rebuiltWords(
  consent: ForkConsent,
  address: string,
  blocks: number | undefined,
): Promise<ChainOfWords> {
  const { client } = consent;
  if (!client) throw new Error("a state is rebuilt of a chain that no one named");
  const plan = await planState({
    client,
    block: undefined,
    limits: blocks === undefined ? {} : { blocks },
    ...(consent.signal === undefined ? {} : { signal: consent.signal }),
    report: (progress) => consent.report(progress),
  });
  const line = t(
    "To read storage, the chain's {0} blocks are re-executed on a copy. Nothing is written to the chain.",
    plan.blockNumber,
  );
  if (!(await consent.begin([line]))) throw new CannotDebug(t("Canceled."), "cancelled");
  const state = await plan.carryOut();
  return words(state, address, plan.session.client, await getCode(plan.session.client, address as Hex));
}

function words(rebuilt: RebuiltState, address: string, client: ChainClient, onChain: string): ChainOfWords {
  const { state, facts, affected } = rebuilt;
  const codeOf = (of: string): string => accountIn(rebuilt, of).code;
  if (codeOf(address) !== (onChain === "" ? "0x" : onChain.toLowerCase()))
    throw new CannotDebug(
      t("The code at {0} isn't what the chain's blocks make of it, so its storage can't be read from them.", address),
    );
  const { words: all, revision } = accountIn(rebuilt, address);
  return {
    suite: state.suite.name,
    revision,
    code: async (of) => codeOf(of),
    call: (to, data, signal) => outputOf(client, to, data, signal ? { signal } : {}),
    whole: async () => all,
    words: async (slots) => new Map(slots.map((slot) => [slot, all.get(slot) ?? 0n])),
    block: async () => ({ number: facts.number, moved: false }),
    notes: notesOf(rebuilt, address),
    certainty: affected.hasAccount(address) ? "equal" : "exact",
    close: async () => undefined,
  };
}
