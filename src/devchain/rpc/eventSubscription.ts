import { bytesToHex, bytesToHexDigits } from "../../crypto/bytes/hex";
import type { BlockRecord, LogRecord } from "../records/blockRecord";
import type { WireValue } from "./jsonText";
import { asInt64, asItems, asMembers, asText } from "./wireConversions";

/** Status numbers of the event interface (websocket.md, "Events"). */
export const eventStatus = { ok: 0, completed: 1, invalidParams: -41000, groupNotExist: -41002 } as const;

/** What a client wants to be told of. Blocks are visited in order; `next` is the one to look at. */
export interface EventTask {
  readonly id: string;
  readonly group: string;
  /** The first block that it was to look at; undefined: the latest when it began. */
  readonly from: number | undefined;
  next: number;
  /** Last block, or `undefined` for no end. */
  readonly last: number | undefined;
  /** Whether it has looked at a block yet: one that has not is never completed. */
  moved: boolean;
  readonly addresses: ReadonlySet<string>;
  readonly topics: readonly (ReadonlySet<string> | undefined)[];
}

/** An address is compared without its prefix and otherwise as it stands. */
const addressText = (value: WireValue): string => asText(value).replace(/^0[xX]/, "");
/** A topic in a list loses `0x`, but not `0X`, and its case. */
const topicText = (value: WireValue): string => asText(value).replace(/^0x/, "").toLowerCase();

/** Anything but a list is compared as its text stands. */
function topicSet(value: WireValue): ReadonlySet<string> | undefined {
  if (value === null) return undefined;
  if (!Array.isArray(value)) return new Set([asText(value)]);
  return value.length > 0 ? new Set(value.map(topicText)) : undefined;
}

/** Id and group of a request, which must both be there. @throws ConversionError for such as cannot be text. */
export function readEventTarget(request: WireValue): { readonly id: string; readonly group: string } | undefined {
  const members = asMembers(request);
  const [id, group] = [members["id"], members["group"]];
  if (id === undefined || group === undefined) return undefined;
  return { id: asText(id), group: asText(group) };
}

/**
 * Reads a subscription; `undefined` when it lacks id, group or params.
 * @throws ConversionError for members of a type that cannot be meant.
 */
export function readEventTask(request: WireValue, head: (group: string) => number | undefined): EventTask | undefined {
  const target = readEventTarget(request);
  const params = asMembers(request)["params"];
  if (!target || params === undefined) return undefined;
  const members = asMembers(params);
  const number = (value: WireValue | undefined): number => (value === undefined ? -1 : Number(asInt64(value)));
  const [from, to] = [number(members["fromBlock"]), number(members["toBlock"])];
  const addresses = asItems(members["addresses"]).map(addressText);
  const topics = asItems(members["topics"]).map(topicSet);
  return {
    ...target,
    from: from >= 1 ? from : undefined,
    next: from >= 1 ? from : (head(target.group) ?? 0),
    last: to < 0 ? undefined : to,
    moved: false,
    addresses: new Set(addresses),
    topics: topics.slice(0, 4),
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
