import { chainIdOf } from "../../chain/config/configValues";
import { type SystemConfigKey, systemConfigKeys } from "../../chain/config/systemConfigKeys";
import { chainFlag, isFlagOf, upgradeFlags } from "../../facts/releases/chainFlags";
import { atLeast, dataVersionIn, versionNumber } from "../../text/versions";
import { registerGovernorsAsCallers } from "./balance";
import { committeeAddress } from "./host/addresses";
import { code, define, type FunctionContext, type FunctionResult, type PrecompiledCode } from "./host/contract";
import { Refusal, returnCode } from "./host/refusal";
import { dataVersion } from "./host/versions";

/** What the keys that are no flags take. */
const rules: ReadonlyMap<string, SystemConfigKey> = new Map(
  systemConfigKeys.filter(({ form }) => form.kind !== "switch").map((each) => [each.key, each]),
);

const unsupported = (key: string): Refusal => new Refusal(`unsupported key ${key}`);
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
  const version = dataVersionIn(value);
  if (version === undefined) throw badVersion(key);
  return version;
}

function checkVersion(context: FunctionContext, key: string, value: string): void {
  const version = readVersion(key, value);
  const { block, nodeVersion } = context.host;
  // blocks carry no newer version than the program's own
  const carried = Math.min(block.version, versionNumber(nodeVersion));
  if (block.version >= dataVersion.v3_1 && version < carried) throw badNumber(key);
}

function checkFlag(context: FunctionContext, key: string, value: string): void {
  if (value !== "1") throw badNumber(key);
  const needed = chainFlag(key)?.needs;
  if (needed && !context.host.block.hasFeature(needed)) throw new Refusal(`must set ${needed} first`);
}

/** A key has to be known to the program, and to count in this data version. */
function checkValue(context: FunctionContext, key: string, value: string): void {
  const { nodeVersion, block } = context.host;
  const rule = rules.get(key);
  if (!(rule ? atLeast(nodeVersion, rule.since) : isFlagOf(nodeVersion, key))) throw unsupported(key);
  if (value === "") throw new Refusal(`The value for ${key} must be non-empty.`);
  if (!rule) {
    checkFlag(context, key, value);
    return;
  }
  const { form } = rule;
  const counts = block.version >= versionNumber(rule.since);
  if (form.kind === "version") checkVersion(context, key, value);
  else if (form.kind === "gasPrice") {
    if (!counts || !/^0x[0-9a-fA-F]*$/.test(value)) throw badNumber(key);
  } else if (form.kind === "integer") {
    if (key === "web3_chain_id") checkChainId(key, value, counts, form.max);
    else checkInteger(key, value, counts, form);
  }
}

/** What follows the digits is not looked at. */
function checkChainId(key: string, value: string, counts: boolean, max = 0n): void {
  if (!counts) throw badVersion(key);
  if (!/^\s*\+?\d/.test(value) || chainIdOf(value) > max) throw badNumber(key);
}

function checkInteger(
  key: string,
  value: string,
  counts: boolean,
  { min, max }: { readonly min: bigint; readonly max?: bigint },
): void {
  const number = wholeNumber(key, value);
  if (!counts) throw unsupported(key);
  if (number < min) throw new Refusal(`Invalid value ${number} ,the value for ${key} must be no less than ${min}`);
  if (max !== undefined && number > max) throw new Refusal("Invalid status value, must less than 255");
}

/** Rising the data version switches on the corrections of every version passed, as if they had always been on. */
function switchOnFlags(context: FunctionContext, value: string): void {
  const { storage, block, nodeVersion } = context.host;
  for (const flag of upgradeFlags(block.version, readVersion("compatibility_version", value), nodeVersion)) {
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
