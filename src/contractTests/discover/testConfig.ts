import { isAddress } from "../../crypto/bytes/hex";
import { environmentSettings, foundryProfile, readFoundrySettings } from "../../solidity/project/foundrySettings";
import { isJsonObject, type JsonObject } from "../../text/limits/boundedJson";
import type { BlockChoice, ChainChoice, FuzzChoice, InvariantChoice } from "../testProject";

/** Settings that choose tests, by Foundry's names. */
const filterNames = [
  "match_test",
  "no_match_test",
  "match_contract",
  "no_match_contract",
  "match_path",
  "no_match_path",
] as const;

/** Patterns as `foundry.toml` has them. */
export type TestFilters = Readonly<Partial<Record<(typeof filterNames)[number], string>>>;

/** What a project says of how its tests are run. */
export interface TestConfig {
  /** Whose settings of comments count: `ci` of `forge-config: ci.fuzz.runs`. */
  readonly profile: string;
  readonly fuzz: FuzzChoice;
  readonly invariant: InvariantChoice;
  /** A revert may be expected of the test's own code. */
  readonly internalReverts: boolean;
  readonly block: BlockChoice;
  /** Which of its tests are run, where the command line doesn't say. */
  readonly filters: TestFilters;
  /** Of random values, where the command line names none. */
  readonly seed: string | undefined;
}

export const defaultConfig: TestConfig = {
  profile: "default",
  fuzz: { runs: 256, maxRejects: 65_536 },
  invariant: { runs: 32, depth: 50, failOnRevert: false },
  internalReverts: false,
  block: {},
  filters: {},
  seed: undefined,
};

const max = 1_000_000;

/** A variable that is set to nothing says nothing: no test runs without any value. */
function countOf(value: string | number | undefined): number | undefined {
  const number = typeof value === "string" && value.trim() === "" ? Number.NaN : Number(value ?? Number.NaN);
  return Number.isInteger(number) && number >= 0 ? Math.min(number, max) : undefined;
}

/** By Foundry's names: `fuzz.runs`, or `ci.fuzz.runs` for one profile; those of `default` count where a profile has none of its own. */
export type CommentSettings = Readonly<Record<string, string | number | undefined>>;

/** The configuration with settings by Foundry's names put over it: `fuzz.runs`, `invariant.fail_on_revert`. */
export function withSettings(config: TestConfig, settings: CommentSettings): TestConfig {
  const scopes = [...new Set([config.profile, "default"])].map((scope) => `${scope}.`);
  const one = (name: string): string | number | undefined =>
    [...scopes, ""]
      .flatMap((scope) => [settings[`${scope}${name}`], settings[`${scope}${name.replaceAll("_", "-")}`]])
      .find((found) => found !== undefined);
  const fail = one("invariant.fail_on_revert");
  const internal = one("allow_internal_expect_revert");
  return {
    ...config,
    internalReverts: internal === undefined ? config.internalReverts : String(internal) === "true",
    fuzz: {
      runs: countOf(one("fuzz.runs")) ?? config.fuzz.runs,
      maxRejects: countOf(one("fuzz.max_test_rejects")) ?? config.fuzz.maxRejects,
    },
    invariant: {
      runs: countOf(one("invariant.runs")) ?? config.invariant.runs,
      depth: countOf(one("invariant.depth")) ?? config.invariant.depth,
      failOnRevert: fail === undefined ? config.invariant.failOnRevert : String(fail) === "true",
    },
  };
}

/** Settings of a comment's lines: `forge-config: default.fuzz.runs = 500`. */
export function commentSettings(comment: string): CommentSettings {
  const settings: Record<string, string> = {};
  for (const line of comment.split("\n")) {
    const at = line.indexOf("forge-config:");
    if (at < 0) continue;
    const [key = "", value = ""] = line.slice(at + "forge-config:".length).split("=");
    settings[key.trim()] = value.trim();
  }
  return settings;
}

const mark = "@custom:chain";

/** The chain that a contract's comment asks for: `@custom:chain auth executor=0 feature=feature_sharding`. */
export function commentChain(comment: string): ChainChoice {
  let choice: ChainChoice = {};
  for (const line of comment.split("\n")) {
    const at = line.indexOf(mark);
    if (at < 0) continue;
    const words = line.slice(at + mark.length).split(/\s/);
    for (const word of words.filter((each) => each !== "")) choice = { ...choice, ...wordOf(word, choice) };
  }
  return choice;
}

function wordOf(word: string, { features = [] }: ChainChoice): ChainChoice {
  const [key = "", value = ""] = word.split("=");
  switch (key) {
    case "auth":
      return word === key ? { auth: true } : { unknownWord: word };
    case "executor":
      return value === "0" || value === "1" ? { executorVersion: value === "0" ? 0 : 1 } : { unknownWord: word };
    case "node-version":
      return { nodeVersion: value };
    case "compatibility":
      return { compatibilityVersion: value };
    case "feature":
      return { features: [...features, value] };
    default:
      return { unknownWord: word };
  }
}

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

function filtersOf(json: JsonObject): TestFilters {
  const found = filterNames.flatMap((name) => {
    const value = json[name];
    return typeof value === "string" && value !== "" ? [[name, value] as const] : [];
  });
  return Object.fromEntries(found);
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
  const filters = { ...config.filters, ...filtersOf(json) };
  return { ...next, filters, block: { ...config.block, ...blockOf(json) }, seed: seedOf(json) ?? config.seed };
}

/**
 * How a project's Foundry settings want its tests run; our defaults without any.
 * @param fence the only folder in which files are read, absolute; undefined: wherever they lead
 */
export async function readTestConfig(
  root: string,
  fence?: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<TestConfig> {
  const settings = await readFoundrySettings(root, fence, environment);
  const usual = { ...defaultConfig, profile: settings?.profile ?? foundryProfile(environment) };
  return withFile(usual, settings?.values ?? (await environmentSettings(environment)));
}
