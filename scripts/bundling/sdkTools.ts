import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lint/sources";
import { fromNetwork } from "../test/fromNetwork";

const folder = join(root, "scripts/sdkTools");

/**
 * The packages of `scripts/sdkTools`, installed from npm when its lock isn't what was installed last.
 * @returns their `node_modules`
 * @throws Error when npm can't
 */
export async function sdkTools(): Promise<string> {
  const modules = join(folder, "node_modules");
  const stamp = join(modules, ".ready");
  const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return modules;
  const options = { cwd: folder, stdio: ["ignore", 2, 2], shell: process.platform === "win32" } as const;
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const install = (): boolean => spawnSync("npm", args, { ...options, stdio: [...options.stdio] }).status === 0;
  if (!(await fromNetwork("npm ci of scripts/sdkTools", install))) throw new Error("npm could not install sdkTools");
  writeFileSync(stamp, lock);
  return modules;
}
