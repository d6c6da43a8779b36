import { beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../../src/chain/client/client";
import { openSession } from "../../../src/chain/openSession";
import type { ChainSession } from "../../../src/chain/session";
import { operations } from "../../../src/scenarios/language/operations";
import { readScenario } from "../../../src/scenarios/language/readScenario";
import { scenarioSigns, stepSigns } from "../../../src/scenarios/run/performStep";
import type { RunContext } from "../../../src/scenarios/run/runContext";
import { runScenario } from "../../../src/scenarios/run/runScenario";
import { say } from "../../../src/text/catalogue";
import { ChainInProcess, transportTo } from "../../support/chainInProcess";
import { signedRequests } from "../../support/extensionApp";

const scenarioOf = (steps: string) =>
  readScenario("/s/it.chain.yaml", async () => `scenario: It\naccounts:\n  alice:\nsteps:\n${steps}`);

const signing = [
  "  - deploy: a.json\n    as: a\n",
  "  - send: a.set\n    on: /apps/a\n",
  "  - call: get\n    on: /apps/a\n    from: alice\n",
  "  - link: /apps/a\n    to: /apps/b\n",
  "  - mkdir: /apps/a\n",
  "  - list: /\n    from: alice\n",
];

describe("what signs in a scenario", () => {
  let session: ChainSession;
  const asked: { method: string; params: readonly unknown[] }[] = [];
  beforeAll(async () => {
    const chain = await ChainInProcess.start({ accounts: 1 });
    session = await openSession(createClient(transportTo(chain, asked), "group0"));
  });

  it.each(signing)("is seen before it runs: %j", async (steps) => {
    expect(scenarioSigns(await scenarioOf(steps))).toBe(true);
  });

  it("is every operation that writes, and nothing that only asks", () => {
    for (const [word, { effect }] of operations) {
      expect(stepSigns({ kind: "operation", word, from: undefined }), word).toBe(effect === "signs");
    }
    for (const kind of ["call", "wait", "set"] as const)
      expect(stepSigns({ kind, word: kind, from: undefined })).toBe(false);
  });

  it.each(signing)("gets no key where nothing may be signed: %j", async (steps) => {
    const scenario = await scenarioOf(steps);
    const context: RunContext = {
      session,
      signing: undefined,
      contract: () => Promise.reject(new Error("nothing is compiled")),
    };
    asked.length = 0;
    const [result] = await runScenario(scenario, context, {
      variables: new Map(),
      signal: new AbortController().signal,
    });
    expect(result?.status).toBe("failed");
    expect(result?.failure?.text && say(result.failure.text)).toBe("Nothing can be signed in this run.");
    expect(signedRequests(asked)).toEqual([]);
  });
});
