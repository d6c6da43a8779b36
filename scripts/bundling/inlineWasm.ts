import { readFileSync } from "node:fs";
import type { Plugin } from "esbuild";

/** The one place where tiny-secp256k1 reads its WebAssembly from a file beside it: a bundle carries the bytes (`loader: { ".wasm": "binary" }`). */
const wasmRead = 'readFileSync(path("secp256k1.wasm"))';

export const inlineWasm: Plugin = {
  name: "inline the WebAssembly of tiny-secp256k1",
  setup: ({ onLoad }) =>
    onLoad({ filter: /tiny-secp256k1[\\/]lib[\\/]wasm_loader\.js$/ }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      if (!source.includes(wasmRead)) throw new Error(`${path} reads its WebAssembly in another way`);
      return { contents: `import inlined from "./secp256k1.wasm";\n${source.replace(wasmRead, "inlined")}` };
    }),
};
