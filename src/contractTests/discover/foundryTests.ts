import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BlockChoice } from "../testProject";
import { defaultConfig, type TestConfig, withSettings } from "./inlineConfig";

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `[fuzz] runs` → `fuzz.runs` */
function flat(json: Json): Record<string, string | number> {
  const settings: Record<string, string | number> = {};
  for (const section of ["fuzz", "invariant"]) {
    const part = json[section];
    if (!isObject(part)) continue;
    for (const [name, value] of Object.entries(part)) {
      if (typeof value === "number" || typeof value === "boolean") settings[`${section}.${name}`] = Number(value);
      if (typeof value === "boolean") settings[`${section}.${name}`] = String(value);
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

function blockOf(json: Json): BlockChoice {
  const numbers = Object.entries(blockKeys).flatMap(([name, key]) => {
    const value = json[key];
    return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? [[name, BigInt(value)]] : [];
  });
  const coinbase = json["block_coinbase"];
  const isAddress = typeof coinbase === "string" && /^0x[0-9a-fA-F]{40}$/.test(coinbase);
  return { ...Object.fromEntries(numbers), ...(isAddress ? { coinbase: coinbase.slice(2).toLowerCase() } : {}) };
}

function seedOf(json: Json): string | undefined {
  const seed = isObject(json["fuzz"]) ? json["fuzz"]["seed"] : undefined;
  if (typeof seed !== "string" && typeof seed !== "number") return undefined;
  try {
    return String(BigInt(seed));
  } catch {
    return undefined;
  }
}

function withFile(config: TestConfig, json: Json): TestConfig {
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
  let json: unknown;
  try {
    const { parse } = await import("smol-toml");
    json = parse(await readFile(join(root, "foundry.toml"), "utf8"));
  } catch {
    return defaultConfig;
  }
  if (!isObject(json)) return defaultConfig;
  const profiles = isObject(json["profile"]) ? json["profile"] : {};
  const named = ["default", environment["FOUNDRY_PROFILE"] ?? "default"].map((name) => profiles[name]).filter(isObject);
  const config = [json, ...named].reduce<TestConfig>(withFile, defaultConfig);
  const seed = environment["FOUNDRY_FUZZ_SEED"];
  return { ...withSettings(config, environmentSettings(environment)), seed: seed ?? config.seed };
}
