import { basename } from "node:path";
import { requireShort } from "../../text/limits/outOfBounds";
import { releasedVersions } from "../compilerReleases/releases";
import { exactVersion, readVersionRange, satisfies } from "../version/versionRange";
import { type ConfiguredCompiler, type ConfiguredProject, unreadable } from "./configuredProject";
import { computed, type ScriptValue, ScriptValues } from "./scriptValues";

type Values = { readonly [name: string]: ScriptValue };
const isObject = (value: ScriptValue | undefined): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const objectOf = (value: ScriptValue | undefined): Values => (isObject(value) ? value : {});
const textOf = (value: ScriptValue | undefined): string | undefined => (typeof value === "string" ? value : undefined);

/** Paths of what is computed, for the user: `solidity.settings.optimizer`. */
function* computedPaths(value: ScriptValue | undefined, path: string): Generator<string> {
  if (value === computed) yield path;
  else if (Array.isArray(value)) for (const [i, each] of value.entries()) yield* computedPaths(each, `${path}[${i}]`);
  else if (isObject(value))
    for (const [name, each] of Object.entries(value)) yield* computedPaths(each, `${path}.${name}`);
}

/** A range of versions is short. */
const maxRangeLength = 200;
const maxCompilers = 100;
/** More of what isn't known isn't read. */
const maxUnread = 20;

/** Versions that a text allows: one, or those of a range. */
function versionsOf(text: string): string[] {
  if (text.length > maxRangeLength) return [];
  const exact = exactVersion(text);
  if (exact !== undefined) return [exact];
  const range = readVersionRange(text);
  return range ? releasedVersions.filter((version) => satisfies(version, range)) : [];
}

function settingsOf(value: ScriptValue | undefined): Omit<ConfiguredProject, "unread"> {
  const settings = objectOf(value);
  const optimizer = objectOf(settings["optimizer"]);
  const runs = optimizer["runs"];
  const evmVersion = textOf(settings["evmVersion"]);
  const details = plainOf(optimizer["details"]);
  const metadata = plainOf(settings["metadata"]);
  const remappings = settings["remappings"];
  return {
    optimizer: {
      enabled: optimizer["enabled"] === true,
      runs: typeof runs === "number" ? runs : 200,
      ...(details ? { details } : {}),
    },
    viaIR: settings["viaIR"] === true,
    ...(evmVersion === undefined ? {} : { evmVersion }),
    ...(metadata ? { metadata } : {}),
    ...(Array.isArray(remappings)
      ? { remappings: remappings.filter((each): each is string => typeof each === "string") }
      : {}),
  };
}

/** An object without anything computed in it, as the compiler takes it. */
function plainOf(value: ScriptValue | undefined): Readonly<Record<string, unknown>> | undefined {
  return isObject(value) && computedPaths(value, "").next().done ? { ...value } : undefined;
}

/** `"0.8.20"`, `{version, settings}`, `{compilers: […]}`, or `{profiles: {default: …}}`. */
function hardhatSettings(value: ScriptValue | undefined): Omit<ConfiguredProject, "unread"> {
  if (typeof value === "string") return { versions: versionsOf(value), ...settingsOf(undefined) };
  const solidity = objectOf(value);
  const profiles = objectOf(solidity["profiles"]);
  if (profiles["default"] !== undefined) return hardhatSettings(profiles["default"]);
  const list = Array.isArray(solidity["compilers"]) ? solidity["compilers"] : [solidity];
  const stated = list.slice(0, maxCompilers).map(objectOf);
  const compilers = stated.map(compilerOf);
  const versions = compilers.flatMap((each) => each.versions);
  const overrides = Object.entries(objectOf(solidity["overrides"]))
    .slice(0, maxCompilers)
    .map(([name, each]) => [name, compilerOf(each)] as const);
  return {
    ...settingsOf(stated[0]?.["settings"]),
    ...(versions.length > 0 ? { versions } : {}),
    ...(compilers.length > 1 ? { compilers } : {}),
    ...(overrides.length > 0 ? { overrides: new Map(overrides) } : {}),
  };
}

/** `{version, settings}` */
function compilerOf(value: ScriptValue): ConfiguredCompiler {
  const compiler = objectOf(value);
  const { remappings: _, ...code } = settingsOf(compiler["settings"]);
  return { versions: versionsOf(textOf(compiler["version"]) ?? ""), ...code };
}

const maxScriptLength = 1024 * 1024;

const unreadParts = (value: ScriptValue | undefined, path: string, file: string): string[] =>
  [...computedPaths(value, path)].slice(0, maxUnread).map((part) => `${file}: ${part}`);

/**
 * What a Hardhat or Truffle configuration says, read as text: these are programs, and no program runs because a folder was opened.
 * What is computed is named in `unread`.
 */
export function readScriptConfig(text: string, file: string, tool: "hardhat" | "truffle"): ConfiguredProject {
  const name = basename(file);
  try {
    requireShort(text, { characters: maxScriptLength });
  } catch (error) {
    return { unread: [`${name}: ${unreadable(error)}`] };
  }
  const values = new ScriptValues(text);
  if (tool === "hardhat") {
    const solidity = values.property("solidity");
    const sources = textOf(objectOf(values.property("paths"))["sources"]);
    return {
      ...hardhatSettings(solidity),
      sources: sources ?? "contracts",
      unread: unreadParts(solidity, "solidity", name),
    };
  }
  const solc = objectOf(values.property("compilers"))["solc"];
  const version = textOf(objectOf(solc)["version"]);
  const versions = version === undefined ? [] : versionsOf(version);
  return {
    ...settingsOf(objectOf(solc)["settings"]),
    ...(versions.length > 0 ? { versions } : {}),
    sources: textOf(values.property("contracts_directory")) ?? "contracts",
    unread: unreadParts(solc, "compilers.solc", name),
  };
}
