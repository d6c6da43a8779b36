import { expect, test } from "vitest";
import { Head } from "../../../src/web3/blocks/head";
import type { Web3Node } from "../../../src/web3/model/web3Node";

function nodeWith(answers: { height: number; timestamp?: number }): Web3Node {
  return {
    label: "a node",
    takesTransactions: false,
    request: async (method) => {
      const { height, timestamp } = answers;
      if (method === "eth_blockNumber") return `0x${height.toString(16)}`;
      if (timestamp === undefined) throw new Error("no block");
      return { number: `0x${height.toString(16)}`, timestamp: `0x${timestamp.toString(16)}` };
    },
  };
}

const now = (): number => Math.floor(Date.now() / 1000);

test("a chain that was asked for the first time has stood still since its latest block was made", async () => {
  const head = new Head(nodeWith({ height: 7, timestamp: now() - 60 }), 250);
  expect(await head.height()).toBe(7);
  expect(head.idleMs).toBeGreaterThan(55_000);
  expect(head.idleMs).toBeLessThan(65_000);
});

test("a block that comes between two looks is as old as the look, and a clock ahead of ours makes none younger than now", async () => {
  const answers = { height: 7, timestamp: now() + 3600 };
  const head = new Head(nodeWith(answers), 250);
  await head.height();
  expect(head.idleMs).toBeGreaterThanOrEqual(0);
  expect(head.idleMs).toBeLessThan(10_000);
  Object.assign(answers, { height: 8, timestamp: now() - 3600 });
  await head.height();
  expect(head.idleMs).toBeLessThan(10_000);
});

test("without the block's time, counting begins with the first look", async () => {
  const head = new Head(nodeWith({ height: 7 }), 250);
  expect(head.idleMs).toBe(0);
  expect(await head.height()).toBe(7);
  expect(head.idleMs).toBeLessThan(10_000);
});
