import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unmovedValue } from "../../../../src/chain/services/unmovedValue";
import { InstanceCache } from "../../../../src/extension/kit/memory/kept";
import { ChainTarget, compileTargetOf } from "../../../../src/extension/state/solidity/compileTarget";
import { chainFacts } from "../../../../src/solidity/lint/source/lintSource";
import { type ExtensionApp, extensionApp } from "../../../support/extensionApp";

describe("what code is compiled for", () => {
  let on: ExtensionApp;
  let sm: ExtensionApp;
  beforeAll(async () => {
    [on, sm] = await Promise.all([extensionApp(), extensionApp({ suite: "sm" })]);
  });
  afterAll(() => {
    on.dispose();
    sm.dispose();
  });

  it("is the standard suite without a chain, and with one what that chain runs", async () => {
    expect(await compileTargetOf(undefined)).toEqual({ suite: "standard", chain: undefined, group: undefined });
    const { suite, chain, group } = await compileTargetOf(on.group);
    expect([suite, group]).toEqual(["standard", on.group]);
    expect(chain?.compatibilityVersion).toBe(on.group.session.compatibilityVersion);
    expect(chain?.movesCoins).toBe((await unmovedValue(on.group.session)) === undefined);
    expect((await compileTargetOf(sm.group)).suite).toBe("sm");
  });

  it("tells whether the chain's clock counts seconds", async () => {
    const { suite, chain } = await compileTargetOf(on.group);
    expect(chainFacts(suite, chain).seconds).toBe(false);
    const seconds = await extensionApp({ features: ["feature_evm_timestamp"] });
    const early = await extensionApp({ features: ["feature_evm_timestamp"], compatibilityVersion: "3.15.0" });
    try {
      for (const [app, expected] of [
        [seconds, true],
        [early, false],
      ] as const) {
        const target = await compileTargetOf(app.group);
        expect(target.chain?.executorVersion).toBe(1);
        expect(chainFacts(target.suite, target.chain).seconds).toBe(expected);
      }
    } finally {
      seconds.dispose();
      early.dispose();
    }
  });

  it("is asked of a chain once, and again when its configuration may have changed", async () => {
    await compileTargetOf(on.group);
    const before = on.asked.length;
    await compileTargetOf(on.group);
    expect(on.asked).toHaveLength(before);
    on.group.keptOfSession.of(ChainTarget).forget();
    await compileTargetOf(on.group);
    expect(on.asked.length).toBeGreaterThan(before);
  });

  it("is the version alone of a chain that does not answer, which is asked again", async () => {
    const { session } = on.group;
    const silent = {
      ...session,
      client: { ...session.client, transport: { request: () => Promise.reject(new Error("gone")) } },
    };
    const group = { session: silent, keptOfSession: new InstanceCache() } as never;
    const { chain } = await compileTargetOf(group);
    expect(chain).toEqual({ compatibilityVersion: session.compatibilityVersion });
    silent.client.transport = session.client.transport as never;
    expect((await compileTargetOf(group)).chain).toHaveProperty("features");
  });
});
