// The packed SDK in the folder of an application, and programs of pages as bundlers make them of it.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { bundleSdk } from "../../scripts/bundling/sdkBundles";
import { sdkExports } from "../../scripts/publish/stageSdk";

/** The modules without their types, as `chainside` in the application's `node_modules`. */
export async function installSdk(app: string): Promise<void> {
  const installed = join(app, "node_modules/chainside");
  await bundleSdk(join(installed, "sdk"));
  const manifest = { name: "chainside", version: "0.0.0", type: "module", sideEffects: false, exports: sdkExports() };
  writeFileSync(join(installed, "package.json"), JSON.stringify(manifest));
}

const nameOf = (path: string): string => path.split(/[\\/]/).pop() ?? "";

/**
 * Bundles a program of a page as Vite and others do: by the condition `browser`. It is `stdin.js` in the folder.
 * @returns how many bytes a page loads first, compressed
 */
export async function bundleForPage(
  app: string,
  contents: string,
  outdir: string,
): Promise<{ readonly firstLoad: number }> {
  const { metafile, outputFiles } = await build({
    stdin: { contents, resolveDir: app, loader: "ts" },
    ...{ bundle: true, platform: "browser", format: "esm", minify: true, splitting: true, metafile: true },
    ...{ outdir, write: false },
  });
  const texts = new Map(outputFiles.map(({ path, contents: bytes }) => [nameOf(path), bytes]));
  mkdirSync(outdir, { recursive: true });
  for (const [name, bytes] of texts) writeFileSync(join(outdir, name), bytes);
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [nameOf(path), output]));
  const first = new Set<string>();
  const take = (name: string): void => {
    if (first.has(name)) return;
    first.add(name);
    for (const { path, kind } of outputs.get(name)?.imports ?? []) if (kind === "import-statement") take(nameOf(path));
  };
  take("stdin.js");
  const sizes = [...first].map((name) => gzipSync(texts.get(name) ?? "").length);
  return { firstLoad: sizes.reduce((sum, size) => sum + size, 0) };
}
