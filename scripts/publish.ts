// `npm run publish:marketplace`, `npm run publish:openvsx`, `npm run publish:npm`: publishes out/chainside.vsix, or the command line
// out/chainside.tgz, as `npm run package` packed them. The Marketplace and npm know the workflow by OpenID Connect, a person by `az login`
// and `npm login`: there are no tokens of ours. Open VSX takes one, from its environment variable: as an argument others could list it.
// `-- --dry-run` proves all that is known without a registry. `npm run check:release` only proves that the manifest, the change log and
// the tag agree.
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

interface Target {
  readonly packed: string;
  /** The variable of the token, where one is needed. */
  readonly token?: string;
  readonly command: string;
  readonly args: readonly string[];
  /** What a dry run runs instead; undefined where the program has none. */
  readonly dryRun?: readonly string[];
}

const targets: Readonly<Record<string, Target>> = {
  marketplace: {
    packed: vsix,
    command: join(root, "node_modules/.bin", windows ? "vsce.cmd" : "vsce"),
    args: ["publish", "--azure-credential", "--packagePath", vsix],
  },
  openvsx: {
    packed: vsix,
    token: "OVSX_PAT",
    command: windows ? "npm.cmd" : "npm",
    args: ["exec", "--yes", `--package=${ovsx}`, "--", "ovsx", "publish", vsix],
  },
  npm: {
    packed: commandLine,
    command: windows ? "npm.cmd" : "npm",
    args: ["publish", commandLine],
    dryRun: ["publish", commandLine, "--dry-run", "--offline"],
  },
};

async function main(): Promise<void> {
  const [name = "", ...options] = process.argv.slice(2);
  const unknown = options.find((option) => option !== "--dry-run");
  if (unknown !== undefined) throw new Error(`there is no option ${unknown}, and nothing was sent`);
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const changes = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  const problems = releaseProblems(manifest.version, changes, process.env["GITHUB_REF_NAME"]);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  if (name === "check") return;
  const target = targets[name];
  if (!target) throw new Error(`name one of ${Object.keys(targets).join(", ")}`);
  if (!existsSync(target.packed)) throw new Error(`${target.packed} is missing: run npm run package`);
  const isDryRun = process.argv.includes("--dry-run");
  if (isDryRun && !target.dryRun) {
    console.log(`${name} has no dry run: version, change log and package are there, nothing was sent`);
    return;
  }
  if (!isDryRun && target.token && !process.env[target.token]) throw new Error(`${target.token} is not set`);
  const args = isDryRun && target.dryRun ? target.dryRun : target.args;
  const code = await spawnInherit(target.command, args, {}, { shell: windows });
  if (code !== 0) throw new Error(`publishing to ${name} failed`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
