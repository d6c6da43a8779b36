import { afterEach, describe, expect, it } from "vitest";
import { createClient, type Transport } from "../../../../src/chain/client/client";
import { EventFeed, eventHistory, type FeedLog, type FeedState } from "../../../../src/chain/events/eventFeed";
import { EventCursor } from "../../../../src/chain/transport/eventCursor";
import { createWebSocketTransport, type WebSocketTransport } from "../../../../src/chain/transport/webSocketTransport";
import { FakeFrameNode } from "../../../support/fakeFrameNode";
import { until } from "../../../support/until";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The same made-up ledger as the fake node's, over HTTP: two events in each block, ten blocks a request. */
class Ledger implements Transport {
  readonly label = "made up";
  asked: string[] = [];
  failing = false;
  knowsLogs = true;

  constructor(private readonly height: () => number) {}

  async request(method: string, params: readonly unknown[]): Promise<unknown> {
    this.asked.push(method);
    if (this.failing) throw new Error("no answer");
    if (method === "getBlockNumber") return this.height();
    const { fromBlock, toBlock } = params[1] as { fromBlock: string; toBlock: string };
    const logs: unknown[] = [];
    const last = Math.min(Number(toBlock), this.height(), Number(fromBlock) + 9);
    for (let block = Math.max(1, Number(fromBlock)); block <= last; block++)
      for (const logIndex of [0, 1])
        logs.push({
          address: `0x${"ab".repeat(20)}`,
          blockHash: `0x${"00".repeat(32)}`,
          blockNumber: `0x${block.toString(16)}`,
          data: "0x",
          logIndex: `0x${logIndex}`,
          removed: false,
          topics: [],
          transactionHash: `0x${block.toString(16).padStart(64, "0")}`,
          transactionIndex: "0x0",
        });
    return logs;
  }

  close = (): Promise<void> => Promise.resolve();
}

const events = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index).flatMap((block) => [
    `${block}:0`,
    `${block}:1`,
  ]);

interface Watched {
  feed: EventFeed;
  heard: string[];
  states: FeedState["kind"][];
  cursor: EventCursor;
  ledger: Ledger;
}

async function watch(
  node: FakeFrameNode,
  options: { push?: WebSocketTransport; cursor?: EventCursor; toBlock?: number } = {},
): Promise<Watched> {
  const ledger = new Ledger(() => node.height);
  const client = createClient(ledger, "group0");
  const { push, cursor = new EventCursor(node.height + 1), toBlock } = options;
  const heard: string[] = [];
  const states: FeedState["kind"][] = [];
  const feed = new EventFeed(
    { client, push: () => push, height: async () => Number(await ledger.request("getBlockNumber", [])) },
    toBlock === undefined ? {} : { toBlock },
    cursor,
    {
      onLogs: (logs: readonly FeedLog[]) =>
        heard.push(...logs.map(({ blockNumber, logIndex }) => `${blockNumber}:${logIndex}`)),
      onState: ({ kind }) => states.push(kind),
    },
  );
  return { feed, heard, states, cursor, ledger };
}

async function pushOf(node: FakeFrameNode): Promise<WebSocketTransport> {
  const push = createWebSocketTransport({ url: node.url, minRetryMs: 1, maxRetryMs: 2, timeoutMs: 60_000 });
  closing.push(() => push.close());
  await push.connect();
  return push;
}

async function start(): Promise<FakeFrameNode> {
  const node = await FakeFrameNode.start();
  closing.push(() => node.close());
  return node;
}

describe("the cursor of events", () => {
  const log = (blockNumber: number, logIndex: number) => ({
    blockNumber,
    logIndex,
    transactionHash: `0x${blockNumber}`,
  });

  it("gives each event once and moves on", () => {
    const cursor = new EventCursor(5);
    expect(cursor.take([log(4, 0), log(5, 0), log(5, 0), log(5, 1)])).toEqual([log(5, 0), log(5, 1)]);
    expect(cursor.from).toBe(5);
    expect(cursor.take([log(5, 1), log(5, 2), log(7, 0)])).toEqual([log(5, 2), log(7, 0)]);
    expect(cursor.from).toBe(7);
    cursor.passed(9);
    cursor.passed(8);
    expect(cursor.from).toBe(10);
    expect(cursor.take([log(7, 1), log(9, 0), log(10, 0)])).toEqual([log(10, 0)]);
  });
});

