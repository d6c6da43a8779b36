import { isJsonObject, type JsonObject } from "../../text/limits/boundedJson";
import { parseBoundedToml } from "../../text/limits/boundedToml";
import { exactVersion } from "../version/versionRange";
import { type ConfiguredProject, unreadable } from "./configuredProject";

const texts = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : undefined;

/** `contracts/Lib.sol:Lib:0x…` */
function librariesOf(entries: readonly string[]): Record<string, Record<string, string>> {
  const libraries: Record<string, Record<string, string>> = {};
  for (const entry of entries) {
    const [source, name, address] = entry.split(":");
    if (source && name && address) libraries[source] = { ...libraries[source], [name]: address };
  }
  return libraries;
}

/** Steps of the optimizer, as compilers name them; Foundry has the same names. */
const optimizerSteps = [
  "peephole",
  "inliner",
  "jumpdestRemover",
  "orderLiterals",
  "deduplicate",
  "cse",
  "constantOptimizer",
  "simpleCounterForLoopUncheckedIncrement",
  "yul",
  "yulDetails",
] as const;

/** As Foundry settles it: runs without a word about the optimizer turn it on. */
function optimizerOf(enabled: unknown, runs: unknown, details: unknown): NonNullable<ConfiguredProject["optimizer"]> {
  const count = typeof runs === "number" ? runs : undefined;
  const stated = isJsonObject(details) ? details : {};
  const steps = optimizerSteps.flatMap((name) => (stated[name] === undefined ? [] : [[name, stated[name]] as const]));
  return {
    enabled: typeof enabled === "boolean" ? enabled : (count ?? 0) > 0,
    runs: count ?? 200,
    ...(steps.length === 0 ? {} : { details: Object.fromEntries(steps) }),
  };
}

/** The profile that counts; a variable that is set to nothing names none. */
export const foundryProfile = (environment: NodeJS.ProcessEnv): string => environment["FOUNDRY_PROFILE"] || "default";

/** What a `foundry.toml` says: its default profile, or the one that FOUNDRY_PROFILE names, over the default. */
export async function readFoundryConfig(
  text: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<ConfiguredProject> {
  let json: unknown;
  try {
    json = await parseBoundedToml(text);
  } catch (error) {
    return { tests: "test", unread: [`foundry.toml: ${unreadable(error)}`] };
  }
  const profiles = isJsonObject(json) && isJsonObject(json["profile"]) ? json["profile"] : {};
  const named = profiles[foundryProfile(environment)];
  const profile: JsonObject = {
    ...(isJsonObject(profiles["default"]) ? profiles["default"] : {}),
    ...(isJsonObject(named) ? named : {}),
  };
  const one = (...names: string[]): unknown => names.map((name) => profile[name]).find((value) => value !== undefined);
  const solc = one("solc", "solc_version", "solc-version");
  const version = typeof solc === "string" ? exactVersion(solc) : undefined;
  const evmVersion = one("evm_version", "evm-version");
  const runs = one("optimizer_runs", "optimizer-runs");
  const enabled = one("optimizer");
  const bytecodeHash = one("bytecode_hash", "bytecode-hash");
  const appendCbor = one("cbor_metadata", "cbor-metadata");
  const remappings = texts(one("remappings"));
  const libs = texts(one("libs"));
  const skip = texts(one("skip"));
  const src = one("src");
  const test = one("test");
  const script = one("script");
  const metadata: Record<string, unknown> = {};
  if (typeof bytecodeHash === "string") metadata["bytecodeHash"] = bytecodeHash;
  if (appendCbor === false) metadata["appendCBOR"] = false;
  return {
    unread: [],
    sources: typeof src === "string" ? src : "src",
    tests: typeof test === "string" ? test : "test",
    scripts: typeof script === "string" ? script : "script",
    ...(version === undefined ? {} : { versions: [version] }),
    ...(typeof evmVersion === "string" ? { evmVersion } : {}),
    optimizer: optimizerOf(enabled, runs, one("optimizer_details", "optimizer-details")),
    viaIR: one("via_ir", "via-ir") === true,
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...(remappings ? { remappings } : {}),
    ...(libs ? { libraryFolders: libs } : {}),
    ...(skip ? { skip } : {}),
    libraries: librariesOf(texts(one("libraries")) ?? []),
  };
}
