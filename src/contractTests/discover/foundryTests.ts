import { isAddress } from "../../crypto/bytes/hex";
import { maxBytes, readTextIn } from "../../files/regularFile";
import { foundryProfile } from "../../solidity/project/foundryConfig";
import { isJsonObject, type JsonObject } from "../../text/limits/boundedJson";
import { parseBoundedToml } from "../../text/limits/boundedToml";
import type { BlockChoice } from "../testProject";
import { defaultConfig, type TestConfig, withSettings } from "./inlineConfig";

/** `[fuzz] runs` → `fuzz.runs` */
function flat(json: JsonObject): Record<string, string | number> {
  const settings: Record<string, string | number> = {};
  for (const section of ["fuzz", "invariant"]) {
    const part = json[section];
    if (!isJsonObject(part)) continue;
    for (const [name, value] of Object.entries(part)) {
      if (typeof value === "number") settings[`${section}.${name}`] = value;
      else if (typeof value === "boolean") settings[`${section}.${name}`] = String(value);
    }
  }
  return settings;
}

const blockKeys = {
  number: "block_number",
  timestamp: "block_timestamp",
  chainId: "chain_id",
  baseFee: "block_base_fee_per_gas",
  gasPrice: "gas_price",
} as const;

/** A number as TOML has it, exact however large, or as a text of digits. */
function wholeNumber(value: unknown): bigint | undefined {
  if (typeof value === "bigint") return value;
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  try {
    return value === "" ? undefined : BigInt(value);
  } catch {
    return undefined;
  }
}

function blockOf(json: JsonObject): BlockChoice {
  const numbers = Object.entries(blockKeys).flatMap(([name, key]) => {
    const value = wholeNumber(json[key]);
    return value !== undefined && value >= 0n ? [[name, value]] : [];
  });
  const coinbase = json["block_coinbase"];
  const hasAddress = typeof coinbase === "string" && isAddress(coinbase);
  return { ...Object.fromEntries(numbers), ...(hasAddress ? { coinbase: coinbase.slice(2).toLowerCase() } : {}) };
}

function seedOf(json: JsonObject): string | undefined {
  const seed = wholeNumber(isJsonObject(json["fuzz"]) ? json["fuzz"]["seed"] : undefined);
  return seed === undefined ? undefined : String(seed);
}

function withFile(config: TestConfig, json: JsonObject): TestConfig {
  const internal = json["allow_internal_expect_revert"];
  const settings = {
    ...flat(json),
    ...(internal === undefined ? {} : { allow_internal_expect_revert: String(internal) }),
  };
  const next = withSettings(config, settings);
  return { ...next, block: { ...config.block, ...blockOf(json) }, seed: seedOf(json) ?? config.seed };
}

/** `FOUNDRY_FUZZ_RUNS=500` */
function environmentSettings(environment: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const names = ["fuzz.runs", "fuzz.max_test_rejects", "invariant.runs", "invariant.depth", "invariant.fail_on_revert"];
  return Object.fromEntries(
    names.map((name) => [name, environment[`FOUNDRY_${name.replace(".", "_").toUpperCase()}`]]),
  );
}

/** How a project's `foundry.toml` wants its tests run; our defaults without one. */
export async function readTestConfig(root: string, environment: NodeJS.ProcessEnv = process.env): Promise<TestConfig> {
  const profile = foundryProfile(environment);
  const usual = { ...defaultConfig, profile };
  let json: unknown;
  try {
    json = await parseBoundedToml((await readTextIn(root, "foundry.toml", maxBytes.configuration)) ?? "");
  } catch {
    return usual;
  }
  if (!isJsonObject(json)) return usual;
  const profiles = isJsonObject(json["profile"]) ? json["profile"] : {};
  const named = ["default", profile].map((name) => profiles[name]).filter(isJsonObject);
  const config = [json, ...named].reduce<TestConfig>(withFile, usual);
  const seed = environment["FOUNDRY_FUZZ_SEED"] || config.seed;
  return { ...withSettings(config, environmentSettings(environment)), seed };
}
