import { describe, expect, test } from "vitest";
import { systemConfigKey } from "../../../../src/chain/config/systemConfigKeys";
import { amountUnits, parseAmount } from "../../../../src/chain/services/balance/amount";
import { checkSystemConfig } from "../../../../src/chain/services/systemConfig/checkSystemConfig";
import { listSystemConfig } from "../../../../src/chain/services/systemConfig/listSystemConfig";
import { setSystemConfig } from "../../../../src/chain/services/systemConfig/setSystemConfig";
import { nodeError } from "../../../../src/errors/nodeError";
import { failure } from "../../../support/failure";
import { replay } from "./replayNode";

const nodeInfo = (version: string, featureKeys: readonly string[]): object => ({
  name: "node0",
  nodeID: "11".repeat(64),
  type: 0,
  iniConfig: JSON.stringify({ binaryInfo: { version } }),
  featureKeys,
});
const groups = (
  version = "3.16.4",
  featureKeys: readonly string[] = ["feature_balance", "feature_sharding"],
): object => ({
  getGroupInfoList: [
    { chainID: "chain0", groupID: "group0", genesisConfig: "", nodeList: [nodeInfo(version, featureKeys)] },
  ],
});

describe("the recorded chain", () => {
  test("takes and refuses values as it did", async () => {
    const { session, signer } = replay("air4-system-config", { extra: { ...groups() } });
    const set = (key: string, value: string, override = false): Promise<string> =>
      failure(setSystemConfig(session, signer, { key, value, override }));
    expect(await set("TX_COUNT_LIMIT", " 2000 ")).toBe("done");
    expect(await set("tx_count_limit", "100001")).toBe("done");
    expect(await set("tx_gas_limit", "3000000001")).toBe("done");
    expect(await set("tx_gas_price", "0")).toBe("done");
    expect(await set("feature_sharding", "1")).toBe("done");
    expect(await set("web3_chain_id", "20200")).toBe("done");
    expect(await set("compatibility_version", "3.16.0")).toBe("done");
  });

  test("has no value of a key that isn't set or isn't in force yet, and lists the others", async () => {
    const values = {
      getGroupInfo: null,
      getSystemConfigByKey: await nodeError(3008, "Entry: x does not exists!"),
      "getSystemConfigByKey tx_count_limit": { blockNumber: 0, value: "1000" },
      "getSystemConfigByKey tx_gas_limit": await nodeError(3003, "Config not available"),
    };
    const list = (extra: object): Promise<unknown> =>
      listSystemConfig(replay("air4-system-config", { extra: { ...values, ...extra } }).session);
    expect(await list({})).toEqual([{ key: "tx_count_limit", value: "1000", enableNumber: 0 }]);
    const wrong = await nodeError(3003, "Wrong argument");
    expect(await failure(list({ "getSystemConfigByKey tx_gas_limit": wrong }))).toContain("rpc 3003");
  });

  test("by permission only on a chain with a committee", async () => {
    const { session, signer } = replay("auth1-committee");
    expect(await failure(setSystemConfig(session, signer, { key: "tx_count_limit", value: "1600" }))).toContain(
      "precompiled -50000",
    );
  });
});

test("what the node would refuse is refused before signing", async () => {
  const { session, node } = replay("air4-system-config", { extra: { ...groups() } });
  const check = async (key: string, value: string): Promise<string> =>
    (await failure(checkSystemConfig(session, key, value))).split(":")[0] ?? "";
  expect([
    await check("nokey", "1"),
    await check("tx_count_limit", ""),
    await check("tx_count_limit", "abc"),
    await check("tx_count_limit", "0"),
    await check("tx_count_limit", "9223372036854775808"),
    await check("tx_gas_limit", "1000"),
    await check("auth_check_status", "256"),
    await check("tx_gas_price", "zz"),
    await check("compatibility_version", "abc"),
    await check("compatibility_version", "256.0.0"),
    await check("compatibility_version", "3.300"),
    await check("compatibility_version", "3"),
    await check("compatibility_version", "3.0.0"),
    await check("feature_balance", "0"),
    await check("feature_nope", "1"),
    await check("web3_chain_id", "4294967296"),
  ]).toEqual([
    "usage configUnknownKey",
    "usage configEmpty",
    "usage configNotNumber",
    "usage configOutOfRange",
    "usage configOutOfRange",
    "usage configOutOfRange",
    "usage configOutOfRange",
    "usage invalidAmount",
    "usage configNotVersion",
    "usage configNotVersion",
    "usage configNotVersion",
    "usage configNotVersion",
    "usage configVersionDown",
    "usage configSwitchOnly",
    "usage configUnknownToNode",
    "usage configOutOfRange",
  ]);
  expect(node.asked.join()).not.toContain("transaction");
  expect(
    await failure(checkSystemConfig({ ...session, compatibilityVersion: "3.2.0" }, "tx_gas_price", "0")),
  ).toContain("needsCompatibility");
});

