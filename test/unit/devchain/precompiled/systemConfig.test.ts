import { describe, expect, it } from "vitest";
import { genesisFlags, upgradeFlags } from "../../../../src/facts/releases/chainFlags";
import { versionNumber } from "../../../../src/text/versions";
import { MemoryHost } from "./memoryHost";

const systemConfig = "1000".padStart(40, "0");
const admin = "308f3a68ae6b5a93ce91ff520c56632531f66018";
const malformed =
  "15: Invalid value for %s. The version must be in format of major_version.middle_version.minimum_version, and the minimum version is optional. The major version must between 3 to 255";

const set = (host: MemoryHost, key: string, value: string, from?: string) =>
  host.invoke(systemConfig, "setValueByKey(string,string)", [key, value], "int32", from);
const get = (host: MemoryHost, key: string) =>
  host.invoke(systemConfig, "getValueByKey(string)", [key], "string,int256");

describe("the system configuration", () => {
  it("takes a value at once and lets it count from the next block", async () => {
    const host = new MemoryHost();
    host.setBlock(7);
    expect(await set(host, "TX_COUNT_LIMIT", "12")).toEqual([0n]);
    expect(await get(host, "tx_count_limit")).toEqual(["12", 8n]);
    expect(await get(host, "Compatibility_Version")).toEqual(["3.16.0", 0n]);
    expect(await get(host, "auth_check_status")).toEqual(["0", 0n]);
    expect(await get(host, "unheard_of")).toEqual(["", -1n]);
  });

  it.each([
    ["3.16.0", "tx_count_limit", "", "15: The value for tx_count_limit must be non-empty."],
    ["3.16.0", "tx_count_limit", "9223372036854775808", "15: The value for tx_count_limit must be a valid number."],
    ["3.16.0", "auth_check_status", "256", "15: Invalid status value, must less than 255"],
    [
      "3.16.0",
      "auth_check_status",
      "-1",
      "15: Invalid value -1 ,the value for auth_check_status must be no less than 0",
    ],
    ["3.2.0", "auth_check_status", "x", "15: The value for auth_check_status must be a valid number."],
    ["3.16.0", "web3_chain_id", "-1", "15: The value for web3_chain_id must be a valid number."],
    ["3.16.0", "web3_chain_id", "x1", "15: The value for web3_chain_id must be a valid number."],
    ["3.16.0", "web3_chain_id", "4294967296", "15: The value for web3_chain_id must be a valid number."],
    ["3.16.0", "compatibility_version", "256.0.0", malformed.replace("%s", "compatibility_version")],
    ["3.16.0", "compatibility_version", "2.9.0", malformed.replace("%s", "compatibility_version")],
    ["3.16.0", "feature_balance_precompiled", "1", "15: must set feature_balance first"],
    ["3.16.0", "feature_rpbft_notify_rotate", "1", "15: unsupported key feature_rpbft_notify_rotate"],
    ["3.5.0", "tx_gas_price", "0x1", "15: The value for tx_gas_price must be a valid number."],
    ["3.5.0", "balance_transfer", "1", "15: unsupported key balance_transfer"],
    ["3.8.0", "web3_chain_id", "1", malformed.replace("%s", "web3_chain_id")],
    ["3.2.0", "auth_check_status", "1", "15: unsupported key auth_check_status"],
  ])("of a %s chain refuses %s = %s", async (version, key, value, words) => {
    expect(await set(new MemoryHost({ version }), key, value)).toBe(words);
  });

  it("reads a chain id up to its last digit", async () => {
    expect(await set(new MemoryHost(), "web3_chain_id", " +7 apples")).toEqual([0n]);
  });

  it.each([
    ["3.6.0", "feature_evm_cancun", "1", "15: unsupported key feature_evm_cancun"],
    ["3.9.0", "feature_evm_cancun", "1", "15: unsupported key feature_evm_cancun"],
    ["3.10.0", "feature_evm_cancun", "1", [0n]],
    ["3.5.0", "tx_gas_price", "0x1", "15: unsupported key tx_gas_price"],
    ["3.8.0", "web3_chain_id", "1", "15: unsupported key web3_chain_id"],
    ["3.2.7", "bugfix_event_log_order", "1", [0n]],
    ["3.2.4", "bugfix_event_log_order", "1", "15: unsupported key bugfix_event_log_order"],
  ])("a program of %s knows what its release knows: %s = %s", async (nodeVersion, key, value, outcome) => {
    expect(await set(new MemoryHost({ version: nodeVersion, nodeVersion }), key, value)).toEqual(outcome);
  });

  it("rises beyond its program without corrections that the program lacks", async () => {
    const host = new MemoryHost({ version: "3.6.0", nodeVersion: "3.9.0" });
    await set(host, "compatibility_version", "9.9.9");
    expect(await get(host, "bugfix_eoa_match_failed")).toEqual(["1", 0n]);
    expect(await get(host, "bugfix_revert_logs")).toEqual(["", -1n]);
  });

  it("belongs to the committee where permissions are on", async () => {
    const host = new MemoryHost({ auth: true });
    expect(await set(host, "tx_count_limit", "12", admin)).toEqual([-50000n]);
    expect(await set(host, "tx_count_limit", "12", "10001".padStart(40, "0"))).toEqual([0n]);
  });

  it("makes governors callers of the balance contract when that is switched on", async () => {
    const host = new MemoryHost({ governors: [admin] });
    await set(host, "feature_balance", "1");
    // what is set in this block does not count in it
    expect(await set(host, "feature_balance_precompiled", "1")).toBe("15: must set feature_balance first");
    host.setBlock(1);
    await set(host, "feature_balance_precompiled", "1");
    host.setBlock(2);
    expect(await host.invoke("1011".padStart(40, "0"), "listCaller()", [], "address[]")).toEqual([[admin]]);
  });

  it("switches on the corrections of every version that a rise passes", async () => {
    const host = new MemoryHost({ version: "3.6.0" });
    await set(host, "compatibility_version", "3.7.0");
    expect(await get(host, "bugfix_eip55_addr")).toEqual(["1", 0n]);
    expect(await get(host, "bugfix_eoa_as_contract")).toEqual(["", -1n]);
  });
});

describe("flags by version", () => {
  const flagsOf = (version: string) => genesisFlags(versionNumber(version));

  it("start with what the first version brings", () => {
    expect(flagsOf("3.0.0")).toEqual([]);
    expect(flagsOf("3.3.0")).toEqual(["feature_sharding"]);
    expect(flagsOf("3.5.0")).toEqual(["bugfix_revert", "bugfix_statestorage_hash"]);
    expect(flagsOf("3.16.0")).toHaveLength(32);
    expect(flagsOf("3.16.4")).toContain("bugfix_revert_logs");
  });

  it("grow with the version", () => {
    const between = (from: string, to: string) => upgradeFlags(versionNumber(from), versionNumber(to), "3.16.4");
    expect(between("3.13.0", "3.14.0")).toEqual([
      "bugfix_nonce_not_increase_when_revert",
      "bugfix_set_contract_nonce_when_create",
    ]);
    expect(between("3.4.0", "3.5.0")).toContain("feature_sharding");
    expect(between("3.14.0", "3.14.0")).toEqual([]);
  });
});
