import { readFileSync } from "node:fs";
import type { Plugin } from "esbuild";

/** The one place where tiny-secp256k1 reads its WebAssembly from a file of its package. */
const wasmRead = 'readFileSync(path("secp256k1.wasm"))';

function loadedBy(name: string, imports: string, expression: string): Plugin {
  return {
    name,
    setup: ({ onLoad }) =>
      onLoad({ filter: /tiny-secp256k1[\\/]lib[\\/]wasm_loader\.js$/ }, ({ path }) => {
        const source = readFileSync(path, "utf8");
        if (!source.includes(wasmRead)) throw new Error(`${path} reads its WebAssembly in another way`);
        return { contents: `${imports}\n${source.replace(wasmRead, expression)}` };
      }),
  };
}

/** The bundle carries the bytes of tiny-secp256k1's WebAssembly (`loader: { ".wasm": "binary" }`). */
export const inlineWasm = loadedBy(
  "inline the WebAssembly of tiny-secp256k1",
  'import inlined from "./secp256k1.wasm";',
  "inlined",
);

/**
 * The WebAssembly of tiny-secp256k1 is a file of the output folder (`loader: { ".wasm": "file" }`), beside the programs or one level above
 * their chunks: packed it is smaller than as text in a bundle, and nobody has to decode it.
 */
export const wasmBeside = loadedBy(
  "put the WebAssembly of tiny-secp256k1 beside the bundles",
  'import { existsSync } from "node:fs";\nimport file from "./secp256k1.wasm";\nconst beside = new URL(file, import.meta.url);',
  "readFileSync(existsSync(beside) ? beside : new URL('../' + file, import.meta.url))",
);
