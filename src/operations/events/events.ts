import * as v from "valibot";
import { contractInterface } from "../../chain/abi/contractInterface";
import { entriesOf } from "../../chain/abi/knownErrors";
import { writtenEvent } from "../../chain/abi/writtenEvent";
import type { FeedLog } from "../../chain/events/eventFeed";
import { readLogs } from "../../chain/events/readLogs";
import { getBlockNumber } from "../../chain/rpc/blocks";
import { type Address, isHash } from "../../crypto/bytes/hex";
import { clientError } from "../../errors/clientError";
import { phrase, text } from "../../text/catalogue";
import { eventShown, Interfaces } from "../kit/decoded";
import { asking } from "../kit/define";
import { asked } from "../kit/results";
import { aContract, anInteger, aText, optional } from "../model/fields";
import type { OperationContext } from "../model/operation";

const noun = "events";

/** Blocks that one answer looks through at most, and in one go. */
const maxBlocks = 10_000;
const sliceBlocks = 400;

const found = v.object({
  ...eventShown.entries,
  blockNumber: v.number(),
  transactionHash: v.string(),
  logIndex: v.number(),
});

/** Topics of the events of this name or signature; the topic itself where that was given. */
async function topicsOf(
  context: OperationContext,
  interfaces: Interfaces,
  event: string,
  address: Address | undefined,
): Promise<readonly string[]> {
  if (isHash(event)) return [event];
  const own = address ? await interfaces.of(address) : undefined;
  const others = own ? [] : await (context.session.otherAbis?.() ?? []);
  const known = own?.events ?? others.flatMap((abi) => eventsIn(context, abi));
  const topics = known.filter(({ name, signature }) => event === name || event === signature).map(({ topic }) => topic);
  if (topics.length > 0) return [...new Set(topics)];
  // a whole signature needs no ABI, unless the contract's own doesn't have it
  const written = own ? undefined : writtenEvent(event, context.session.suite);
  if (written) return written.events.map(({ topic }) => topic);
  throw clientError("wrongParameter", {
    method: "events list",
    parameter: "event",
    form: phrase(
      "the name of an event of a known contract, a signature such as Transfer(address,address,uint256), or a topic",
    ),
    given: event,
  });
}

function eventsIn({ session }: OperationContext, abi: Parameters<typeof entriesOf>[0]) {
  try {
    return contractInterface(entriesOf(abi, "event"), session.suite).events;
  } catch {
    return []; // unreadable types
  }
}

/** Where an answer ended: the block, and how many of its matching events were given. */
function placeAfter(logs: readonly FeedLog[], given: number): { readonly from: number; readonly offset: number } {
  const from = logs[given]?.blockNumber ?? 0;
  return { from, offset: logs.slice(0, given).filter(({ blockNumber }) => blockNumber === from).length };
}

const listEvents = asking({
  noun,
  verb: "list",
  word: "listEvents",
  summary: text(
    "Events of a range of blocks, decoded where an ABI is known. Long answers continue at the place they name.",
  ),
  fields: {
    from: optional(anInteger(text("First block"), { from: 0 })),
    to: optional(anInteger(text("Last block"), { from: 0 })),
    contract: optional(aContract(text("Contract that emits them"))),
    event: optional(aText(text("Event: its name, signature, or topic"))),
    limit: optional(anInteger(text("Maximum number of events"), { from: 1, to: 500, usual: "100" })),
    offset: optional(anInteger(text("Events of the first block to skip"), { from: 0, usual: "0" })),
  },
  result: v.object({
    from: v.number(),
    /** The last block that was looked at; before the first where that isn't there yet. */
    to: v.number(),
    events: v.array(found),
    /** What to ask for next; absent where the range is done. */
    next: v.optional(v.object({ from: v.number(), offset: v.number() })),
  }),
  follows: ({ to, next }, given) => {
    const { from, offset } = next ?? { from: to + 1, offset: 0 };
    return given.to !== undefined && from > given.to ? undefined : { given: { from, offset }, block: from };
  },
  run: async (context, given) => {
    const { session } = context;
    const { limit = 100, offset = 0 } = given;
    const height = await getBlockNumber(session.client, asked(context));
    const last = Math.min(given.to ?? height, height);
    const from = given.from ?? Math.max(0, last - sliceBlocks + 1);
    const end = Math.min(last, from + maxBlocks - 1);
    const interfaces = new Interfaces(context);
    const { contract, event } = given;
    const topics = event === undefined ? undefined : await topicsOf(context, interfaces, event, contract);
    const filter = { ...(contract ? { addresses: [contract] } : {}), ...(topics ? { topics: [topics] } : {}) };
    const logs: FeedLog[] = [];
    let to = from - 1;
    while (to < end && logs.length <= offset + limit) {
      const fromBlock = to + 1;
      to = Math.min(end, fromBlock + sliceBlocks - 1);
      logs.push(...(await readLogs(session, { ...filter, fromBlock, toBlock: to }, asked(context))));
    }
    const shown = logs.slice(offset, offset + limit);
    const more = logs.length > offset + limit;
    const next = more ? placeAfter(logs, offset + limit) : to < last ? { from: to + 1, offset: 0 } : undefined;
    const events = shown.map(async (log) => ({
      ...(await interfaces.event(log, log.blockNumber)),
      blockNumber: log.blockNumber,
      transactionHash: log.transactionHash,
      logIndex: log.logIndex,
    }));
    return { from, to, events: await Promise.all(events), ...(next ? { next } : {}) };
  },
});

/** Events that contracts emitted. */
export const eventOperations = [listEvents] as const;
