// `npm run docs`: builds the documents as a site into out/docs, in both languages, with the reference of the SDK, and checks its links.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sdkDocs } from "./bundling/sdkDocs";
import { sdkTypes } from "./bundling/sdkTypes";
import { deadLinks } from "./docs/checkLinks";
import { stagePages } from "./docs/stagePages";
import { root } from "./lint/sources";
import { repositoryOf } from "./publish/stageBundles";
import { npmPackages } from "./test/npmPackages";

/** The path under which the site is served; a project's page of GitHub has its name there. */
const base = process.env["DOCS_BASE"] ?? "/";

async function main(): Promise<void> {
  const modules = await npmPackages("scripts/docsTools");
  const folder = join(root, "out/docs-source");
  const target = join(root, "out/docs");
  for (const old of [folder, target]) rmSync(old, { recursive: true, force: true });
  const settings = join(folder, ".vitepress");
  mkdirSync(settings, { recursive: true });
  const sidebars = stagePages(folder);
  for (const [name, place] of [
    ["home.md", "index.md"],
    ["home.zh-cn.md", "zh/index.md"],
    ["config.mjs", ".vitepress/config.mjs"],
  ] as const)
    cpSync(join(root, "scripts/docs", name), join(folder, place));
  const { homepage } = repositoryOf(process.env) as { homepage?: string };
  writeFileSync(join(settings, "site.json"), JSON.stringify({ base, sidebars, repository: homepage }));
  // Pages and settings find the packages as if these stood beside them.
  symlinkSync(modules, join(folder, "node_modules"), "junction");

  const scratch = mkdtempSync(join(tmpdir(), "chainside-docs-"));
  try {
    await sdkTypes(scratch);
    await sdkDocs(scratch, join(folder, "public/api"));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  const program = join(modules, "vitepress/bin/vitepress.js");
  const built = spawnSync(process.execPath, [program, "build", folder, "--outDir", target], { stdio: "inherit" });
  if (built.status !== 0) throw new Error("VitePress could not build the site.");
  const dead = deadLinks(target, base);
  if (dead.length > 0) throw new Error(`${dead.length} dead links:\n${dead.join("\n")}`);
  console.log(`${join(target, "index.html")}, no dead links`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
