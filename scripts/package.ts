// `npm run package`: the minified extension as out/chainside.vsix, packed in a folder of its own so that `dist/` stays as
// it is.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createVSIX } from "@vscode/vsce";
import type { Metafile } from "esbuild";
import { bundledPackages, thirdPartyNotices } from "./bundling/thirdPartyNotices";
import { root } from "./lint/sources";
import { spawnInherit } from "./test/process";

const staging = join(root, "out/package");
const files = [
  ".vscodeignore",
  "README.md",
  "CHANGELOG.md",
  "LICENSE",
  "NOTICE",
  "package.nls.json",
  "package.nls.zh-cn.json",
];
const folders = ["media", "syntaxes"].filter((name) => existsSync(join(root, name)));

/**
 * Where the source is, as the continuous integration that packs a release knows it (`GITHUB_SERVER_URL`, `GITHUB_REPOSITORY`). The
 * manifest of the source names no address: there is none to name before there is a public repository.
 */
function repositoryOf(environment: NodeJS.ProcessEnv): object {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = environment;
  if (!server || !name) return {};
  const url = `${server}/${name}`;
  return { repository: { type: "git", url: `${url}.git` }, bugs: { url: `${url}/issues` }, homepage: url };
}

async function main(): Promise<void> {
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  const build = [
    "--import",
    "tsx",
    join(root, "scripts/build.ts"),
    "--production",
    "--meta",
    "--outdir",
    join(staging, "dist"),
  ];
  if ((await spawnInherit(process.execPath, build)) !== 0) throw new Error("the production build failed");
  for (const name of [...files, ...folders]) cpSync(join(root, name), join(staging, name), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<string, unknown>;
  // Everything is bundled: an installed extension has neither packages nor scripts.
  const {
    scripts: _scripts,
    dependencies: _dependencies,
    devDependencies: _devDependencies,
    files: _files,
    ...rest
  } = manifest;
  writeFileSync(join(staging, "package.json"), JSON.stringify({ ...rest, ...repositoryOf(process.env) }, null, 2));
  const metafiles = JSON.parse(readFileSync(join(staging, "dist/meta.json"), "utf8")) as Metafile[];
  writeFileSync(join(staging, "ThirdPartyNotices.txt"), thirdPartyNotices(bundledPackages(root, metafiles)));
  await createVSIX({
    cwd: staging,
    packagePath: join(root, "out/chainside.vsix"),
    dependencies: false,
    allowMissingRepository: true,
    skipLicense: false,
    // The pictures of the README go along in the package.
    rewriteRelativeLinks: false,
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
