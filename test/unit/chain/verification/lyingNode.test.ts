import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChainTrust } from "../../../../src/chain/verification/chainTrust";
import { checkBlock } from "../../../../src/chain/verification/checkBlock";
import { checkTransaction } from "../../../../src/chain/verification/checkTransaction";
import type { KnownEvents } from "../../../../src/chain/verification/receiptMembers";
import { type Hex, hexToBytes } from "../../../../src/crypto/bytes/hex";
import { lookAt, type Shown, ticksUnder } from "../../../support/liarTrial";
import { changedAt, pathsOf, replacements, valueAt } from "../../../support/lies";
import { abiText, firstTopic, initCode, type Json, type Lie, LyingChain } from "../../../support/lyingChain";
import { seededNumbers } from "../../../support/seededNumbers";

describe.each(["standard", "sm"] as const)("a node that lies (%s)", (suite) => {
  let lying: LyingChain;
  let trust: ChainTrust;
  let deployment: Hex;
  let calls: Hex[];
  let contract: string;
  const known: KnownEvents = (address, topic) => (address === contract && topic === `0x${firstTopic}` ? 2 : undefined);

  beforeAll(async () => {
    lying = await LyingChain.start({ suite });
    trust = await lying.trust();
    deployment = await lying.send({ input: hexToBytes(initCode), abi: abiText });
    const receipt = await lying.chain.rpc<{ contractAddress: string }>(
      "getTransactionReceipt",
      "group0",
      "",
      deployment,
      false,
    );
    contract = receipt.contractAddress;
    calls = await lying.together([
      { to: contract, input: hexToBytes("0x01020304") },
      { to: contract, input: hexToBytes("0x0102030405") },
      { to: "0x0000000000000000000000000000000000001000", input: hexToBytes("0x01020304") },
      { to: contract, version: 1, input: hexToBytes("0x09") },
      { to: contract, version: 1, value: "0x0", gasPrice: "0x0", gasLimit: 300_000n },
    ]);
    await lying.send({ to: contract, input: hexToBytes("0xff") });
  });
  afterAll(() => lying.close());

  const look = (hash: Hex, believed: ChainTrust | undefined = trust): Promise<Shown[]> =>
    lookAt(lying, hash, { trust: believed }, known);
  const lookAtBlock = async (asked: number | string, believed: ChainTrust | undefined = trust): Promise<Shown[]> => {
    const { block, verdict } = await checkBlock(lying.session, asked, { trust: believed });
    return [{ subject: "block", answer: block as unknown as Json, verdict }];
  };

  const ticks = (run: () => Promise<Shown[]>, honest: readonly Shown[], lie: Lie, story: string): Promise<number> =>
    ticksUnder(lying, run, honest, lie, story);

  const subjects = (): (readonly [string, () => Promise<Shown[]>])[] => [
    ["deployment", () => look(deployment)],
    ...calls.map((hash, i) => [`call ${i}`, () => look(hash)] as const),
    ["genesis", () => lookAtBlock(0)],
    ["block", () => lookAtBlock(2)],
  ];

  it("has ticks for what is true", async () => {
    for (const [name, run] of subjects()) {
      for (const { subject, verdict } of await run()) {
        const open = verdict.links.filter(({ state }) => state !== "proven");
        expect(open, `${name}, ${subject}`).toEqual([]);
        expect(verdict.verified).toBe(true);
      }
    }
    const { hash } = await lying.chain.rpc<{ hash: string }>("getBlockByNumber", "group0", "", 2, true, true);
    expect((await lookAtBlock(hash))[0]?.verdict.verified).toBe(true);
  });

  it("names the believed sealers as what is missing where nobody is believed", async () => {
    for (const run of [() => look(calls[0] as Hex, undefined), () => lookAtBlock(2, undefined)]) {
      // a default would believe again
      const shown = await run();
      expect(shown.length).toBeGreaterThan(0);
    }
    const checked = await checkTransaction(lying.session, calls[0] as Hex, { trust: undefined }, known);
    for (const verdict of [checked.verdict, checked.receiptVerdict]) {
      expect(verdict?.verified).toBe(false);
      expect(
        verdict?.links.filter(({ state }) => state !== "proven").map(({ name, reason }) => `${name} ${reason}`),
      ).toEqual(["sealers noTrust"]);
    }
  });

  it("gets no tick for a change of any one member", async () => {
    let [tried, kept] = [0, 0];
    // a call like the first and one like the fourth are enough, each with some 100 places
    for (const [name, run] of subjects().filter(([each]) => !["call 1", "call 2", "call 4"].includes(each))) {
      const seen: [string, Json][] = [];
      const honest = await lying.lying((method, _, answer) => {
        seen.push([method, answer]);
        return answer;
      }, run);
      for (const [method, answer] of seen) {
        const others = lying.seen.filter(([each]) => each === method).map(([, each]) => each);
        for (const path of pathsOf(answer)) {
          const elsewhere = others.flatMap((each) => valueAt(each, path) ?? []);
          for (const to of replacements(valueAt(answer, path), elsewhere.slice(0, 4))) {
            tried++;
            const lie: Lie = (asked, _, truth) => (asked === method ? changedAt(truth, path, to) : truth);
            kept += await ticks(run, honest, lie, `${name}: ${method} ${path.join(".")} = ${JSON.stringify(to)}`);
          }
        }
      }
    }
    expect(tried).toBeGreaterThan(3000);
    // what is covered by nothing may change, and the rest of the answer is still true
    expect(kept).toBeGreaterThan(10);
  });

  it("gets no tick for several lies in concert", async () => {
    const below = seededNumbers(suite === "sm" ? 77 : 7);
    for (const [name, run] of subjects()) {
      const seen = new Map<string, Json>();
      const honest = await lying.lying((method, _, answer) => {
        seen.set(method, answer);
        return answer;
      }, run);
      for (let round = 0; round < 150; round++) {
        const lies = new Map<string, Json>();
        for (let n = 1 + below(4); n > 0; n--) {
          const methods = [...seen.keys()];
          const method = methods[below(methods.length)] as string;
          const others = lying.seen.filter(([each]) => each === method).map(([, each]) => each);
          // now and then a whole answer of something else is where the liar starts
          const start = below(3) === 0 ? (others[below(others.length)] as Json) : (seen.get(method) as Json);
          const base = lies.get(method) ?? start;
          const paths = pathsOf(base);
          const path = paths[below(paths.length)] ?? [];
          const elsewhere = others.flatMap((each) => valueAt(each, path) ?? []);
          const options = replacements(valueAt(base, path), elsewhere);
          lies.set(method, changedAt(base, path, options[below(options.length)]));
        }
        await ticks(run, honest, (asked, _, truth) => lies.get(asked) ?? truth, `${name}, round ${round}`);
      }
    }
  });
});
