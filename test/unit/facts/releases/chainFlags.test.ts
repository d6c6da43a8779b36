import { expect, it } from "vitest";
import { chainFlags, genesisFlags, isFlagOf, upgradeFlags } from "../../../../src/facts/releases/chainFlags";
import { releases } from "../../../../src/facts/releases/releases";
import { versionNumber } from "../../../../src/text/versions";

const names = chainFlags.map(({ name }) => name);
const of = (version: string): string[] => genesisFlags(versionNumber(version));

it("lists each flag once, those of 3.17 directly behind bugfix_revert_logs", () => {
  expect(new Set(names).size).toBe(names.length);
  const at = names.indexOf("bugfix_revert_logs");
  expect(names.slice(at + 1, at + 10)).toEqual([
    "bugfix_auth_check",
    "bugfix_v1_error_handling",
    "bugfix_gas_payment_balance_precheck",
    "bugfix_precompiled_feature_gate",
    "bugfix_evm_storage_status",
    "bugfix_statestorage_hash_v3_17",
    "bugfix_nonce_ordering",
    "bugfix_v1_eoa_as_contract",
    "feature_dmc2serial",
  ]);
});

it("what a flag wants before is a flag, and every release that switches one on knows it", () => {
  for (const { needs, onWith, name } of chainFlags) {
    if (needs !== undefined) expect(names).toContain(needs);
    for (const version of onWith) expect(isFlagOf(version, name), `${name} ${version}`).toBe(true);
  }
  for (const { flags = [], version, flagsBehind } of releases) {
    expect(flags.every(({ since }) => since === version)).toBe(true);
    if (flags.length > 0) expect(names).toContain(flagsBehind);
  }
});

it("data versions switch on what came with them", () => {
  expect(of("3.17.0").filter((name) => !of("3.16.4").includes(name))).toHaveLength(7);
  expect(of("3.16.5")).toEqual(of("3.16.4"));
  expect(of("3.17.1").filter((name) => !of("3.17.0").includes(name))).toEqual(["bugfix_v1_eoa_as_contract"]);
  expect(of("3.3.0")).toEqual(["feature_sharding"]);
});

it("a rise switches on only what the program knows", () => {
  const rise = (to: string, program: string): number =>
    upgradeFlags(versionNumber("3.16.4"), versionNumber(to), program).length;
  expect([rise("3.17.0", "3.17.0"), rise("3.17.1", "3.17.0"), rise("3.17.1", "3.17.1")]).toEqual([7, 7, 8]);
  expect([rise("3.17.0", "3.16.4"), rise("3.16.5", "3.17.0")]).toEqual([0, 0]);
});
