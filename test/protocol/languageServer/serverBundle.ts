import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { build } from "esbuild";
import { textFiles } from "../../../scripts/bundling/textModules.mjs";

const root = resolve(import.meta.dirname, "../../..");
const bundleFolder = join(root, "out/test/languageServer");
let built: Promise<string> | undefined;

/** Several processes of the tests write the same at once, and servers of others start from it: a file is there whole or not at all. */
function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, content);
  renameSync(`${path}.${process.pid}`, path);
}

/** Its Chinese beside it. */
function writeTranslations(): void {
  const bundle: Record<string, string> = {};
  for (const file of readdirSync(join(root, "l10n/zh-cn"))) {
    Object.assign(bundle, JSON.parse(readFileSync(join(root, "l10n/zh-cn", file), "utf8")));
  }
  write(join(bundleFolder, "l10n/bundle.l10n.zh-cn.json"), JSON.stringify(bundle));
}

/** The pages that findings lead to. */
function writePages(): void {
  for (const name of ["lints.md", "lints.zh-cn.md"])
    write(join(bundleFolder, "pages", name), readFileSync(join(root, "docs", name)));
}

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: {
      languageServer: "src/languageServer/main.ts",
      languageWorker: "src/languageServer/worker/main.ts",
      solidityCompiler: "src/solidity/solc/main.ts",
      solidityFormatter: "src/solidity/format/main.ts",
    },
    outdir: bundleFolder,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    external: ["vscode"],
    plugins: [textFiles],
    target: "node20",
    mainFields: ["module", "main"],
    sourcemap: "linked",
    legalComments: "none",
    logLevel: "warning",
    write: false,
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
  });
  writeTranslations();
  writePages();
  // Keys of a chain's accounts aren't made here, but who reads scenarios knows the suites.
  const wasm = "secp256k1.wasm";
  write(join(bundleFolder, wasm), readFileSync(join(root, "node_modules/tiny-secp256k1/lib", wasm)));
  for (const { path, contents } of outputFiles) write(path, contents);
  return join(bundleFolder, "languageServer.js");
}

/** Bundles the language server the way `npm run build` does, once a process; gives the path of its entry file. */
export function serverBundle(): Promise<string> {
  built ??= bundle();
  return built;
}
