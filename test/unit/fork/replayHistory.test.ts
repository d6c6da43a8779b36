import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forkClient } from "../../../src/fork/forkClient";
import { planFork } from "../../../src/fork/openFork";
import { ForkChain } from "../../support/forkChain";
import { historyCall, people } from "../../support/historyCalls";
import { seededNumbers } from "../../support/seededNumbers";

const source = readFileSync(resolve(import.meta.dirname, "../../fixtures/contracts/History.sol"), "utf8");

describe.each([
  ["baseline", {}],
  ["SM", { suite: "sm" as const }],
  ["classic 3.6", { compatibilityVersion: "3.6.0", executorVersion: 0 as const }],
  ["classic 3.1 with an observer", { compatibilityVersion: "3.1.0", executorVersion: 0 as const, observers: 2 }],
  ["governance", { auth: true }],
])("a chain that records nothing for strangers, %s", (name, options) => {
  let chain: ForkChain;
  beforeAll(async () => {
    chain = await ForkChain.start(source, options);
  });
  afterAll(() => chain.close());

  test("every transaction of a random history is what the chain itself recorded", async () => {
    const below = seededNumbers(name.length * 7919);
    const places = [await chain.deploy("History"), await chain.deploy("History")].map((each) => each.contractAddress);
    const hashes: string[] = [];
    for (let i = 0; i < 30; i++) {
      const [method, args] = historyCall(below);
      const sent = await chain.send(places[below(2)] ?? "", "History", method, args, people[below(3)]);
      hashes.push(sent.transactionHash);
    }
    const chosen = [hashes.at(-1), hashes.at(-2), hashes[below(hashes.length)], hashes[0]];
    for (const hash of new Set(chosen)) {
      const plan = await planFork({ client: chain.client(), transaction: hash ?? "" });
      const fork = await plan.carryOut();
      expect(fork.verdict).toMatchObject({ certainty: "exact", state: "rebuilt", differences: [], doubts: [] });
      const client = forkClient(fork, "a fork", "group0");
      const recording = await client.transport.request("dev_recordTransaction", ["group0", hash, {}]);
      expect(recording).toEqual(await chain.recorded(hash ?? ""));
    }
  });
});
