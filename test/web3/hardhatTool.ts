// What people do with Hardhat 2: each step in a process of its own, as some wait without an end.
import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Measured, StepResult } from "../support/toolTable";
import { hardhat } from "./installed";
import { ended, type Place, withSettings } from "./program";

/** With the settings that help, each with those before it. */
const steps: Readonly<Record<string, readonly string[]>> = {
  deploy: [],
  write: [],
  reason: [],
  ignition: ["requiredConfirmations: 1"],
  proxy: ["unsafeSkipProxyAdminCheck"],
  upgrade: ["unsafeSkipProxyAdminCheck", "unsafeSkipProxyAdminCheck, gasLimit"],
};
const nowhere: Place = { url: "http://127.0.0.1:1", key: `0x${"1".padStart(64, "0")}` };
let compiled: Promise<string> | undefined;

async function compiledProject(): Promise<string> {
  const project = await hardhat();
  const cli = join(project, "node_modules/hardhat/internal/cli/cli.js");
  const { code, said } = await ended(process.execPath, [cli, "compile", "--config", "hardhat.config.cjs"], nowhere, {
    cwd: project,
    env: { HARDHAT_DISABLE_TELEMETRY_PROMPT: "true" },
    limitMs: 600_000,
  });
  if (code !== 0) throw new Error(said);
  return project;
}

export async function hardhatSteps(place: Place): Promise<Measured> {
  compiled ??= compiledProject();
  const project = await compiled;
  // Its deployments are each place's own.
  const cwd = join(project, "places", randomBytes(4).toString("hex"));
  mkdirSync(cwd, { recursive: true });
  for (const name of ["hardhat.config.cjs", "steps.cjs", "package.json", "contracts", "artifacts", "cache"])
    cpSync(join(project, name), join(cwd, name), { recursive: true });
  const env = { HARDHAT_CONFIG: join(cwd, "hardhat.config.cjs"), HARDHAT_NETWORK: "fisco" };
  const results: Record<string, StepResult> = {};
  for (const [name, settings] of Object.entries(steps)) {
    results[name] = await withSettings(async (setting) => {
      for (const old of ["ignition", ".openzeppelin"]) rmSync(join(cwd, old), { recursive: true, force: true });
      const step = setting === undefined ? name : `${name} ${setting}`;
      const { code, said } = await ended(process.execPath, ["steps.cjs"], place, {
        cwd,
        env: { ...env, WEB3_STEP: step },
      });
      if (code !== 0) throw new Error(said);
    }, settings);
  }
  return results;
}
