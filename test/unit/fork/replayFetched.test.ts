import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ExecutionRecording } from "../../../src/chain/dev/executionRecording";
import { createHttpTransport } from "../../../src/chain/transport/httpTransport";
import { Playback } from "../../../src/debugger/replay/playback";
import type { ForkVerdict } from "../../../src/fork/fork";
import { forkClient } from "../../../src/fork/forkClient";
import { planFork } from "../../../src/fork/openFork";
import { ForkChain } from "../../support/forkChain";
import { historyCall, people } from "../../support/historyCalls";
import { seededNumbers } from "../../support/seededNumbers";

const source = readFileSync(resolve(import.meta.dirname, "../../fixtures/contracts/History.sol"), "utf8");

/** Everything of a recording that doesn't say what wasn't touched. */
const steps = ({ frames, notes, codes, status, output, gasUsed }: ExecutionRecording) => ({
  frames,
  notes,
  codes,
  status,
  output,
  gasUsed,
});
const writes = (recording: ExecutionRecording) =>
  new Playback(recording).writes.map(({ address, slot, before, value }) => ({ address, slot, before, value }));

describe.each([
  ["baseline", {}],
  ["SM", { suite: "sm" as const }],
  ["classic 3.6", { compatibilityVersion: "3.6.0", executorVersion: 0 as const }],
])("with more blocks than are re-executed, %s", (name, options) => {
  let chain: ForkChain;
  let place = "";
  let second = "";
  beforeAll(async () => {
    chain = await ForkChain.start(source, { ...options, web3Port: 0 });
    place = (await chain.deploy("History")).contractAddress;
    second = (await chain.deploy("History")).contractAddress;
  });
  afterAll(() => chain.close());

  /** The fork's verdict and recording, made from what the node has now. */
  async function forked(hash: string, blocks = 4) {
    const web3 = createHttpTransport({ url: chain.chain.web3Url ?? "" });
    const plan = await planFork({ client: chain.client(), web3, transaction: hash, limits: { blocks } });
    const fork = await plan.carryOut();
    const client = forkClient(fork, "a fork", "group0");
    const answer = await client.transport.request("dev_recordTransaction", ["group0", hash, {}]);
    await web3.close();
    return { verdict: fork.verdict, lines: plan.lines, recording: answer as ExecutionRecording };
  }

  /** What is said to be as on the chain is; what isn't is said not to be. */
  async function holds(hash: string, { verdict, recording }: { verdict: ForkVerdict; recording: ExecutionRecording }) {
    const own = await chain.recorded(hash);
    const same =
      isDeepStrictEqual(steps(own), steps(recording)) &&
      writes(recording).every((write, i) => write.before === undefined || write.before === writes(own)[i]?.before);
    if (verdict.certainty === "consistent") expect(same).toBe(true);
    if (!same) expect([...verdict.doubts, ...verdict.differences].length).toBeGreaterThan(0);
    return same;
  }

  const send = async (to: string, method: string, args: readonly unknown[], from = people[0]): Promise<string> =>
    (await chain.send(to, "History", method, args, from)).transactionHash;

  test("a last transaction that only reads what nobody changed is consistent", async () => {
    for (let i = 0; i < 5; i++) await send(place, "step", [3 + i]);
    const hash = await send(place, "raise", [7, 1]); // there is no such child: it fails
    const fork = await forked(hash);
    expect(fork.lines.join(" ")).toContain("fetched as they are in block");
    expect(fork.verdict).toMatchObject({ certainty: "consistent", state: "fetched", differences: [], doubts: [] });
    expect(await holds(hash, fork)).toBe(true);
  });

  test("counters, sums and lengths are counted back", async () => {
    const step = await send(place, "step", [5]);
    const push = await send(place, "push", [4]);
    const fork = await forked(push);
    expect(await holds(push, fork)).toBe(true);
    expect(fork.verdict).toMatchObject({ certainty: "equal", differences: [] });
    expect(fork.verdict.doubts.join(" ")).toContain("Values that fit");
    expect(await holds(step, await forked(step))).toBe(true);
  });

  test("a value that was replaced is found among the words of the transaction", async () => {
    await send(place, "give", [people[0]]);
    const hash = await send(place, "give", [people[1]]);
    const fork = await forked(hash);
    expect(await holds(hash, fork)).toBe(true);
    expect(fork.verdict).toMatchObject({ certainty: "equal", differences: [] });
    await send(place, "give", [people[0]], people[1]);
  });

  test("a contract that it makes isn't there before", async () => {
    await send(place, "toggle", []);
    const hash = await send(second, "make", [9]);
    expect(await holds(hash, await forked(hash))).toBe(true);
  });

  test("whatever it is, it is the chain's or said not to be", async () => {
    const below = seededNumbers(name.length * 104_729);
    const hashes: string[] = [];
    for (let i = 0; i < 16; i++) {
      const [method, args] = historyCall(below);
      hashes.push(await send(below(2) === 0 ? place : second, method, args, people[below(3)]));
    }
    for (const hash of hashes.slice(-6)) await holds(hash, await forked(hash, 8));
  });
});
