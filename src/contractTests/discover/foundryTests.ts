import { readFile } from "node:fs/promises";
import { join } from "node:path";
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
  return [json, ...named].reduce<TestConfig>((config, part) => withSettings(config, flat(part)), defaultConfig);
}
