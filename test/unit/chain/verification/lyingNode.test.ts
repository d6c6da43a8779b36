import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ChainError } from "../../../../src/chain/errors/chainError";
import type { ChainTrust } from "../../../../src/chain/verification/chainTrust";
import { checkBlock } from "../../../../src/chain/verification/checkBlock";
import { checkTransaction } from "../../../../src/chain/verification/checkTransaction";
import type { Verdict } from "../../../../src/chain/verification/link";
import type { KnownEvents } from "../../../../src/chain/verification/receiptMembers";
import { type Hex, hexToBytes } from "../../../../src/crypto/hex";
import { changedAt, pathsOf, replacements, valueAt } from "../../../support/lies";
import { abiText, firstTopic, initCode, type Json, type Lie, LyingChain } from "../../../support/lyingChain";
import { seededNumbers } from "../../../support/seededNumbers";

/** What somebody sees of one subject, and whether it bears the tick. */
interface Shown {
  readonly subject: string;
  readonly answer: Json;
  readonly verdict: Verdict;
}

/** Members that lead to the tick and are not shown for their own sake, and copies that other releases spell otherwise. */
const means = new Set(["txProof", "txReceiptProof", "transactionProof", "receiptProof", "signatureList", "signature"]);

/** What a receipt repeats from elsewhere, and some releases leave out. */
const repeated = ["from", "to", "input", "checksumContractAddress"];

/** What the tick speaks of: the answer without what no hash covers, in one spelling. */
function covered({ answer, verdict }: Shown, leftOut: ReadonlySet<string> = new Set()): string {
  let rest = answer;
  for (const path of verdict.uncovered) {
    const steps = path.split(/[.[\]]+/).filter((step) => step !== "");
    rest = changedAt(rest, steps, undefined);
  }
  const entries = Object.entries(rest as Record<string, Json>)
    // a gas limit of 0 and none say the same
    .filter(([key, value]) => key !== "gasLimit" || String(value) !== "0")
    // empty text or bytes, nothing and no member say the same
    .filter(
      ([key, value]) =>
        !means.has(key) && !leftOut.has(key) && value !== "" && value !== "0x" && value !== null && value !== undefined,
    )
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(entries, (key, value) =>
    typeof value === "bigint"
      ? String(value)
      : typeof value === "string" && key !== "abi"
        ? value.toLowerCase().replace(/^0x/, "")
        : value,
  );
}

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

  const look = async (hash: Hex, believed: ChainTrust | undefined = trust): Promise<Shown[]> => {
    const checked = await checkTransaction(lying.session, hash, { trust: believed }, known);
    const { transaction, verdict, receipt, receiptVerdict } = checked;
    const shown: Shown[] = [{ subject: "transaction", answer: transaction as unknown as Json, verdict }];
    if (receipt && receiptVerdict) {
      shown.push({ subject: "receipt", answer: receipt as unknown as Json, verdict: receiptVerdict });
    }
    return shown;
  };
  const lookAtBlock = async (asked: number | string, believed: ChainTrust | undefined = trust): Promise<Shown[]> => {
    const { block, verdict } = await checkBlock(lying.session, asked, { trust: believed });
    return [{ subject: "block", answer: block as unknown as Json, verdict }];
  };

  /** What is shown with a tick under a lie must be what is shown without. Gives how many ticks there were. */
  const ticks = async (
    run: () => Promise<Shown[]>,
    honest: readonly Shown[],
    lie: Lie,
    story: string,
  ): Promise<number> => {
    let shown: Shown[];
    try {
      shown = await lying.lying(lie, run);
    } catch (error) {
      // refused outright is as good as not verified
      if (error instanceof ChainError) return 0;
      throw error;
    }
    const ticked = shown.filter(({ verdict }) => verdict.verified);
    for (const each of ticked) {
      const truth = honest.find(({ subject }) => subject === each.subject);
      const answer = each.answer as Record<string, Json>;
      const missing = (key: string): boolean => [undefined, null, "", "0x"].some((nothing) => answer[key] === nothing);
      const leftOut = new Set(each.subject === "receipt" ? repeated.filter(missing) : []);
      expect(covered(each), `${story}: ${each.subject}`).toBe(truth && covered(truth, leftOut));
    }
    return ticked.length;
  };

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

  it("gets no tick for a change of any one member", { timeout: 120_000 }, async () => {
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

  it("gets no tick for several lies in concert", { timeout: 120_000 }, async () => {
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
