import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createVSIX } from "@vscode/vsce";
import { root } from "../lint/sources";
import { projectManifest, repositoryOf, stageBundles } from "./stageBundles";

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

/** The extension as `out/chainside.vsix`. @throws Error */
export async function packExtension(): Promise<void> {
  await stageBundles(staging, [...files, ...folders]);
  // Everything is bundled: an installed extension has neither packages nor scripts. Only the project's own folder is private.
  const {
    private: _private,
    scripts: _scripts,
    dependencies: _dependencies,
    devDependencies: _devDependencies,
    files: _files,
    bin: _bin,
    ...rest
  } = projectManifest();
  writeFileSync(join(staging, "package.json"), JSON.stringify({ ...rest, ...repositoryOf(process.env) }, null, 2));
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
