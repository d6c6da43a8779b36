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
import type { ContractProxy } from "./contractProxy";

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
  /** Contracts that a diamond was cut from. */
  readonly facets: readonly Address[];
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

/** The contracts that functions of a diamond were taken from; none where it isn't what the event holds. */
function facetsOfCut(data: string): Address[] {
  try {
    const [cuts] = decodeParameters(cutParameters, hexToBytes(data as Hex));
    return (cuts as AbiValue[]).flatMap((cut) => addressIn(BigInt(String(Object.values(cut as object)[0]))) ?? []);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
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
  if (!logs) return kept ?? { upgrades: [], facets: [] };
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
  const cuts = logs.flatMap(({ topics, data }) => (cut.includes(topics[0] as Hex) ? facetsOfCut(data) : []));
  const facets = [...new Set([...(kept?.facets ?? []), ...cuts])];
  const read = { to: head, upgrades, admin: admin ?? kept?.admin, facets };
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

/**
 * Whose code a proxy ran in a block, the latest first, where events of it or of its beacon tell; in the block of an upgrade also what ran
 * before. `unknown` where only later upgrades are known: other code ran. Undefined where nothing says that it ever was another.
 */
export async function implementationsAt(
  client: ChainClient,
  suite: CryptoSuite,
  address: Address,
  { kind, beacon }: ContractProxy,
  block: number,
  options?: RequestOptions,
): Promise<readonly Address[] | "unknown" | undefined> {
  if (kind === "clone" || kind === "diamond") return undefined;
  const own = await upgradesOf(client, suite, address, options);
  const beacons = targetsAt(own, true, block);
  if (beacons === "unknown") return "unknown";
  const pointing = beacons ?? (beacon ? [beacon] : []);
  if (pointing.length === 0) return targetsAt(own, false, block);
  const ran = await Promise.all(
    pointing.map(async (each) => targetsAt(await upgradesOf(client, suite, each, options), false, block)),
  );
  const known = ran.flatMap((each) => (each === undefined || each === "unknown" ? [] : each));
  return known.length > 0 ? known : ran.find((each) => each !== undefined);
}

/** What upgrades pointed to in a block, the latest first. */
function targetsAt(
  upgrades: readonly Upgrade[],
  isBeacon: boolean,
  block: number,
): readonly Address[] | "unknown" | undefined {
  const all = upgrades.filter((each) => each.isBeacon === isBeacon);
  const within = all.filter((each) => each.block === block).reverse();
  const before = all.findLast((each) => each.block < block);
  const ran = [...within, ...(before ? [before] : [])].map(({ target }) => target);
  if (ran.length > 0) return [...new Set(ran)];
  return all.length > 0 ? "unknown" : undefined;
}
