import { Script } from "node:vm";
import { build } from "esbuild";
import { pageOptions } from "../../../scripts/bundling/webviewPages";

/** One for the whole thread: other tests of it may have had their modules made anew, this one among them. */
const home = globalThis as { chainsidePages?: Map<string, Promise<Script>> };
home.chainsidePages ??= new Map();
const scripts = home.chainsidePages;

async function bundled(name: string): Promise<Script> {
  const entry = `src/webview/${name}/main.ts`;
  const { outputFiles } = await build({
    ...pageOptions(),
    absWorkingDir: process.cwd(),
    entryPoints: [entry],
    write: false,
    sourcemap: "inline",
    logLevel: "silent",
    loader: { ".css": "empty" },
  });
  return new Script(outputFiles[0]?.text ?? "", { filename: `${name}.js` });
}

/** The script of a page, bundled as it is in the product. */
export function pageScript(name: string): Promise<Script> {
  const known = scripts.get(name) ?? bundled(name);
  scripts.set(name, known);
  return known;
}
