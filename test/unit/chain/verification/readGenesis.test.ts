import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { getBlockByNumber, getBlockHashByNumber } from "../../../../src/chain/rpc/blocks";
import { getSyncStatus } from "../../../../src/chain/rpc/nodeStatus";
import { checkBlock } from "../../../../src/chain/verification/checkBlock";
import { readGenesisContent, readGenesisHash } from "../../../../src/chain/verification/readGenesis";
import { LyingChain } from "../../../support/lyingChain";

const open: { close(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

async function chain(options: Parameters<typeof LyingChain.start>[0] = {}): Promise<LyingChain> {
  const started = await LyingChain.start(options);
  open.push(started);
  return started;
}

/** By which hash a chain goes, and what its block 0 says of itself. */
async function hashesOf({ session }: LyingChain): Promise<{ goesBy: string; content: string }> {
  return { goesBy: await readGenesisHash(session.client), content: await readGenesisContent(session) };
}

const anything = { to: `0x${"0".repeat(36)}1000`, input: new Uint8Array(4) };

describe.each(["standard", "sm"] as const)("the two hashes of block 0 (%s)", (suite) => {
  it("with executor 1 the chain goes by another than that of the content, and block 1 is its child", async () => {
    const lying = await chain({ suite });
    const { client } = lying.session;
    const { goesBy, content } = await hashesOf(lying);
    expect(goesBy).not.toBe(content);
    expect((await getBlockByNumber(client, 0, "header")).hash).toBe(content);
    expect(await getBlockHashByNumber(client, 0)).toBe(goesBy);
    expect((await getSyncStatus(client)).latestHash).toBe(goesBy.slice(2));
    await lying.send(anything);
    const { genesisHash, peers } = await getSyncStatus(client);
    expect([genesisHash, ...peers.map((peer) => peer.genesisHash)]).toEqual(
      Array.from({ length: peers.length + 1 }, () => goesBy.slice(2)),
    );
    expect((await getBlockByNumber(client, 1, "header")).parentInfo[0]?.blockHash).toBe(goesBy);
    expect(await hashesOf(lying)).toEqual({ goesBy, content });
  });

  it("with executor 0 there is one", async () => {
    const { goesBy, content } = await hashesOf(await chain({ suite, executorVersion: 0 }));
    expect(goesBy).toBe(content);
  });

  it("believes the parent of block 1, whatever a node says that block 0 is called", async () => {
    const lying = await chain({ suite });
    await lying.send(anything);
    const { goesBy } = await hashesOf(lying);
    const other = `0x${"ee".repeat(32)}`;
    const message = await lying.lying(
      (method, _, answer) => (method === "getBlockHashByNumber" ? other : answer),
      () => readGenesisHash(lying.session.client),
    );
    expect(message).toBe(goesBy);
  });

  it("finds block 0 by both, and proves it by what its content gives", async () => {
    const lying = await chain({ suite });
    const { goesBy, content } = await hashesOf(lying);
    const trust = await lying.trust();
    expect(trust.genesisHash).toBe(content);
    const open = async (asked: string, believed: typeof trust): Promise<string[]> =>
      (await checkBlock(lying.session, asked, { trust: believed })).verdict.links
        .filter(({ state }) => state !== "proven")
        .map(({ name, state, reason }) => `${name} ${state} ${reason}`);
    expect(await open(content, trust)).toEqual([]);
    expect(await open(goesBy, trust)).toEqual(["asked unproven genesisName"]);
    expect(await open(goesBy, { ...trust, chainHash: goesBy as never })).toEqual([]);
  });
});

describe("a kept chain", () => {
  it("gets another hash at each start at height 0, and keeps the one that its block 1 has for its parent", async () => {
    const data = mkdtempSync(join(tmpdir(), "chainside-starts-"));
    try {
      const start = async (work?: (lying: LyingChain) => Promise<unknown>): Promise<string[]> => {
        const lying = await LyingChain.start({ data });
        try {
          await work?.(lying);
          const { goesBy, content } = await hashesOf(lying);
          expect(await lying.chain.rpc("getBlockHashByNumber", "group0", "", 0)).toBe(goesBy);
          return [goesBy, content];
        } finally {
          await lying.chain.close();
        }
      };
      const [first, content] = await start();
      const [second, same] = await start();
      const [third] = await start((lying) => lying.send(anything));
      const [fourth] = await start();
      expect(new Set([first, second, third]).size).toBe(3);
      expect(same).toBe(content);
      expect(fourth).toBe(third);
      const [again] = await start((lying) => lying.chain.group().reset());
      expect(again).toBe(first);
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  });
});

it("a group of its own seed goes by the same hash wherever it's started first", async () => {
  const [one, other] = [await chain({ seed: "same" }), await chain({ seed: "same" })];
  expect(await hashesOf(one)).toEqual(await hashesOf(other));
});
