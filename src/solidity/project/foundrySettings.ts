// What a project is told by Foundry's means, put together as forge 1.7 does it: `foundry.toml`, the file that it extends, a profile, and
// variables of the environment.
import { dirname } from "node:path";
import { withinFence } from "../../files/liesWithin";
import { namedPath } from "../../files/namedPath";
import { maxBytes, readRegularTextIfAny } from "../../files/regularFile";
import { t } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { isJsonObject, type JsonObject, jsonObjectOf } from "../../text/limits/boundedJson";
import { parseBoundedToml } from "../../text/limits/boundedToml";
import { unreadable } from "./configuredProject";

/** Settings of one profile. */
export interface FoundrySettings {
  /** By names with underscores; sections, such as `fuzz`, are objects. */
  readonly values: JsonObject;
  /** Whose settings these are. */
  readonly profile: string;
  /** What doesn't count, and why: `foundry.toml: extends: base.toml isn't there`. */
  readonly unread: readonly string[];
  /** The file can't be read: the environment alone counts. */
  readonly broken?: true;
}

/** Sections that may stand outside of profiles. */
const sections = new Set(["fmt", "lint", "doc", "fuzz", "invariant", "coverage", "mutation", "symbolic", "tracing"]);
/** Sections of no profile, which are no profiles either. */
const others = new Set(["profile", "external", "rpc_endpoints", "etherscan", "labels", "dependencies", "soldeer"]);

const fileName = "foundry.toml";

/** The profile that counts; a variable that is set to nothing names none. */
export const foundryProfile = (environment: NodeJS.ProcessEnv): string => environment["FOUNDRY_PROFILE"] || "default";

/** `evm-version`, `evmVersion` → `evm_version` */
const underscored = (name: string): string =>
  name
    .replaceAll("-", "_")
    .replace(/[a-z0-9][A-Z]/g, (pair) => `${pair[0]}_${pair[1]}`)
    .toLowerCase();

const named = (settings: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [underscored(name), value]));

type Join = "replace" | "append";

/** One over the other, tables within each other; lists take each other's place, or follow each other. */
function merged(base: JsonObject, over: JsonObject, lists: Join = "replace"): JsonObject {
  const result: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(over)) {
    const before = Object.hasOwn(base, name) ? base[name] : undefined;
    if (isJsonObject(before) && isJsonObject(value)) result[name] = merged(before, value, lists);
    else
      result[name] =
        lists === "append" && Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
  }
  return result;
}

/** `[profile.ci]`, or `[ci]` as it was written once. */
function profileOf(file: JsonObject, name: string): JsonObject {
  const old = sections.has(name) || others.has(name) ? {} : jsonObjectOf(file[name]);
  const { solc_version, ...own } = named(merged(old, jsonObjectOf(jsonObjectOf(file["profile"])[name])));
  return solc_version === undefined ? own : { solc: solc_version, ...own };
}

/** What a file says for one profile: of the default profile and the sections outside, the profile's own counts most. */
function settingsOf(file: JsonObject, profile: string): JsonObject {
  const outside = Object.fromEntries(
    Object.entries(file).filter(([name, value]) => sections.has(name) && isJsonObject(value)),
  );
  const usual = profile === "default" ? {} : profileOf(file, "default");
  return merged(merged(usual, outside), profileOf(file, profile));
}

