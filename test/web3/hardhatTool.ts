// What people do with Hardhat 2 and 3: each step in a process of its own, as some wait without an end.
import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Measured, type StepResult, withSettings } from "../support/toolTable";
import { type HardhatProject, hardhat, hardhat3 } from "./installed";
import { ended, type Place } from "./program";

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

/** A version of Hardhat as it is tried. */
interface HardhatVersion {
  install(): Promise<HardhatProject>;
  readonly cli: string;
  readonly config: string;
  readonly program: string;
}

const versions = {
  2: {
    install: hardhat,
    cli: "node_modules/hardhat/internal/cli/cli.js",
    config: "hardhat.config.cjs",
    program: "steps.cjs",
  },
  3: {
    install: hardhat3,
    cli: "node_modules/hardhat/dist/src/cli.js",
    config: "hardhat.config.js",
    program: "steps.js",
  },
} as const satisfies Record<number, HardhatVersion>;

const compiled = new Map<HardhatVersion, Promise<HardhatProject>>();

async function compiledProject({ install, cli, config }: HardhatVersion): Promise<HardhatProject> {
  const installed = await install();
  const { project, node } = installed;
  const { code, said } = await ended(node, [join(project, cli), "compile", "--config", config], nowhere, {
    cwd: project,
    env: { HARDHAT_DISABLE_TELEMETRY_PROMPT: "true" },
    limitMs: 600_000,
  });
  if (code !== 0) throw new Error(said);
  return installed;
}

export async function hardhatSteps(major: keyof typeof versions, place: Place): Promise<Measured> {
  const version = versions[major];
  const { config, program } = version;
  const compiling = compiled.get(version) ?? compiledProject(version);
  compiled.set(version, compiling);
  const { project, node } = await compiling;
  // Its deployments are each place's own.
  const cwd = join(project, "places", randomBytes(4).toString("hex"));
  mkdirSync(cwd, { recursive: true });
  for (const name of [config, program, "package.json", "contracts", "artifacts", "cache"])
    cpSync(join(project, name), join(cwd, name), { recursive: true });
  const env = { HARDHAT_CONFIG: join(cwd, config), HARDHAT_NETWORK: "fisco" };
  const results: Record<string, StepResult> = {};
  for (const [name, settings] of Object.entries(steps)) {
    results[name] = await withSettings(async (setting) => {
      for (const old of ["ignition", ".openzeppelin"]) rmSync(join(cwd, old), { recursive: true, force: true });
      const step = setting === undefined ? name : `${name} ${setting}`;
      const { code, said } = await ended(node, [program], place, { cwd, env: { ...env, WEB3_STEP: step } });
      if (code !== 0) throw new Error(said);
    }, settings);
  }
  return results;
}