describe("the feed of events", () => {
  it("asks for new blocks where nothing pushes, each once", async () => {
    const node = await start();
    node.mine(3);
    const { feed, heard, states, ledger } = await watch(node);
    await feed.turn();
    expect(heard).toEqual([]);
    node.mine(25);
    await feed.turn();
    await feed.turn();
    expect(heard).toEqual(events(4, 28));
    expect(states).toEqual(["poll", "poll", "poll"]);
    // Nothing new costs one small question.
    ledger.asked = [];
    await feed.turn();
    expect(ledger.asked).toEqual(["getBlockNumber"]);
  });

  it("costs no request while the node pushes", async () => {
    const node = await start();
    node.mine(2);
    const { feed, heard, states, ledger } = await watch(node, { push: await pushOf(node) });
    await feed.turn();
    node.mine(2);
    await until(() => heard.length === 4);
    await feed.turn();
    expect(heard).toEqual(events(3, 4));
    expect(states).toEqual(["push"]);
    expect(ledger.asked).toEqual([]);
    feed.stop();
    node.mine(1);
    await feed.turn();
    expect(heard).toEqual(events(3, 4));
  });

  it("asks while the push is away and goes back to it, without a gap or a repetition", async () => {
    const node = await start();
    const push = await pushOf(node);
    let away = false;
    const seen = {
      get state() {
        return away ? ({ kind: "connecting" } as const) : push.state;
      },
      subscribeEvents: push.subscribeEvents.bind(push),
    };
    const { feed, heard, states } = await watch(node, { push: seen as WebSocketTransport });
    await feed.turn();
    node.mine(2);
    await until(() => heard.length === 4);
    away = true;
    node.mine(3);
    await feed.turn();
    node.mine(1);
    await feed.turn();
    away = false;
    await feed.turn();
    node.mine(2);
    await until(() => heard.length >= 16);
    expect(heard).toEqual(events(1, 8));
    expect(states).toEqual(["push", "poll", "poll", "push"]);
  });

  it("loses nothing when the connection breaks again and again", async () => {
    const node = await start();
    const push = await pushOf(node);
    const { feed, heard } = await watch(node, { push });
    await feed.turn();
    for (let round = 0; round < 6; round++) {
      node.mine(2);
      node.dropAll();
      node.mine(1);
      await feed.turn();
    }
    await until(() => node.connections > 0 && push.state.kind === "connected");
    await feed.turn();
    await until(() => heard.length >= 36);
    expect(heard).toEqual(events(1, 18));
  });

  it("goes on from the cursor of a feed that was stopped", async () => {
    const node = await start();
    const first = await watch(node, { push: await pushOf(node) });
    await first.feed.turn();
    node.mine(2);
    await until(() => first.heard.length === 4);
    first.feed.stop();
    node.mine(5);
    const second = await watch(node, { cursor: first.cursor });
    await second.feed.turn();
    expect([...first.heard, ...second.heard]).toEqual(events(1, 7));
  });

  it("asks where the node does not take the subscription", async () => {
    const node = await start();
    const push = await pushOf(node);
    node.answer = (frame) => (frame.type === 0x120 ? { id: "", status: -41000 } : undefined);
    const { feed, heard, states } = await watch(node, { push });
    await feed.turn();
    node.mine(1);
    await feed.turn();
    expect(heard).toEqual(events(1, 1));
    expect(states).toEqual(["poll", "poll"]);
  });

  it("says a failure and goes on where it stood", async () => {
    const node = await start();
    const { feed, heard, states, ledger } = await watch(node);
    await feed.turn();
    ledger.failing = true;
    node.mine(3);
    await feed.turn();
    ledger.failing = false;
    await feed.turn();
    expect(heard).toEqual(events(1, 3));
    expect(states).toEqual(["poll", "failing", "poll"]);
  });

  it.each([true, false])("ends with the last block of its range (pushed: %s)", async (pushes) => {
    const node = await start();
    const options = pushes ? { push: await pushOf(node), toBlock: 3 } : { toBlock: 3 };
    const { feed, heard, states } = await watch(node, options);
    await feed.turn();
    node.mine(5);
    await feed.turn();
    await until(() => states.includes("ended"));
    expect(heard).toEqual(events(1, 3));
    expect(states.at(-1)).toBe("ended");
  });
});

describe("the history of events", () => {
  it("comes newest stretch first, whole and each block once", async () => {
    const ledger = new Ledger(() => 1000);
    const slices: [number, number, number][] = [];
    const client = createClient(ledger, "group0");
    for await (const { from, to, logs } of eventHistory({ client }, { fromBlock: 5, toBlock: 1000 }))
      slices.push([from, to, logs.length]);
    expect(slices).toEqual([
      [601, 1000, 800],
      [201, 600, 800],
      [5, 200, 392],
    ]);
    // No request of more blocks than a node looks at.
    expect(ledger.asked).toHaveLength(40 + 40 + 20);
  });
});
