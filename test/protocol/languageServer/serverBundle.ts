import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";

const root = resolve(import.meta.dirname, "../../..");
const bundleFolder = join(root, "out/test/languageServer");
let built: Promise<string> | undefined;

/** Its Chinese beside it; several processes of the tests may write it at once. */
function writeTranslations(): void {
  const bundle: Record<string, string> = {};
  for (const file of readdirSync(join(root, "l10n/zh-cn"))) {
    Object.assign(bundle, JSON.parse(readFileSync(join(root, "l10n/zh-cn", file), "utf8")));
  }
  mkdirSync(join(bundleFolder, "l10n"), { recursive: true });
  const path = join(bundleFolder, "l10n/bundle.l10n.zh-cn.json");
  writeFileSync(`${path}.${process.pid}`, JSON.stringify(bundle));
  renameSync(`${path}.${process.pid}`, path);
}

/** Bundles the language server the way `npm run build` does, once a process; gives the path of its entry file. */
export function serverBundle(): Promise<string> {
  built ??= build({
    absWorkingDir: root,
    entryPoints: {
      languageServer: "src/languageServer/main.ts",
      languageWorker: "src/languageServer/worker/main.ts",
      solidityCompiler: "src/solidity/compiler/main.ts",
    },
    outdir: bundleFolder,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    external: ["vscode"],
    target: "node20",
    mainFields: ["module", "main"],
    sourcemap: "linked",
    legalComments: "none",
    logLevel: "warning",
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
  }).then(() => {
    writeTranslations();
    // Keys of a chain's accounts aren't made here, but who reads scenarios knows the suites.
    copyFileSync(join(root, "node_modules/tiny-secp256k1/lib/secp256k1.wasm"), join(bundleFolder, "secp256k1.wasm"));
    return join(bundleFolder, "languageServer.js");
  });
  return built;
}
