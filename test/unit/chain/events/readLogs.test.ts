import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../../../src/chain/client/client";
import { eventHistory } from "../../../../src/chain/events/eventFeed";
import { type LogRange, type LogSource, readLogs } from "../../../../src/chain/events/readLogs";
import type { LogFilter } from "../../../../src/chain/rpc/logs";
import { nodeError } from "../../../../src/errors/nodeError";
import { eventOperations } from "../../../../src/operations/events/events";
import { type Contract, deploy, getLogs } from "../../../../src/sdk/sdk";
import { startTestChain, type TestChain } from "../../../../src/sdk/testing/testing";
import { kioskAbi } from "../../../support/kioskAbi";

const { bytecode } = JSON.parse(
  readFileSync(new URL("../../../fixtures/artifacts/contracts/Kiosk.sol/Kiosk.json", import.meta.url), "utf8"),
) as { bytecode: string };

/** The client of a chain whose node is older than 3.9: it has no `getLogs`. What it was asked is noted. */
function olderNode({ client, groupId }: TestChain): LogSource["client"] & { readonly asked: string[] } {
  const asked: string[] = [];
  const transport = {
    ...client.transport,
    async request(method: string, ...rest: [readonly unknown[]]): Promise<unknown> {
      asked.push(method);
      if (method === "getLogs") throw await nodeError(-32601, "The method does not exist/is not available.");
      return client.transport.request(method, ...rest);
    },
  };
  return { ...createClient(transport, groupId), asked };
}

describe("events of the past", () => {
  let chain: TestChain;
  let kiosk: Contract<typeof kioskAbi>;
  let topics: readonly string[];
  beforeAll(async () => {
    chain = await startTestChain();
    kiosk = await deploy(chain, { abi: kioskAbi, bytecode, args: ["corner"] });
    const other = await deploy(chain, { abi: kioskAbi, bytecode, args: ["market"] });
    for (const [to, id] of [
      [kiosk, 1n],
      [other, 2n],
      [kiosk, 3n],
    ] as const)
      await to.write.stock([{ id, name: `thing ${id}`, owner: chain.account.address, prices: [id] }]);
    const logs = await getLogs(chain, {});
    topics = logs.flatMap((log) => log.topics);
  });
  afterAll(() => chain?.close());

  const filters = (): [string, LogFilter][] => [
    ["all", {}],
    ["one contract, written in capitals", { addresses: [kiosk.address.toUpperCase().replace("0X", "0x")] }],
    ["a first topic", { topics: [topics[0] ?? ""] }],
    [
      "one of several topics, then any, then one",
      { topics: [[topics[0] ?? "", `0x${"1".repeat(64)}`], null, topics[2] ?? ""] },
    ],
    ["a topic that no event has", { topics: [`0x${"2".repeat(64)}`] }],
    ["more topics than any event has", { topics: [topics[0] ?? "", null, null, `0x${"2".repeat(64)}`] }],
  ];
  /** What every way gives. */
  const placed = (logs: Awaited<ReturnType<typeof readLogs>>) =>
    logs.map(({ address, topics, data, blockNumber, transactionHash, transactionIndex, logIndex }) => ({
      ...{ address, topics, data, blockNumber, transactionHash, transactionIndex, logIndex },
    }));

  it("are the same by getLogs, by pushes and from receipts", async () => {
    const found = [];
    for (const [name, filter] of filters()) {
      const range: LogRange = { ...filter, fromBlock: 0, toBlock: 5 };
      const asked = placed(await readLogs(chain, range));
      const [pushing, silent] = [olderNode(chain), olderNode(chain)];
      expect(placed(await readLogs({ client: pushing, push: chain.pushes?.() }, range)), `${name}, pushed`).toEqual(
        asked,
      );
      expect(placed(await readLogs({ client: silent }, range)), `${name}, from receipts`).toEqual(asked);
      expect([...new Set(pushing.asked)]).toEqual(["getLogs"]);
      expect(silent.asked).toContain("getTransactionReceipt");
      found.push(asked.length);
    }
    expect(found).toEqual([6, 4, 3, expect.any(Number), 0, 0]);
    expect(found[3]).toBeGreaterThan(0);
  });

  it("are those of the range alone", async () => {
    for (const push of [undefined, chain.pushes?.()]) {
      const logs = await readLogs({ client: olderNode(chain), push }, { fromBlock: 4, toBlock: 4 });
      expect([...new Set(logs.map(({ blockNumber }) => blockNumber))]).toEqual([4]);
      expect(await readLogs({ client: olderNode(chain), push }, { fromBlock: 0, toBlock: 0 })).toEqual([]);
      expect(await readLogs({ client: olderNode(chain), push }, { fromBlock: 3, toBlock: 2 })).toEqual([]);
    }
  });

  it("are read from receipts where the node takes no subscription", async () => {
    const push = { subscribeEvents: async () => Promise.reject(await nodeError(-32601, "no")) };
    const logs = await readLogs({ client: olderNode(chain), push }, { fromBlock: 0, toBlock: 5 });
    expect(logs).toHaveLength(6);
  });

  it("can be given up", async () => {
    const abort = new AbortController();
    const push = {
      subscribeEvents: async () => {
        abort.abort();
        return () => undefined;
      },
    };
    const reading = readLogs(
      { client: olderNode(chain), push },
      { fromBlock: 1, toBlock: 5 },
      { signal: abort.signal },
    );
    await expect(reading).rejects.toMatchObject({ code: "cancelled" });
  });

  it("stay unknown where the node fails otherwise", async () => {
    const client = olderNode(chain);
    const transport = { ...client.transport, request: async () => Promise.reject(await nodeError(-32602, "no")) };
    const reading = readLogs({ client: { ...client, transport } }, { fromBlock: 1, toBlock: 5 });
    await expect(reading).rejects.toMatchObject({ code: -32602 });
  });

  it("of a range as long as no chain end with what the node says", async () => {
    const client = olderNode(chain);
    const range = { fromBlock: 100, toBlock: 2 ** 32 - 1 };
    await expect(readLogs({ client }, range)).rejects.toMatchObject({ kind: "rpc" });
  });

  it("come to the pages and operations of an older node, too", async () => {
    const slices = [];
    for await (const slice of eventHistory({ client: olderNode(chain) }, { fromBlock: 1, toBlock: 5 }))
      slices.push(slice);
    expect(slices.map(({ logs }) => logs.length)).toEqual([6]);
    const [list] = eventOperations;
    const context = { session: { ...chain, client: olderNode(chain) }, services: {} };
    const outcome = await list.prepare(context, { contract: kiosk.address }).run();
    expect("result" in outcome && outcome.result.events).toHaveLength(4);
  });
});
