import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChainTrust } from "../../../../src/chain/verification/chainTrust";
import { checkBlock } from "../../../../src/chain/verification/checkBlock";
import { followSealers } from "../../../../src/chain/verification/followSealers";
import { consensus } from "../../../support/chainInProcess";
import { type Json, type JsonObject, LyingChain } from "../../../support/lyingChain";

describe.each(["standard", "sm"] as const)("sealers that change (%s)", (suite) => {
  let lying: LyingChain;
  let trust: ChainTrust;
  /** Height after each change. */
  const heights: number[] = [];

  beforeAll(async () => {
    lying = await LyingChain.start({ suite, sealers: 4, observers: 3 });
    trust = await lying.trust();
    const { nodes } = lying.chain.group().members;
    const id = (index: number): string => nodes[index]?.nodeId ?? "";
    const blocks = async (count: number): Promise<void> => {
      await lying.chain.rpc("dev_mine", "group0", count);
      heights.push(lying.chain.group().blocks.head);
    };
    await blocks(3);
    for (const [index, change] of [4, 0, 5, 1, 6, 2].entries()) {
      if (index % 2 === 0) await lying.chain.send(consensus, "addSealer(string,uint256)", [id(change), 1n]);
      else await lying.chain.send(consensus, "remove(string)", [id(change)]);
      await blocks(2);
    }
  });
  afterAll(() => lying.close());

  const openLinks = async (number: number, believed: ChainTrust = trust): Promise<string[]> => {
    const { verdict } = await checkBlock(lying.session, number, { trust: believed });
    return verdict.links.filter(({ state }) => state !== "proven").map(({ reason }) => reason);
  };

  it("are followed from the genesis on, over every change", async () => {
    const head = heights.at(-1) as number;
    const now = await lying.chain.rpc<{ nodeID: string }[]>("getSealerList", "group0", "");
    const reached = await followSealers(lying.session, trust, head);
    expect(reached?.height).toBe(head);
    expect(reached?.sealers.map(({ nodeId }) => nodeId)).toEqual(now.map(({ nodeID }) => nodeID).sort());
    for (const height of heights) expect(await openLinks(height)).toEqual([]);
    const { verdict } = await checkBlock(lying.session, head, { trust });
    expect(verdict.links.at(-1)).toMatchObject({ name: "sealers", state: "proven", reason: "followedSealers" });
  });

  it("are not followed where the sealers before did not sign the change", async () => {
    const head = heights.at(-1) as number;
    const stranger = `0x${"ab".repeat(64)}`;
    const lie = (_: string, __: readonly unknown[], honest: Json): Json => {
      const block = honest as JsonObject;
      if (typeof block?.["number"] !== "number" || block["number"] < 4) return honest;
      const list = block["sealerList"] as string[];
      return { ...block, sealerList: [stranger, ...list.slice(1)].sort() };
    };
    expect(await lying.lying(lie, () => followSealers(lying.session, trust, head))).toBeUndefined();
    expect(await lying.lying(lie, () => openLinks(head))).not.toEqual([]);
    lying.forget();
  });

  it("cannot be followed backwards, and say so", async () => {
    const head = heights.at(-1) as number;
    const reached = await followSealers(lying.session, trust, head);
    const late = { ...trust, sealers: reached?.sealers ?? [], height: head };
    expect(await openLinks(head, late)).toEqual([]);
    expect(await openLinks(1, late)).toEqual(["otherSealers"]);
  });

  it("gives up after a bounded number of questions", async () => {
    let asked = 0;
    const count = (_: string, __: readonly unknown[], honest: Json): Json => {
      asked++;
      return { ...(honest as JsonObject), signatureList: [] };
    };
    const far = { ...trust, height: 0 };
    expect(await lying.lying(count, () => followSealers(lying.session, far, heights.at(-1) as number))).toBeUndefined();
    expect(asked).toBeLessThan(20);
  });
});
