// Bundles the Node entry points (sharing chunks, so that what start-up does not need stays in files of its own) and the browser pages.
// `--production` minifies; `--watch` rebuilds on change; `--meta` writes meta.json beside the bundles; `--programs A,B` bundles these
// entry points alone, with the pages that `--pages A,B` names.
import { rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type BuildOptions, type BuildResult, build, context } from "esbuild";
import { gatherChunks, gatheringsOf } from "./bundling/gatheredChunks";
import { dropUnusedBanners, isNodeProgram, nodePrograms } from "./bundling/nodePrograms";
import { copyPages } from "./bundling/pages";
import { slimChunks } from "./bundling/slimChunks";
import { writeTranslations } from "./bundling/translations";
import { pageOptions, rendererOptions } from "./bundling/webviewPages";

const root = resolve(import.meta.dirname, "..");
const production = process.argv.includes("--production");
const watch = process.argv.includes("--watch");
const behind = (flag: string): string | undefined => {
  const at = process.argv.indexOf(flag);
  return at < 0 ? undefined : process.argv[at + 1];
};
/** Where the bundles go: `dist`, or the folder after `--outdir`. */
const dist = resolve(root, behind("--outdir") ?? "dist");
/** The Node programs to bundle; undefined: all, and the pages with them. */
const programs = behind("--programs")?.split(",").filter(isNodeProgram);

const shared: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  minify: production,
  sourcemap: production ? false : "linked",
  logLevel: "warning",
  metafile: true,
  legalComments: "none",
};

const node: BuildOptions = { ...shared, ...nodePrograms(programs, production), outdir: dist };

const pages = behind("--pages")?.split(",");
const browser: BuildOptions = { ...shared, ...pageOptions(pages), outdir: join(dist, "webview") };
const renderers: BuildOptions = { ...shared, ...rendererOptions(), outdir: join(dist, "webview") };

/** Twice: what belongs together is known when all is known. Takes a second more. */
async function buildPrograms(): Promise<BuildResult> {
  if (programs) return build(node);
  const { metafile } = await build({ ...node, metafile: true, write: false, minify: false, sourcemap: false });
  const gatherings = gatheringsOf(metafile.inputs, Object.values(node.entryPoints as Record<string, string>));
  return build({ ...node, plugins: [...(node.plugins ?? []), gatherChunks(root, gatherings)] });
}

async function main(): Promise<void> {
  rmSync(dist, { recursive: true, force: true });
  writeTranslations(dist);
  copyPages(dist);
  const targets = programs ? [node, ...(pages ? [browser] : [])] : [node, browser, renderers];
  if (watch) {
    for (const target of targets) await (await context({ ...target, logLevel: "info" })).watch();
    return;
  }
  const results = await Promise.all([buildPrograms(), ...targets.slice(1).map((target) => build(target))]);
  const bundled = results[0]?.metafile;
  if (production && bundled) {
    dropUnusedBanners(Object.keys(bundled.outputs).map((file) => join(root, file)));
    slimChunks(root, bundled);
  }
  if (process.argv.includes("--meta")) {
    writeFileSync(join(dist, "meta.json"), JSON.stringify(results.map((result) => result.metafile)));
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
