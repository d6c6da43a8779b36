// The command line and the SDK as a package of its own. It isn't the project's folder that is published (its manifest is the extension's,
// says `private`, and has 3,000 lines that mean nothing to npm), but a folder that the build fills: the programs that a terminal or another
// editor starts, the modules that applications import (docs/sdk.md), and nothing else.
import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { NodeProgram } from "../bundling/nodePrograms";
import { root } from "../lint/sources";
import { spawnInherit } from "../test/process";
import { manPage } from "./manPage";
import { projectManifest, repositoryOf, stageBundles } from "./stageBundles";
import { sdkExports, sdkPeers, stageSdk } from "./stageSdk";

const staging = join(root, "out/command-line");

/** What `chainside` is and starts, and the two servers that other editors can start. */
const programs: readonly NodeProgram[] = [
  "cli",
  "contractTests",
  "contractTestService",
  "solidityCompiler",
  "solidityFormatter",
  "languageServer",
  "languageWorker",
  "debugAdapter",
  "history",
  "nodeLogs",
];

/** What `chainside monitor` serves to browsers. */
const pages = ["monitor", "explorer", "charts", "nodeLogs"];

/** The manifest for npm. Everything is bundled: nothing else is installed, and no script runs at an installation. */
function manifest(): object {
  const { name, version, license } = projectManifest();
  return {
    name,
    version,
    description:
      "TypeScript SDK and command line for FISCO BCOS 3.x chains: typed contracts, SM and TLS, an embedded chain, Solidity tests, scenarios, deployment, and checks of node configuration",
    license,
    keywords: ["fisco-bcos", "blockchain", "solidity", "smart-contract", "testing", "consortium", "sm2", "sm3", "sdk"],
    type: "module",
    bin: { chainside: "dist/cli.js" },
    man: ["man/chainside.1"],
    exports: sdkExports(),
    ...sdkPeers(),
    sideEffects: false,
    files: ["dist", "man", "sdk", "NOTICE", "ThirdPartyNotices.txt"],
    engines: { node: ">=20" },
    publishConfig: { access: "public" },
    ...repositoryOf(process.env),
  };
}

/** The command line and the SDK as `out/chainside.tgz`, by `npm pack`, which needs no network. @throws Error */
export async function packCommandLine(): Promise<void> {
  const sdk = await stageSdk(join(root, "out/sdk"));
  await stageBundles(staging, ["LICENSE", "NOTICE"], programs, sdk.metafiles, pages);
  renameSync(join(root, "out/sdk"), join(staging, "sdk"));
  rmSync(join(staging, "dist/meta.json"));
  copyFileSync(join(root, "docs/command-line.md"), join(staging, "README.md"));
  for (const schema of ["scenario.schema.json", "watch.schema.json"])
    copyFileSync(join(root, "syntaxes", schema), join(staging, "dist", schema));
  const packed = manifest() as { name: string; version: string };
  writeFileSync(join(staging, "package.json"), `${JSON.stringify(packed, null, 2)}\n`);
  mkdirSync(join(staging, "man"), { recursive: true });
  writeFileSync(join(staging, "man/chainside.1"), await manPage(packed.version));
  const windows = process.platform === "win32";
  const args = ["pack", "--silent", "--ignore-scripts", "--pack-destination", ".."];
  const code = await spawnInherit(windows ? "npm.cmd" : "npm", args, {}, { cwd: staging, shell: windows });
  if (code !== 0) throw new Error("npm pack failed");
  renameSync(join(root, "out", `${packed.name}-${packed.version}.tgz`), join(root, "out/chainside.tgz"));
}
