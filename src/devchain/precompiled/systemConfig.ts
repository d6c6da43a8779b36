import { versionNumber } from "../../text/versions";
import { registerGovernorsAsCallers } from "./balance";
import { isKnownFlag, switchableFeatures, upgradeFlags } from "./features";
import { committeeAddress } from "./host/addresses";
import { code, define, type FunctionContext, type FunctionResult, type PrecompiledCode } from "./host/contract";
import { Refusal } from "./host/refusal";
import { returnCode } from "./host/returnCode";
import { dataVersion } from "./host/versions";

interface ConfigRule {
  /** First data version that knows the key. */
  readonly since: number;
  /** Smallest number, when the value is a number. */
  readonly least: bigint | undefined;
}

const rules: ReadonlyMap<string, ConfigRule> = new Map([
  ["tx_count_limit", { since: 0, least: 1n }],
  ["consensus_leader_period", { since: 0, least: 1n }],
  ["tx_gas_limit", { since: 0, least: 100_000n }],
  ["tx_gas_price", { since: 0, least: undefined }],
  ["compatibility_version", { since: 0, least: undefined }],
  ["auth_check_status", { since: dataVersion.v3_3, least: 0n }],
  ["feature_rpbft_epoch_sealer_num", { since: dataVersion.v3_5, least: 1n }],
  ["feature_rpbft_epoch_block_num", { since: dataVersion.v3_5, least: 1n }],
  ["web3_chain_id", { since: 0, least: undefined }],
  ["balance_transfer", { since: dataVersion.v3_10_2, least: 0n }],
  ["executor_version", { since: dataVersion.v3_15, least: 0n }],
]);

const badNumber = (key: string): Refusal => new Refusal(`The value for ${key} must be a valid number.`);

const badVersion = (key: string): Refusal =>
  new Refusal(
    `Invalid value for ${key}. The version must be in format of major_version.middle_version.minimum_version, and the minimum version is optional. The major version must between 3 to 255`,
  );

function wholeNumber(key: string, value: string): bigint {
  if (!/^[+-]?\d+$/.test(value)) throw badNumber(key);
  const number = BigInt(value.replace(/^\+/, ""));
  if (BigInt.asIntN(64, number) !== number) throw badNumber(key);
  return number;
}

/** The data version as a number. @throws Refusal when it is not written as a version. */
function readVersion(key: string, value: string): number {
  const match = /^(\d+)\.(\d+)(?:\.(\d+))?$/.exec(value.replace(/-rc\d+$/, ""));
  const [, major = "", minor = "", patch = "0"] = match ?? [];
  const parts = [major, minor, patch].map(Number);
  if (!match || Number(major) < 3 || parts.some((part) => part > 255)) throw badVersion(key);
  return versionNumber(parts.join("."));
}

function checkVersion(context: FunctionContext, key: string, value: string): void {
  const version = readVersion(key, value);
  const { block } = context.host;
  if (block.version >= dataVersion.v3_1 && version < block.version) throw badNumber(key);
}

function checkFlag(context: FunctionContext, key: string, value: string): void {
  if (value !== "1") throw badNumber(key);
  const needed = switchableFeatures.get(key);
  if (needed && !context.host.block.hasFeature(needed)) throw new Refusal(`must set ${needed} first`);
}

function checkValue(context: FunctionContext, key: string, value: string): void {
  const rule = rules.get(key);
  if (!rule && !isKnownFlag(key)) throw new Refusal(`unsupported key ${key}`);
  if (value === "") throw new Refusal(`The value for ${key} must be non-empty.`);
  if (!rule) {
    checkFlag(context, key, value);
    return;
  }
  const { version } = context.host.block;
  switch (key) {
    case "compatibility_version":
      checkVersion(context, key, value);
      return;
    case "tx_gas_price":
      if (version < dataVersion.v3_6 || !/^0x[0-9a-fA-F]*$/.test(value)) throw badNumber(key);
      return;
    case "web3_chain_id":
      if (version < dataVersion.v3_9) throw badVersion(key);
      // what follows the digits is not looked at
      if (BigInt(/^\s*\+?(\d+)/.exec(value)?.[1] ?? "-1") > 0xffffffffn || !/^\s*\+?\d/.test(value))
        throw badNumber(key);
      return;
    default: {
      const number = wholeNumber(key, value);
      if (version < rule.since) throw new Refusal(`unsupported key ${key}`);
      if (rule.least !== undefined && number < rule.least) {
        throw new Refusal(`Invalid value ${number} ,the value for ${key} must be no less than ${rule.least}`);
      }
      if (key === "auth_check_status" && number > 255n) throw new Refusal("Invalid status value, must less than 255");
    }
  }
}

/** Rising the data version switches on the corrections of every version passed, as if they had always been on. */
function switchOnFlags(context: FunctionContext, value: string): void {
  const { storage, block } = context.host;
  for (const flag of upgradeFlags(block.version, readVersion("compatibility_version", value))) {
    if (!storage.readConfig(flag)) storage.writeConfig(flag, { value: "1", enableNumber: 0 });
  }
}

async function setValueByKey(context: FunctionContext, rawKey: string, value: string): Promise<FunctionResult> {
  const { host, call } = context;
  if (host.block.authCheck && call.sender !== committeeAddress) return code(returnCode.notAuthorized);
  const key = rawKey.toLowerCase();
  checkValue(context, key, value);
  host.storage.writeConfig(key, { value, enableNumber: host.block.number + 1 });
  if (key === "compatibility_version") switchOnFlags(context, value);
  if (key === "feature_balance_precompiled" && host.block.version >= dataVersion.v3_6)
    await registerGovernorsAsCallers(host, call);
  return code(returnCode.success);
}

function getValueByKey(context: FunctionContext, rawKey: string): FunctionResult {
  const { storage, block } = context.host;
  const key = rawKey.toLowerCase();
  const row = storage.readConfig(key);
  if (row) return [row.value, BigInt(row.enableNumber)];
  if (key === "auth_check_status" && block.version >= dataVersion.v3_3) return [block.authCheck ? "1" : "0", 0n];
  return ["", -1n];
}

/** 0x1000: the system configuration (docs/protocol/built-in-contracts.md, "System configuration"). */
export const systemConfigContract: PrecompiledCode = {
  name: "SystemConfigPrecompiled",
  functions: [
    define("setValueByKey(string,string)", "int32", (context, args) =>
      setValueByKey(context, args.text(0), args.text(1)),
    ),
    define("getValueByKey(string)", "string,int256", (context, args) => getValueByKey(context, args.text(0))),
  ],
};
