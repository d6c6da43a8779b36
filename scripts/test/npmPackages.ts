import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { root } from "../lint/sources";
import { fromNetwork } from "./fromNetwork";

/**
 * The packages that a folder of the project pins, installed from npm when its lock isn't what was installed last.
 * @param folder with a package.json and its lock
 * @param node runs npm; this one where it is left out
 * @returns their `node_modules`
 * @throws Error when npm can't
 */
export async function npmPackages(folder: string, node = process.execPath): Promise<string> {
  const cwd = join(root, folder);
  const modules = join(cwd, "node_modules");
  const stamp = join(modules, ".ready");
  const lock = readFileSync(join(cwd, "package-lock.json"), "utf8");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return modules;
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env["PATH"] ?? ""}` };
  const install = (): boolean =>
    spawnSync("npm", args, { cwd, env, stdio: ["ignore", 2, 2], shell: process.platform === "win32" }).status === 0;
  if (!(await fromNetwork(`npm ci of ${folder}`, install))) throw new Error(`npm could not install ${folder}`);
  writeFileSync(stamp, lock);
  return modules;
}
