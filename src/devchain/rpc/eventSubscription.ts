import { bytesToHex, bytesToHexDigits } from "../../crypto/hex";
import type { BlockRecord, LogRecord } from "../ledger/blockRecord";
import type { WireObject, WireValue } from "./jsonText";

/** Status numbers of the event interface (websocket.md §6). */
export const eventStatus = { ok: 0, completed: 1, invalidParams: -41000, groupNotExist: -41002 } as const;

/** What a client wants to be told of. Blocks are visited in order; `next` is the one to look at. */
export interface EventTask {
  readonly id: string;
  readonly group: string;
  next: number;
  /** Last block, or `undefined` for no end. */
  readonly last: number | undefined;
  readonly addresses: ReadonlySet<string>;
  readonly topics: readonly (ReadonlySet<string> | undefined)[];
}

const bare = (text: string): string => text.replace(/^0[xX]/, "");
const number = (value: WireValue | undefined, fallback: number): number =>
  typeof value === "number" ? Math.trunc(value) : fallback;
const strings = (value: WireValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];

/** A topic given as plain text is compared as it stands; in a list the prefix and the case do not matter. */
function topicSet(value: WireValue): ReadonlySet<string> | undefined {
  if (typeof value === "string") return new Set([value]);
  const alternatives = strings(value).map((text) => bare(text).toLowerCase());
  return alternatives.length > 0 ? new Set(alternatives) : undefined;
}

/** Reads a subscription; `undefined` when it lacks id, group or params. */
export function readEventTask(request: WireObject, head: (group: string) => number | undefined): EventTask | undefined {
  const { id, group, params } = request as { id?: WireValue; group?: WireValue; params?: WireValue };
  if (typeof id !== "string" || typeof group !== "string") return undefined;
  if (params === null || typeof params !== "object" || Array.isArray(params)) return undefined;
  const { fromBlock, toBlock, addresses, topics } = params as {
    fromBlock?: WireValue;
    toBlock?: WireValue;
    addresses?: WireValue;
    topics?: WireValue;
  };
  const from = number(fromBlock, -1);
  const to = number(toBlock, -1);
  return {
    id,
    group,
    next: from >= 1 ? from : (head(group) ?? 0),
    last: to < 0 ? undefined : to,
    addresses: new Set(strings(addresses).map(bare)),
    topics: Array.isArray(topics) ? topics.slice(0, 4).map(topicSet) : [],
  };
}

function wanted(task: EventTask, log: LogRecord): boolean {
  if (task.addresses.size > 0 && !task.addresses.has(log.address)) return false;
  return task.topics.every((accepted, index) => {
    if (!accepted) return true;
    const topic = log.topics[index];
    return topic !== undefined && accepted.has(bytesToHexDigits(topic));
  });
}

/** The logs of a block that a task wants, as a push carries them. */
export function wantedLogs(task: EventTask, block: BlockRecord): unknown[] {
  const logs: unknown[] = [];
  block.receipts.forEach((receipt, transactionIndex) => {
    receipt.logs.forEach((log, logIndex) => {
      if (!wanted(task, log)) return;
      logs.push({
        address: log.address,
        blockNumber: block.header.number,
        data: bytesToHex(log.data),
        logIndex,
        topics: log.topics.map(bytesToHex),
        transactionHash: bytesToHex(block.transactions[transactionIndex]?.hash ?? new Uint8Array(32)),
        transactionIndex,
      });
    });
  });
  return logs;
}
