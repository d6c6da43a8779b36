import type { Address, Hex } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { cryptoSuite } from "../../crypto/suites";
import { ChainError } from "../../errors/chainError";
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
}

/** What was read of an address, up to a block: a chain never takes a block back. */
interface Read extends ProxyEvents {
  readonly to: number;
}

const [upgradedEvent, beaconEvent] = ["Upgraded(address)", "BeaconUpgraded(address)"] as const;

/** Contracts of either sort of compiler run on an SM chain. */
const topicsOf = (event: string, suite: CryptoSuite): Hex[] => [
  ...new Set([suite, cryptoSuite("standard")].map((each) => signatureHash(each, event))),
];

let upgradeTopics: ReadonlySet<string> | undefined;

/** Whether an event says that a proxy or a beacon was pointed to other code. */
export function isUpgradeEvent(topic: string): boolean {
  upgradeTopics ??= new Set([upgradedEvent, beaconEvent].flatMap((event) => topicsOf(event, cryptoSuite("sm"))));
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
  const since = (blocks: number) => ({
    fromBlock: Math.max(0, head - blocks, kept ? kept.to + 1 : 0),
    toBlock: head,
    addresses: [address],
    topics: [[...upgraded, ...beacon, ...changed]],
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
  if (!logs) return kept ?? { upgrades: [] };
  const upgrades = [
    ...(kept?.upgrades ?? []),
    ...logs.flatMap(({ topics, data, blockNumber }) => {
      const isUpgrade = !changed.includes(topics[0] as Hex);
      // Proxies before ERC-1967 don't index it.
      const target = isUpgrade ? (addressOf(topics[1]) ?? wordAddress(data, 0)) : undefined;
      return target ? [{ block: blockNumber, target, isBeacon: beacon.includes(topics[0] as Hex) }] : [];
    }),
  ];
  const admin = logs
    .flatMap(({ topics, data }) => (changed.includes(topics[0] as Hex) ? [wordAddress(data, 1)] : []))
    .at(-1);
  const read = { to: head, upgrades, admin: admin ?? kept?.admin };
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
 * Whose code a proxy ran in a block, where events of it or of its beacon tell; undefined where nothing does.
 * @param block transactions before an upgrade in the same block count as after it
 */
export async function implementationAt(
  client: ChainClient,
  suite: CryptoSuite,
  address: Address,
  { kind, beacon }: ContractProxy,
  block: number,
  options?: RequestOptions,
): Promise<Address | undefined> {
  if (kind === "clone" || kind === "diamond") return undefined;
  const upTo = (each: Upgrade): boolean => each.block <= block;
  const own = await upgradesOf(client, suite, address, options);
  const beaconThen = beacon && (own.findLast((each) => upTo(each) && each.isBeacon)?.target ?? beacon);
  const upgrades = beaconThen ? await upgradesOf(client, suite, beaconThen, options) : own;
  return upgrades.findLast((each) => upTo(each) && !each.isBeacon)?.target;
}
