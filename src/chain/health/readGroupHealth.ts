import { toChainError } from "../../errors/dictionary";
import { type Clock, systemClock } from "../../time/clock";
import { pause } from "../../time/waitUntil";
import type { ChainClient, RequestOptions } from "../client/client";
import { getBlockByNumber, proposerOf } from "../rpc/blocks";
import { getGroupPeers } from "../rpc/groups";
import { getObserverList } from "../rpc/members";
import { getConsensusStatus, getSyncStatus } from "../rpc/nodeStatus";
import { getPendingTxSize } from "../rpc/transactions";
import { type GroupHealth, HealthMemory, isStopped, judgeHealth, lacksWeight } from "./groupHealth";

const lookEveryMs = 1000;

/** Asks a node how its group fares: one look, which can't tell whether blocks come. @throws ChainError of the five requests. */
export async function readGroupHealth(client: ChainClient, options?: RequestOptions): Promise<GroupHealth> {
  const started = performance.now();
  const [consensus, sync, groupPeers, observers, waiting] = await Promise.all([
    getConsensusStatus(client, options),
    getSyncStatus(client, options),
    getGroupPeers(client, options),
    getObserverList(client, options),
    getPendingTxSize(client, options),
  ]);
  const health = judgeHealth({
    consensus,
    sync,
    groupPeers,
    observers,
    waiting,
    answerMs: performance.now() - started,
  });
  // where no block may come, it matters when the last one came
  return lacksWeight(health) || waiting > 0 ? { ...health, ...(await lastBlock(client, health, options)) } : health;
}

/** When the newest block was made; nothing where the node doesn't tell. */
async function lastBlock(
  client: ChainClient,
  { height }: GroupHealth,
  options: RequestOptions | undefined,
): Promise<Pick<GroupHealth, "lastBlockMs">> {
  try {
    const { timestamp } = await getBlockByNumber(client, height, "header", options);
    return timestamp > 0 ? { lastBlockMs: timestamp } : {};
  } catch (error) {
    toChainError(error); // a defect of ours is none of the node's
    return {};
  }
}

/** So many of the newest blocks are looked through for who made them. */
const sealedBlocks = 40;

/** When members made the last of their newest blocks: what shows since when one is missing. Nothing where the node doesn't tell. */
async function lastSealed(
  client: ChainClient,
  { height }: GroupHealth,
  options: RequestOptions | undefined,
): Promise<Pick<GroupHealth, "lastSealedMs">> {
  const first = Math.max(1, height - sealedBlocks + 1);
  const numbers = Array.from({ length: Math.max(0, height - first + 1) }, (_, index) => first + index);
  try {
    const blocks = await Promise.all(numbers.map((number) => getBlockByNumber(client, number, "header", options)));
    return {
      lastSealedMs: Object.fromEntries(blocks.map((block) => [proposerOf(block) ?? "", block.timestamp])),
    };
  } catch (error) {
    toChainError(error);
    return {};
  }
}

/**
 * The same, and whether blocks come: where transactions wait it looks again each second until a block has come or nothing waits any
 * more, for `standsLimitMs` at most.
 * @throws ChainError as `readGroupHealth`
 */
export async function watchGroupHealth(
  client: ChainClient,
  { clock = systemClock, ...options }: RequestOptions & { readonly clock?: Clock } = {},
): Promise<GroupHealth> {
  const memory = new HealthMemory();
  const look = async (): Promise<GroupHealth> => memory.follow(await readGroupHealth(client, options), clock.now());
  const first = await look();
  let health = first;
  while (health.waiting > 0 && health.height === first.height && !isStopped(health) && !options.signal?.aborted) {
    await pause(lookEveryMs, options.signal, clock);
    health = await look();
  }
  return health.unreachable.length > 0 ? { ...health, ...(await lastSealed(client, health, options)) } : health;
}
