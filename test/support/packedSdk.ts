import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sdkExports, sdkPeers, stageSdk } from "../../scripts/publish/stageSdk";

/** npm that reaches no registry: the package needs nothing else. Its cache is below the folder. */
export function npmWithoutRegistry(folder: string, cwd: string, ...args: string[]): void {
  const nowhere = { npm_config_registry: "http://127.0.0.1:9/", npm_config_offline: "true" };
  const env = { ...process.env, ...nowhere, npm_config_cache: join(folder, ".npm"), npm_config_audit: "false" };
  const windows = process.platform === "win32";
  const options = { cwd, env, shell: windows, stdio: ["ignore", "ignore", "inherit"] } as const;
  execFileSync(windows ? "npm.cmd" : "npm", args, { ...options, stdio: [...options.stdio] });
}

/** The SDK as npm packs it, in the folder, and its API report. */
export async function packSdk(folder: string): Promise<{ readonly tarball: string; readonly report: string }> {
  const staging = join(folder, "staging");
  const { report } = await stageSdk(join(staging, "sdk"));
  const manifest = {
    name: "chainside",
    version: "0.0.0-test",
    license: "Apache-2.0",
    type: "module",
    sideEffects: false,
  };
  const whole = { ...manifest, files: ["sdk"], engines: { node: ">=20" }, exports: sdkExports(), ...sdkPeers() };
  writeFileSync(join(staging, "package.json"), JSON.stringify(whole));
  npmWithoutRegistry(folder, staging, "pack", "--silent", "--ignore-scripts", "--pack-destination", folder);
  return { tarball: join(folder, "chainside-0.0.0-test.tgz"), report };
}
