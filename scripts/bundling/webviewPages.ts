// How the pages of src/webview are bundled: each folder with a `main.ts` is a page with a script and a style of its own.
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { BuildOptions } from "esbuild";

const folder = resolve(import.meta.dirname, "../../src/webview");

/** The folders of `src/webview` that hold such a file, as entry points by name. */
const entries = (file: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => existsSync(join(folder, name, file)))
      .map((name) => [name, `src/webview/${name}/${file}`]),
  );

/** The pages, for `dist/webview`. @param only names of those that are wanted; undefined: all */
export function pageOptions(only?: readonly string[]): BuildOptions {
  const all = Object.entries(entries("main.ts"));
  const wanted = Object.fromEntries(all.filter(([name]) => only?.includes(name) ?? true));
  return { entryPoints: wanted, bundle: true, format: "iife", platform: "browser", target: "es2022" };
}

/** What shows the output of notebooks: VS Code loads it as an ES module, without style sheets. */
export function rendererOptions(): BuildOptions {
  return { ...pageOptions(), entryPoints: entries("renderer.ts"), format: "esm", loader: { ".css": "text" } };
}
