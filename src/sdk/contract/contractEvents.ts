import type { AbiParameter } from "../../chain/abi/abiType";
import type { AbiEvent, ContractInterface } from "../../chain/abi/contractInterface";
import { topicOf } from "../../chain/abi/eventTopics";
import { EventFeed, type FeedLog } from "../../chain/events/eventFeed";
import { getBlockNumber } from "../../chain/rpc/blocks";
import { EventCursor } from "../../chain/transport/eventCursor";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { clientError } from "../../errors/clientError";
import { typedEventValue } from "../abi/typedValue";
import type { Chain, Stop } from "../base/chain";
import { getLogs } from "../base/reading";
import type { Address, Hex, LogEntry } from "../base/records";
import { requestOptions } from "../base/sending";
import type { ContractEvent, EventAccess, EventQuery, EventWatch, PlacedEvent } from "./contractTypes";

/** A contract whose interface is known. */
export interface EventSource {
  readonly chain: Chain;
  readonly address: Address;
  readonly abi: () => Promise<ContractInterface>;
}

/** The event of a log, as far as it is one of the interface. */
export function decodeLog(
  abi: ContractInterface,
  log: Pick<LogEntry, "topics" | "data" | "address">,
): ContractEvent | undefined {
  const decoded = abi.decodeEvent(log);
  if (!decoded) return undefined;
  const inputs = abi.events.find(({ signature }) => signature === decoded.signature)?.inputs ?? [];
  const args = Object.fromEntries(
    decoded.arguments.map(({ name, value, hashed }, index) => {
      const input = inputs[index];
      return [name || String(index), input ? typedEventValue(input, value, hashed) : value];
    }),
  );
  return { eventName: decoded.name, args, address: log.address, topics: log.topics, data: log.data };
}

function placed(abi: ContractInterface, log: FeedLog): PlacedEvent | undefined {
  const address = log.address as Address;
  const event = decodeLog(abi, { address, topics: log.topics as readonly Hex[], data: log.data as Hex });
  if (!event) return undefined;
  const { blockNumber, transactionHash, transactionIndex, logIndex } = log;
  return { ...event, blockNumber, transactionHash: transactionHash as Hex, transactionIndex, logIndex };
}

/** @throws ChainError usage for a value that doesn't fit, `notIndexed` */
function topicsOf(
  event: AbiEvent,
  wanted: Readonly<Record<string, unknown>>,
  suite: CryptoSuite,
): (readonly string[] | null)[] {
  const indexed = event.inputs.filter((input) => input.indexed);
  for (const name of Object.keys(wanted)) {
    if (indexed.some((input) => input.name === name)) continue;
    const names = indexed.map((input) => input.name);
    throw clientError("notIndexed", { event: event.signature, name, names });
  }
  const positions = indexed.map((input, index) => alternatives(input, wanted[input.name], index, suite));
  const topics = event.anonymous ? positions : [[event.topic], ...positions];
  while (topics.at(-1) === null) topics.pop();
  return topics;
}

function alternatives(
  input: AbiParameter,
  value: unknown,
  index: number,
  suite: CryptoSuite,
): readonly string[] | null {
  if (value === undefined || value === null) return null;
  const values: readonly unknown[] = Array.isArray(value) && input.shape.kind !== "array" ? value : [value];
  return values.length === 0 ? null : values.map((each) => topicOf(input, each, index, suite));
}

/** One event of a contract. @param signature of an overloaded one */
export function eventAccess(source: EventSource, name: string, signature: string): EventAccess {
  const { chain, address } = source;
  const prepare = async (wanted: Readonly<Record<string, unknown>> = {}) => {
    const abi = await source.abi();
    const event = abi.events.find((each) => each.signature === signature);
    if (!event) throw new TypeError(`there is no event ${signature}`);
    const isIt = (found: PlacedEvent | undefined): found is PlacedEvent => found?.eventName === name;
    return {
      filter: { addresses: [address], topics: topicsOf(event, wanted, chain.suite) },
      read: (logs: readonly FeedLog[]): PlacedEvent[] => logs.map((log) => placed(abi, log)).filter(isIt),
    };
  };
  return {
    async get(query: EventQuery = {}) {
      const { filter, read } = await prepare(query.args);
      const { fromBlock, toBlock } = query;
      const range = {
        ...(fromBlock === undefined ? {} : { fromBlock }),
        ...(toBlock === undefined ? {} : { toBlock }),
      };
      return read(await getLogs(chain, { ...filter, ...range }, requestOptions(query)));
    },
    async watch(watch: EventWatch) {
      const { filter, read } = await prepare(watch.args);
      return follow(chain, filter, watch, read);
    },
  };
}

/** New events from the next block on, or from the given one. */
async function follow(
  chain: Chain,
  filter: { readonly addresses: readonly string[]; readonly topics: readonly (readonly string[] | null)[] },
  { onLogs, onError, fromBlock, pollMs = 1000 }: EventWatch,
  read: (logs: readonly FeedLog[]) => PlacedEvent[],
): Promise<Stop> {
  const height = (): Promise<number> => getBlockNumber(chain.client);
  const cursor = new EventCursor(fromBlock ?? (await height()) + 1);
  const push = chain.pushes?.();
  await push?.connect().catch(() => undefined); // without it the chain is asked
  const feed = new EventFeed({ client: chain.client, push: () => push, height }, filter, cursor, {
    onLogs(logs) {
      const events = read(logs);
      if (events.length > 0) onLogs(events);
    },
    onState(state) {
      if (state.kind === "failing") onError?.(state.error);
    },
  });
  await feed.turn();
  const timer = setInterval(() => void feed.turn(), pollMs);
  return () => {
    clearInterval(timer);
    feed.stop();
  };
}