/** A variable's value as it would stand in the file; words are texts. */
async function variableValue(text: string): Promise<unknown> {
  const trimmed = text.trim();
  if (!/^(?:[[{"']|true$|false$|[+-]?\d[\d.]*$)/.test(trimmed)) return trimmed;
  try {
    return (await parseBoundedToml(`value = ${trimmed}`))["value"];
  } catch {
    const list = /^\[(.*)\]$/.exec(trimmed)?.[1];
    return list === undefined ? trimmed : list.split(",").map((each) => each.trim());
  }
}

/** Variables that dapptools had, and what they set; digits alone count. */
const dappVariables: readonly (readonly [variable: string, section: string, name: string])[] = [
  ["DAPP_BUILD_OPTIMIZE_RUNS", "", "optimizer_runs"],
  ["DAPP_TEST_NUMBER", "", "block_number"],
  ["DAPP_TEST_TIMESTAMP", "", "block_timestamp"],
  ["DAPP_TEST_FUZZ_RUNS", "fuzz", "runs"],
  ["DAPP_TEST_DEPTH", "invariant", "depth"],
];
/** What forge doesn't take under these names, or takes in a form of its own. */
const ignored = new Set([
  "PROFILE",
  "CONFIG",
  "REMAPPINGS",
  "LIBRARIES",
  "FFI",
  "FS_PERMISSIONS",
  "SOLC_VERSION",
  "DIR",
]);

function nested(section: string, name: string, value: unknown): JsonObject {
  return section === "" ? { [name]: value } : { [section]: { [name]: value } };
}

/** What the environment sets: `FOUNDRY_OPTIMIZER_RUNS`, `FOUNDRY_FUZZ_RUNS`, and the same with `DAPP_`, which count less. */
export async function environmentSettings(environment: NodeJS.ProcessEnv): Promise<JsonObject> {
  const variables = Object.entries(environment).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  let settings: JsonObject = {};
  for (const prefix of ["DAPP_TEST_", "DAPP_", "FOUNDRY_"]) {
    for (const [variable, text] of variables) {
      const name = variable.slice(prefix.length);
      if (!variable.startsWith(prefix) || ignored.has(name)) continue;
      const key = name.toLowerCase();
      const section = key.slice(0, Math.max(key.indexOf("_"), 0));
      const isOfSection = prefix === "FOUNDRY_" && sections.has(section);
      const value = await variableValue(text);
      const more = isOfSection ? nested(section, key.slice(section.length + 1), value) : { [key]: value };
      settings = merged(settings, more);
    }
    if (prefix !== "DAPP_") continue;
    for (const [variable, section, name] of dappVariables) {
      const text = environment[variable] ?? "";
      if (/^\d+$/.test(text)) settings = merged(settings, nested(section, name, Number(text)));
    }
    const optimize = environment["DAPP_BUILD_OPTIMIZE"];
    if (optimize === "0" || optimize === "1") settings = merged(settings, { optimizer: optimize === "1" });
  }
  const version = environment["FOUNDRY_SOLC_VERSION"] || environment["DAPP_SOLC_VERSION"];
  const libraries = environment["DAPP_LIBRARIES"] || environment["FOUNDRY_LIBRARIES"];
  const list = libraries?.replace(/^\[|\]$/g, "").split(",");
  return {
    ...(version ? { solc: version } : {}),
    ...(list ? { libraries: list.map((each) => each.trim().replaceAll('"', "")) } : {}),
    ...settings,
  };
}

/** Remappings of the environment, a line each. */
export const environmentRemappings = (environment: NodeJS.ProcessEnv): string[] =>
  (environment["DAPP_REMAPPINGS"] || environment["FOUNDRY_REMAPPINGS"] || "").split(/\r?\n/);

/** The text of a file by its path as a configuration names it; undefined where it isn't there or may not be read. */
type ReadText = (path: string) => Promise<string | undefined>;

interface Extended {
  readonly file: JsonObject;
  readonly unread: readonly string[];
}

/** The file with the one that a profile of it extends below it. */
async function extended(file: JsonObject, profile: string, name: string, read: ReadText): Promise<Extended> {
  const wish = jsonObjectOf(jsonObjectOf(file["profile"])[profile])["extends"];
  const { path, strategy = "extend-arrays" } = isJsonObject(wish) ? wish : { path: wish };
  if (typeof path !== "string") return { file, unread: [] };
  const refused = (why: string): Extended => ({ file, unread: [`${name}: extends: ${why}`] });
  let base: JsonObject;
  try {
    const text = await read(path);
    if (text === undefined) return refused(t("{0} can't be read", path));
    base = await parseBoundedToml(text);
  } catch (error) {
    return refused(`${path}: ${unreadable(error)}`);
  }
  const [below, own] = [base, file].map((each) => jsonObjectOf(jsonObjectOf(each["profile"])[profile]));
  if (below?.["extends"] !== undefined) return refused(t("{0} extends another file itself", path));
  if (strategy === "no-collision") {
    const twice = Object.keys(own ?? {}).filter((key) => key !== "extends" && Object.hasOwn(below ?? {}, key));
    if (twice.length > 0) return refused(t("{0} has {1} too", path, listed(twice)));
  }
  return { file: merged(base, file, strategy === "extend-arrays" ? "append" : "replace"), unread: [] };
}

/**
 * The settings of a text of Foundry's configuration.
 * @param name what the file is called
 * @param read reads the file that it extends
 */
export async function foundrySettings(
  text: string,
  environment: NodeJS.ProcessEnv,
  name: string = fileName,
  read: ReadText = async () => undefined,
): Promise<FoundrySettings> {
  const profile = foundryProfile(environment);
  const set = await environmentSettings(environment);
  let own: JsonObject;
  try {
    own = await parseBoundedToml(text);
  } catch (error) {
    return { values: set, profile, unread: [`${name}: ${unreadable(error)}`], broken: true };
  }
  const { file, unread } = await extended(own, profile, name, read);
  const isKnown =
    profile === "default" || isJsonObject(file[profile]) || isJsonObject(jsonObjectOf(file["profile"])[profile]);
  return {
    values: merged(settingsOf(file, profile), set),
    profile,
    unread: [...unread, ...(isKnown ? [] : [t("{0}: no profile {1}, so default counts", name, profile)])],
  };
}

/**
 * The settings of a folder's `foundry.toml`, or of the file that `FOUNDRY_CONFIG` names in its place; undefined where there is none.
 * @param fence the only folder in which files are read, absolute, all links followed; undefined: wherever they lead
 */
export async function readFoundrySettings(
  root: string,
  fence: string | undefined,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<FoundrySettings | undefined> {
  const readFrom = async (folder: string, path: string): Promise<string | undefined> => {
    const place = await withinFence(namedPath(path, folder), fence);
    return place && readRegularTextIfAny(place, maxBytes.configuration);
  };
  const own = await readFrom(root, fileName);
  if (own === undefined) return undefined;
  const name = environment["FOUNDRY_CONFIG"] || fileName;
  const text = name === fileName ? own : await readFrom(root, name);
  if (text === undefined) {
    const [values, profile] = [await environmentSettings(environment), foundryProfile(environment)];
    return { values, profile, unread: [t("{0} can't be read", name)], broken: true };
  }
  return foundrySettings(text, environment, name, (path) => readFrom(dirname(namedPath(name, root) ?? root), path));
}
