import { join, resolve } from "node:path";
import { build } from "esbuild";

const root = resolve(import.meta.dirname, "../../..");
export const bundleFolder = join(root, "out/test/languageServer");
let built: Promise<string> | undefined;

/** Bundles the language server the way `npm run build` does, once a process; gives the path of its entry file. */
export function serverBundle(): Promise<string> {
  built ??= build({
    absWorkingDir: root,
    entryPoints: { languageServer: "src/languageServer/main.ts" },
    outdir: bundleFolder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    mainFields: ["module", "main"],
    sourcemap: "linked",
    legalComments: "none",
    logLevel: "warning",
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
  }).then(() => join(bundleFolder, "languageServer.mjs"));
  return built;
}
