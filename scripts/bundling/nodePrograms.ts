import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { BuildOptions } from "esbuild";
import { onlyEvmParts } from "./evmParts";
import { onlyForgeParts } from "./forgeParts";
import { lateSecp256k1 } from "./lateSecp256k1";
import { onlyMcpParts } from "./mcpParts";
import { onlyMysqlParts } from "./mysqlParts";
import { sqliteBeside } from "./sqliteBeside";
import { textFiles } from "./textModules.mjs";
import { onlyUndiciParts } from "./undiciParts";
import { packedWasm, wasmBeside } from "./wasm";

/** What runs in Node.js, by the name of its bundle. */
const entryPoints = {
  extension: "src/extension/extension.ts",
  languageServer: "src/languageServer/main.ts",
  languageWorker: "src/languageServer/worker/main.ts",
  devchain: "src/devchain/main.ts",
  cli: "src/cli/main.ts",
  contractTests: "src/contractTests/process/main.ts",
  contractTestService: "src/contractTests/service/main.ts",
  debugAdapter: "src/debugger/main.ts",
  history: "src/history/service/main.ts",
  deviceSigner: "src/signing/device/main.ts",
  nodeLogs: "src/nodeLogs/service/main.ts",
  web3Proxy: "src/web3/service/main.ts",
  inspector: "src/debugger/inspect/main.ts",
  solidity: "src/solidity/main.ts",
  solidityCompiler: "src/solidity/solc/main.ts",
  solidityFormatter: "src/solidity/format/main.ts",
} as const;

export type NodeProgram = keyof typeof entryPoints;

/** Whether one of the bundles has this name. */
export function isNodeProgram(name: string): name is NodeProgram {
  return Object.hasOwn(entryPoints, name);
}

/** Bundled CommonJS packages call `require` for Node's own modules and for `vscode`: an ES module has to bring its own. */
export const requireBanner =
  "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);";

/**
 * How some of the programs are bundled, all without any named; they share chunks.
 * @param packed for a package, in which every byte counts
 */
export function nodePrograms(names = Object.keys(entryPoints) as NodeProgram[], packed = false): BuildOptions {
  return {
    absWorkingDir: resolve(import.meta.dirname, "../.."),
    entryPoints: Object.fromEntries(names.map((name) => [name, entryPoints[name]])),
    bundle: true,
    format: "esm",
    splitting: true,
    chunkNames: "chunks/[hash]",
    platform: "node",
    target: "node20",
    mainFields: ["module", "main"],
    external: ["vscode"],
    banner: { js: requireBanner },
    loader: { ".wasm": "file" },
    assetNames: "[name]",
    plugins: [
      textFiles,
      packed ? packedWasm : wasmBeside,
      lateSecp256k1,
      onlyEvmParts,
      onlyForgeParts,
      onlyUndiciParts,
      onlyMcpParts,
      onlyMysqlParts,
      sqliteBeside,
    ],
  };
}

/**
 * Takes the banner away from the chunks that call no `require`, which are nearly all: hundreds of times it is a part of the package that
 * one notices. For builds without source maps, whose lines it would move.
 */
export function dropUnusedBanners(files: readonly string[]): void {
  for (const file of files) {
    if (!file.endsWith(".js")) continue;
    const code = readFileSync(file, "utf8");
    if (!code.includes(requireBanner)) continue;
    const rest = code.replace(`${requireBanner}\n`, "");
    if (!/\brequire\b/.test(rest)) writeFileSync(file, rest);
  }
}
