// `npm run publish:marketplace`, `npm run publish:openvsx`, `npm run publish:npm`: publishes out/chainside.vsix, or the command line
// out/chainside.tgz, as `npm run package` packed them. Each program reads its token from its own environment variable (VSCE_PAT,
// OVSX_PAT, NODE_AUTH_TOKEN, which the runner's .npmrc names); it is never an argument, which others could list. `npm run
// check:release` only proves that the manifest, the change log and the tag agree.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lint/sources";
import { releaseProblems } from "./publish/releaseProblems";
import { spawnInherit } from "./test/process";

const vsix = join(root, "out/chainside.vsix");
const commandLine = join(root, "out/chainside.tgz");
const windows = process.platform === "win32";
/** Pinned: it is fetched when a release is made, and is no dependency of anything else. */
const ovsx = "ovsx@1.3.0";

const targets: Readonly<Record<string, { packed: string; token: string; command: string; args: readonly string[] }>> = {
  marketplace: {
    packed: vsix,
    token: "VSCE_PAT",
    command: join(root, "node_modules/.bin", windows ? "vsce.cmd" : "vsce"),
    args: ["publish", "--packagePath", vsix],
  },
  openvsx: {
    packed: vsix,
    token: "OVSX_PAT",
    command: windows ? "npm.cmd" : "npm",
    args: ["exec", "--yes", `--package=${ovsx}`, "--", "ovsx", "publish", vsix],
  },
  npm: {
    packed: commandLine,
    token: "NODE_AUTH_TOKEN",
    command: windows ? "npm.cmd" : "npm",
    args: ["publish", commandLine],
  },
};

async function main(): Promise<void> {
  const name = process.argv[2] ?? "";
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const changes = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  const problems = releaseProblems(manifest.version, changes, process.env["GITHUB_REF_NAME"]);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  if (name === "check") return;
  const target = targets[name];
  if (!target) throw new Error(`name one of ${Object.keys(targets).join(", ")}`);
  if (!existsSync(target.packed)) throw new Error(`${target.packed} is missing: run npm run package`);
  if (!process.env[target.token]) throw new Error(`${target.token} is not set`);
  const code = await spawnInherit(target.command, target.args, {}, { shell: windows });
  if (code !== 0) throw new Error(`publishing to ${name} failed`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
