import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { type SeenTransaction, seenOf } from "../../state/history/seenTransactions";
import type { SentTransaction } from "../../state/history/sentTransaction";

/** More lines tell nobody more. */
const mostShown = 100;

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
  const sent = app.sent
    .list(group)
    .map(sentLine)
    .filter((line) => [line.from, line.to, line.contractAddress].some((each) => each?.toLowerCase() === wanted));
  const lines = new Map(sent.map((line) => [line.hash, line]));
  // What was read from the chain knows more than what was kept of the sending.
  for (const line of seenOf(group, wanted)) lines.set(line.hash, { ...lines.get(line.hash), ...line });
  const age = ({ block, timeMs }: SeenTransaction): [number, number] => [block ?? Number.MAX_SAFE_INTEGER, timeMs ?? 0];
  return [...lines.values()]
    .sort((a, b) => {
      const [[blockA, timeA], [blockB, timeB]] = [age(a), age(b)];
      return blockB - blockA || timeB - timeA;
    })
    .slice(0, mostShown);
}
