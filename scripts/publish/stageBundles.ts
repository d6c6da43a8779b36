// What both packages begin with: production bundles in a folder of their own, so that `dist/` stays as it is, and the notices of what is in
// them.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile } from "esbuild";
import type { NodeProgram } from "../bundling/nodePrograms";
import { bundledPackages, thirdPartyNotices } from "../bundling/thirdPartyNotices";
import { root } from "../lint/sources";
import { loaders } from "../loaders.mjs";
import { spawnInherit } from "../test/process";

/** What the manifests of both packages take from the project's own, read anew. */
export function projectManifest(): Record<string, unknown> {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<string, unknown>;
}

/**
 * Where the source is, as the continuous integration that packs a release knows it (`GITHUB_SERVER_URL`, `GITHUB_REPOSITORY`). The
 * manifest of the source names no address: there is none to name before there is a public repository.
 */
export function repositoryOf(environment: NodeJS.ProcessEnv): object {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = environment;
  if (!server || !name) return {};
  const url = `${server}/${name}`;
  return { repository: { type: "git", url: `${url}.git` }, bugs: { url: `${url}/issues` }, homepage: url };
}

/**
 * Empties the folder and fills it: `dist/` (all programs and pages, or only these programs), the named files and folders of the project as
 * far as they are given, and `ThirdPartyNotices.txt`.
 * @param more what else is bundled into the package, for the notices
 * @param pages that these programs serve
 * @throws Error if the build fails.
 */
export async function stageBundles(
  folder: string,
  copied: readonly string[],
  programs?: readonly NodeProgram[],
  more: readonly Metafile[] = [],
  pages: readonly string[] = [],
): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const build = [...loaders(), join(root, "scripts/build.ts"), "--production", "--meta"];
  const only = [
    ...(programs ? ["--programs", programs.join(",")] : []),
    ...(pages.length > 0 ? ["--pages", pages.join(",")] : []),
  ];
  const code = await spawnInherit(process.execPath, [...build, "--outdir", join(folder, "dist"), ...only]);
  if (code !== 0) throw new Error("the production build failed");
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true });
  const metafiles = [...(JSON.parse(readFileSync(join(folder, "dist/meta.json"), "utf8")) as Metafile[]), ...more];
  writeFileSync(join(folder, "ThirdPartyNotices.txt"), thirdPartyNotices(bundledPackages(root, metafiles)));
}
