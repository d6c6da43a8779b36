import { type Address, type Hex, hexToBytes } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { cryptoSuite } from "../../crypto/suites";
import { ChainError } from "../../errors/chainError";
import { type AbiValue, decodeParameters } from "../abi/abiDecoder";
import { readParameters } from "../abi/abiType";
import { signatureHash } from "../abi/selector";
import type { ChainClient, RequestOptions } from "../client/client";
import { readLogs } from "../events/readLogs";
import { getBlockNumber } from "../rpc/blocks";
import { getLogs } from "../rpc/logs";

/** A proxy or a beacon was pointed to other code, or a proxy to another beacon. */
export interface Upgrade {
  readonly block: number;
  readonly target: Address;
  readonly isBeacon: boolean;
}

/** The address in a word; undefined for 0 and for what is longer. */
export const addressIn = (word: bigint): Address | undefined =>
  word > 0n && word >> 160n === 0n ? `0x${word.toString(16).padStart(40, "0")}` : undefined;

/** A node that finds events by itself looks through so many blocks; of one that doesn't, receipts are read one by one. */
const blocksBack = { asked: 20_000, read: 300 };

/** What the events of a proxy or of a beacon tell. */
export interface ProxyEvents {
  /** Oldest first. */
  readonly upgrades: readonly Upgrade[];
  /** Who may upgrade a transparent proxy. */
  readonly admin?: Address | undefined;
  /** What a diamond was cut from, oldest first. */
  readonly cuts: readonly Cut[];
}

/** Functions of a diamond were taken from a facet. */
export interface Cut {
  readonly block: number;
  /** Undefined where the functions were removed. */
  readonly facet: Address | undefined;
  readonly selectors: readonly string[];
}

/** What was read of an address, up to a block: a chain never takes a block back. */
interface Read extends ProxyEvents {
  readonly to: number;
}

const [upgradedEvent, beaconEvent] = ["Upgraded(address)", "BeaconUpgraded(address)"] as const;
const cutEvent = "DiamondCut((address,uint8,bytes4[])[],address,bytes)";

const parameter = (type: string, components: readonly unknown[] = []) => ({ name: "", type, components });
const cutParameters = readParameters(
  [
    parameter("tuple[]", [parameter("address"), parameter("uint8"), parameter("bytes4[]")]),
    parameter("address"),
    parameter("bytes"),
  ],
  cutEvent,
);

/** What an event says that was cut; none where it isn't what the event holds. */
function cutsIn(block: number, data: string): Cut[] {
  try {
    const [cuts] = decodeParameters(cutParameters, hexToBytes(data as Hex));
    return (cuts as AbiValue[]).map((cut) => {
      const [facet, , selectors] = Object.values(cut as object) as [string, unknown, readonly string[]];
      return { block, facet: addressIn(BigInt(facet)), selectors: selectors.map((each) => each.toLowerCase()) };
    });
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

/** The facet of each selector after cuts, the oldest of which is the first. */
export function facetsAfter(
  cuts: readonly Cut[],
  before: ReadonlyMap<string, Address> = new Map(),
): ReadonlyMap<string, Address> {
  const facetOf = new Map(before);
  for (const { facet, selectors } of cuts)
    for (const selector of selectors) {
      if (facet) facetOf.set(selector, facet);
      else facetOf.delete(selector);
    }
  return facetOf;
}

/** Contracts of either sort of compiler run on an SM chain. */
const topicsOf = (event: string, suite: CryptoSuite): Hex[] => [
  ...new Set([suite, cryptoSuite("standard")].map((each) => signatureHash(each, event))),
];

let upgradeTopics: ReadonlySet<string> | undefined;

/** Whether an event says that a proxy or a beacon was pointed to other code, or a diamond was cut. */
export function isUpgradeEvent(topic: string): boolean {
  upgradeTopics ??= new Set(
    [upgradedEvent, beaconEvent, cutEvent].flatMap((event) => topicsOf(event, cryptoSuite("sm"))),
  );
  return upgradeTopics.has(topic.toLowerCase());
}

const maxRemembered = 1000;
const remembered = new WeakMap<ChainClient, Map<Address, Read>>();

/**
 * What a proxy or a beacon wrote, as far back as a node can be asked. Empty also where nothing tells.
 * @throws ChainError cancelled
 */
export async function proxyEvents(
  client: ChainClient,
  suite: CryptoSuite,
  address: Address,
  options?: RequestOptions,
): Promise<ProxyEvents> {
  const head = await getBlockNumber(client, options);
  const known = remembered.get(client) ?? new Map<Address, Read>();
  remembered.set(client, known);
  const before = known.get(address);
  // A chain that is lower than before began anew.
  const kept = before && before.to <= head ? before : undefined;
  if (kept?.to === head) return kept;
  const topic = (event: string) => topicsOf(event, suite);
  const [upgraded, beacon] = [topic(upgradedEvent), topic(beaconEvent)];
  const changed = topic("AdminChanged(address,address)");
  const cut = topic(cutEvent);
  const since = (blocks: number) => ({
    fromBlock: Math.max(0, head - blocks, kept ? kept.to + 1 : 0),
    toBlock: head,
    addresses: [address],
    topics: [[...upgraded, ...beacon, ...changed, ...cut]],
  });
  const logs = await getLogs(client, since(blocksBack.asked), options)
    .catch((error: unknown) => {
      if (error instanceof ChainError && error.code === "methodTooNew")
        return readLogs({ client }, since(blocksBack.read), options);
      throw error;
    })
    .catch((error: unknown) => {
      if (error instanceof ChainError && error.code !== "cancelled") return undefined;
      throw error;
    });
  if (!logs) return kept ?? { upgrades: [], cuts: [] };
  const upgrades = [
    ...(kept?.upgrades ?? []),
    ...logs.flatMap(({ topics, data, blockNumber }) => {
      const isUpgrade = ![...changed, ...cut].includes(topics[0] as Hex);
      // Proxies before ERC-1967 don't index it.
      const target = isUpgrade ? (addressOf(topics[1]) ?? wordAddress(data, 0)) : undefined;
      return target ? [{ block: blockNumber, target, isBeacon: beacon.includes(topics[0] as Hex) }] : [];
    }),
  ];
  const admin = logs
    .flatMap(({ topics, data }) => (changed.includes(topics[0] as Hex) ? [wordAddress(data, 1)] : []))
    .at(-1);
  const cuts = logs.flatMap(({ topics, data, blockNumber }) =>
    cut.includes(topics[0] as Hex) ? cutsIn(blockNumber, data) : [],
  );
  const read = { to: head, upgrades, admin: admin ?? kept?.admin, cuts: [...(kept?.cuts ?? []), ...cuts] };
  if (known.size < maxRemembered || known.has(address)) known.set(address, read);
  return read;
}

const addressOf = (word: string | undefined): Address | undefined => (word ? addressIn(BigInt(word)) : undefined);

/** The address in a word of an event's data. */
function wordAddress(data: string, at: number): Address | undefined {
  const word = data.slice(2 + 64 * at, 2 + 64 * (at + 1));
  return word.length === 64 ? addressOf(`0x${word}`) : undefined;
}

/** The upgrades of a proxy or of a beacon by its events, oldest first ({@link proxyEvents}). */
export const upgradesOf = async (...of: Parameters<typeof proxyEvents>): Promise<readonly Upgrade[]> =>
  (await proxyEvents(...of)).upgrades;
