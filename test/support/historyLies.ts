// Nodes that lie and networks that break, between a session and the index that is made by it.
import { expect } from "vitest";
import type { Transport } from "../../src/chain/client/client";
import type { ChainSession } from "../../src/chain/session";
import { clientError } from "../../src/errors/clientError";
import { minuteMs } from "../../src/time/units";
import { type IndexLocation, indexInto } from "./historyIndexing";
import { dump } from "./historyTrial";
import { seededNumbers } from "./seededNumbers";

/** A session whose requests pass through. */
export function through(
  session: ChainSession,
  change: (method: string, params: readonly unknown[], ask: () => Promise<unknown>) => Promise<unknown>,
): ChainSession {
  const { transport } = session.client;
  const changed: Transport = {
    label: transport.label,
    close: async () => undefined,
    request: (method, params, ...rest) => change(method, params, () => transport.request(method, params, ...rest)),
  };
  return { ...session, client: { ...session.client, transport: changed } };
}

/** The same chain as if its blocks were four minutes apart. */
export function blocksApart(session: ChainSession): ChainSession {
  const { transport } = session.client;
  const changed = through(session, async (method, _, ask) => {
    const result = (await ask()) as { readonly number: number; readonly timestamp: number };
    if (method !== "getBlockByNumber") return result;
    return { ...result, timestamp: 1_760_000_000_000 + result.number * 4 * minuteMs };
  });
  return {
    ...changed,
    client: { ...changed.client, transport: { ...changed.client.transport, close: () => transport.close() } },
  };
}

/** What a node says that isn't so: what it is called, the code that it is refused by, and how an answer becomes it. */
export const lies: readonly [string, string, (result: unknown, params: readonly unknown[]) => unknown][] = [
  [
    "another hash at a height that is indexed",
    "historyForked",
    (result) => (typeof result === "string" && result.length === 66 ? `0x${"ab".repeat(32)}` : result),
  ],
  [
    "a new block that names another one below it",
    "historyForked",
    (result) => {
      const block = result as { parentInfo?: { blockHash: string; blockNumber: number }[]; number?: number };
      if (!block?.parentInfo?.[0]) return result;
      return { ...block, parentInfo: [{ ...block.parentInfo[0], blockHash: `0x${"cd".repeat(32)}` }] };
    },
  ],
  [
    "another block than was asked for",
    "historyWrongBlock",
    (result) => {
      const block = result as { number?: number; sealerList?: unknown };
      return block?.sealerList ? { ...block, number: (block.number ?? 0) + 1 } : result;
    },
  ],
  [
    "the receipt of another transaction",
    "historyWrongReceipt",
    (result) => {
      const receipt = result as { logEntries?: unknown };
      return receipt?.logEntries ? { ...receipt, transactionHash: `0x${"ef".repeat(32)}` } : result;
    },
  ],
];

/** The same chain over a network that breaks at some questions, a few times. */
export function cutAgain(
  session: ChainSession,
  seed: number,
): { readonly session: ChainSession; readonly cuts: () => number } {
  const next = seededNumbers(seed);
  let cuts = 0;
  const cut = through(session, (method, _, ask) => {
    if (/^getBlockByNumber$|Receipt/.test(method) && next(12) === 0 && cuts < 5) {
      cuts += 1;
      throw clientError("connectionLost", { endpoint: "", method });
    }
    return ask();
  });
  return { session: cut, cuts: () => cuts };
}

/** An index that has half of the chain refuses a lie about the rest, and stays what it is. */
export async function refusesLie(
  place: IndexLocation,
  session: ChainSession,
  code: string,
  lie: (typeof lies)[number][2],
): Promise<void> {
  const highest = Number(await session.client.transport.request("getBlockNumber", ["group0", ""]));
  const known = Math.floor(highest / 2);
  const short = through(session, async (method, __, ask) => (method === "getBlockNumber" ? known : ask()));
  await indexInto(place, short);
  const before = await dump(place);
  let asked = 0;
  const lying = through(session, async (method, params, ask) => {
    const result = await ask();
    if (!/^getBlock(?:ByNumber|HashByNumber)$|Receipt/.test(method)) return result;
    // the first questions are who it is: block 0 and 1
    const number = params[2];
    if (typeof number === "number" && number <= 1) return result;
    asked += 1;
    return lie(result, params);
  });
  await expect(indexInto(place, lying)).rejects.toMatchObject({ code });
  expect(asked).toBeGreaterThan(0);
  expect(await dump(place)).toEqual(before);
}