test("a feature that needs another one", async () => {
  const known = ["feature_balance_precompiled"];
  const { session } = replay("air4-system-config", {
    extra: { ...groups("3.16.4", known), "getSystemConfigByKey feature_balance": { blockNumber: 0, value: "0" } },
  });
  expect(await failure(checkSystemConfig(session, "feature_balance_precompiled", "1"))).toContain("usage configNeeds");
});

test("what locks people out needs an override, what is for good is said", async () => {
  const { session, signer } = replay("air4-system-config", { extra: { ...groups("3.16.1") } });
  const warnings = async (key: string, value: string): Promise<string[]> =>
    (await checkSystemConfig(session, key, value)).warnings.map(({ severity, error }) => `${severity} ${error.code}`);
  expect(await warnings("tx_gas_price", "2 gwei")).toEqual(["locksOut configGasPrice"]);
  expect((await checkSystemConfig(session, "tx_gas_price", "2 gwei")).value).toBe("0x77359400");
  expect(await warnings("tx_gas_limit", "100000")).toEqual(["locksOut configGasLimit"]);
  expect(await warnings("auth_check_status", "1")).toEqual(["locksOut configAuthOn"]);
  expect(await warnings("auth_check_status", "0")).toEqual([]);
  const governed = { ...session, authEnabled: true };
  const switchedOff = await checkSystemConfig(governed, "auth_check_status", "0");
  expect(switchedOff.warnings.map(({ error }) => error.code)).toEqual(["configAuthOff"]);
  expect((await checkSystemConfig(governed, "auth_check_status", "1")).warnings).toEqual([]);
  expect(await warnings("tx_gas_price", "0x0")).toEqual([]);
  expect(await warnings("tx_gas_limit", "10000000")).toEqual([]);
  expect(await warnings("feature_balance", "1")).toEqual(["irreversible configSwitchForGood"]);
  expect(await warnings("compatibility_version", "3.16.1")).toEqual(["irreversible configVersionForGood"]);
  expect(await warnings("compatibility_version", "9.9.9")).toEqual([
    "locksOut configVersionTooNew",
    "irreversible configVersionForGood",
  ]);
  const set = (override: boolean): Promise<string> =>
    failure(setSystemConfig(session, signer, { key: "tx_gas_price", value: "0x1", override }));
  expect(await set(false)).toContain("usage configGasPrice");
  await expect(set(true)).rejects.toThrow("never recorded: transaction");
});

test("keys of older and newer nodes", () => {
  expect(systemConfigKey("bugfix_revert")?.form.kind).toBe("switch");
  expect(systemConfigKey("feature_of_tomorrow")?.form.kind).toBe("switch");
  expect(systemConfigKey("tx_gas")).toBeUndefined();
});

test("amounts with units", () => {
  expect(amountUnits[0]).toBe("wei");
  expect(["15", "0xf", "1.5 ether", "2gwei", "0.5 KETHER", "3 gether"].map((text) => parseAmount(text))).toEqual([
    15n,
    15n,
    1_500_000_000_000_000_000n,
    2_000_000_000n,
    500_000_000_000_000_000_000n,
    3_000_000_000_000_000_000_000_000_000n,
  ]);
  expect(parseAmount("2", "gwei")).toBe(2_000_000_000n);
  for (const wrong of ["", "-1", "1.5", "1e3", "1 euro", "x"]) expect(() => parseAmount(wrong)).toThrow();
});
