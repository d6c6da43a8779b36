import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ownChainId } from "../../../src/devchain/devChainProcess";
import { devChainSettings } from "../../../src/devchain/settings/options";
import { createNetwork } from "../../../src/devchain/startDevChain";

const folder = mkdtempSync(join(tmpdir(), "chainside-id-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a chain that is given neither ID nor seed is like no other", () => {
  const ids = Array.from({ length: 20 }, () => ownChainId({}));
  expect(new Set(ids).size).toBe(20);
  for (const chainId of ids) expect(() => devChainSettings({ chainId })).not.toThrow();
});

test("a seed gives one ID, each another", () => {
  expect(ownChainId({ seed: "a" })).toBe(ownChainId({ seed: "a" }));
  expect(ownChainId({ seed: "a" })).not.toBe(ownChainId({ seed: "b" }));
  expect(ownChainId({ seed: "a", chainId: "mine" })).toBe("mine");
  expect(devChainSettings({ chainId: ownChainId({ seed: "一个种子" }) }).chainId).toMatch(/^chainside[0-9a-f]{12}$/);
});

test("a kept chain has the ID that it was begun with, whatever it was", async () => {
  for (const [name, given] of [
    ["own", undefined],
    ["before", "chainside"],
    ["chosen", "mine"],
  ] as const) {
    const data = join(folder, name);
    const chainId = ownChainId({ data, ...(given === undefined ? {} : { chainId: given }) });
    const first = await createNetwork(devChainSettings({ data, chainId, sealers: 1, observers: 0 }));
    first.close();
    expect(ownChainId({ data })).toBe(chainId);
    const second = await createNetwork(
      devChainSettings({ data, chainId: ownChainId({ data }), sealers: 1, observers: 0 }),
    );
    second.close();
  }
  const torn = mkdtempSync(join(folder, "torn-"));
  writeFileSync(join(torn, "chain.json"), '{\n  "format": 1,\n');
  expect(ownChainId({ data: torn })).toMatch(/^chainside[0-9a-f]{12}$/);
});
