import { afterEach, beforeEach, expect, it } from "vitest";
import { createClient, type Transport } from "../../../../../src/chain/client/client";
import { openSession } from "../../../../../src/chain/openSession";
import { nodeError } from "../../../../../src/errors/nodeError";
import { blockNodes } from "../../../../../src/extension/features/chains/blockNodes";
import { ChainGroup, type GroupConnection } from "../../../../../src/extension/state/connections/chainGroup";
import { transportTo } from "../../../../support/chainInProcess";
import { type ExtensionApp, extensionApp } from "../../../../support/extensionApp";

let on: ExtensionApp;
/** Numbers of blocks that the node behind the usual address has; and those that were asked of it, and of the one that pushes. */
let has = 0;
let asked: { usual: number[]; pushing: number[] };

beforeEach(async () => {
  on = await extensionApp();
  has = 0;
  asked = { usual: [], pushing: [] };
  for (const name of ["a", "b"]) await on.chain.send("100e", "mkdir(string)", [`/apps/${name}`]);
});
afterEach(() => on.dispose());

/** The chain behind an address; a block that the node there doesn't have yet is none. */
function noted(numbers: number[], newest: () => number): Transport {
  const inner = transportTo(on.chain);
  return {
    ...inner,
    request: async (method, params, ...rest) => {
      if (method === "getBlockByNumber") {
        numbers.push(Number(params[2]));
        if (Number(params[2]) > newest()) throw await nodeError(3006, "", { endpoint: inner.label, method });
      }
      return inner.request(method, params, ...rest);
    },
  };
}

async function groupOf(connection: Partial<GroupConnection>): Promise<ChainGroup> {
  const session = await openSession(
    createClient(
      noted(asked.usual, () => has),
      "group0",
    ),
  );
  return new ChainGroup({ ...on.group.connection, ...connection }, session, on.group.genesisHash);
}

const lines = async (group: ChainGroup): Promise<string[]> => {
  const shown = { pages: 1, change: () => undefined } as never;
  const parent = { id: "blocks", parent: undefined, group, item: () => ({}) } as never;
  return (await blockNodes(on.app, parent, shown)).map(({ id }) => id.split("/").at(-1) ?? "");
};

it("asks for a block where it was told of, when the node tells of blocks by itself", async () => {
  const push = noted(asked.pushing, () => 2) as never;
  const group = await groupOf({ push, pushes: true });
  group.noteHeight(2);
  expect(await lines(group)).toEqual(["2", "1", "0"]);
  expect(asked).toEqual({ usual: [], pushing: [2, 1, 0] });
});

it("shows what the asked node has, and looks for the rest when a height is told next, be it the same", async () => {
  const group = await groupOf({});
  const changes: string[] = [];
  group.onDidChange((change) => changes.push(change));
  expect(await lines(group)).toEqual(["0"]);
  expect(asked.usual).toEqual([2, 1, 0]);
  expect([group.missesBlocks, changes.splice(0)]).toEqual([true, ["height"]]);
  has = 2;
  await group.refreshHeight();
  expect([group.missesBlocks, changes.splice(0)]).toEqual([false, ["height"]]);
  expect(await lines(group)).toEqual(["2", "1", "0"]);
  expect(asked.usual).toEqual([2, 1, 0, 2, 1]);
  await group.refreshHeight();
  expect(changes).toEqual([]);
});

it("keeps no block of a chain that was set back while it was asked for, nor of one that grew again unseen", async () => {
  const group = await groupOf({});
  const hashes = async (): Promise<string[]> => {
    const shown = { pages: 1, change: () => undefined } as never;
    const parent = { id: "blocks", parent: undefined, group, item: () => ({}) } as never;
    const nodes = await blockNodes(on.app, parent, shown);
    return nodes.map((node) => String((node.item() as { tooltip?: unknown }).tooltip));
  };
  const mark = await on.chain.rpc("dev_snapshot", "group0");
  for (const name of ["c", "d"]) await on.chain.send("100e", "mkdir(string)", [`/apps/${name}`]);
  has = 4;
  group.noteHeight(4);
  const [before] = await hashes();
  // the last two become others, and the height is never seen to be lower
  await on.chain.rpc("dev_revert", "group0", mark);
  for (const name of ["x", "y", "z"]) await on.chain.send("100e", "mkdir(string)", [`/apps/${name}`]);
  has = 5;
  group.noteHeight(5);
  await hashes();
  const after = await hashes();
  expect(after).toHaveLength(6);
  expect(after).not.toContain(before);
});
