import type { SeenTransaction } from "../../../pages/records/seenTransaction";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { SeenTransactions } from "../../state/history/seenTransactions";
import type { SentTransaction } from "../../state/history/sentTransactions";

/** More lines tell no more. */
const maxShown = 100;

function sentLine({ hash, from, to, call, time, outcome }: SentTransaction): SeenTransaction {
  const done = outcome.kind === "done" ? outcome : undefined;
  return {
    hash,
    from,
    to,
    timeMs: time,
    ...(call === undefined ? {} : { call }),
    ...(done ? { block: done.block, status: done.status } : {}),
    ...(done?.contractAddress ? { contractAddress: done.contractAddress } : {}),
  };
}

/** The transactions of an address that were sent or shown from here, newest first. Asks no node. */
export function knownTransactions(app: Pick<Chainside, "sent">, group: ChainGroup, address: string): SeenTransaction[] {
  const wanted = address.toLowerCase();
  const isOf = ({ from, to, contractAddress }: SeenTransaction): boolean =>
    [from, to, contractAddress].some((each) => each?.toLowerCase() === wanted);
  const sent = app.sent.list(group).map(sentLine);
  const sentFrom = new Map(sent.map(({ hash, from }) => [hash, from]));
  const lines = new Map(sent.filter(isOf).map((line) => [line.hash, line]));
  // What was read from the chain knows more than what was kept of the sending, except for who sent it: that is a node's word.
  for (const line of group.kept.of(SeenTransactions).of(wanted)) {
    const own = sentFrom.get(line.hash);
    const reported = { ...lines.get(line.hash), ...line, ...(own === undefined ? {} : { from: own }) };
    if (isOf(reported)) lines.set(line.hash, reported);
  }
  const age = ({ block, timeMs }: SeenTransaction): [number, number] => [block ?? Number.MAX_SAFE_INTEGER, timeMs ?? 0];
  return [...lines.values()]
    .sort((a, b) => {
      const [[blockA, timeA], [blockB, timeB]] = [age(a), age(b)];
      return blockB - blockA || timeB - timeA;
    })
    .slice(0, maxShown);
}
