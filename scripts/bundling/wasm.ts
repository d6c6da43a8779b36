import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import type { Plugin } from "esbuild";
import { generatorTable } from "./generatorTable";

/** What is used of it. */
declare const WebAssembly: {
  Module: { new (bytes: Uint8Array): object; imports(module: object): { module: string; name: string }[] };
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> };
};

const loader = /tiny-secp256k1[\\/]lib[\\/]wasm_loader\.js$/;

/** The one place where tiny-secp256k1 reads its WebAssembly from a file of its package. */
const wasmRead = 'readFileSync(path("secp256k1.wasm"))';
const wasmExports = "export default instance.exports;";

function loaderSource(path: string, imports: string, expression: string): string {
  const source = readFileSync(path, "utf8");
  if (!source.includes(wasmRead)) throw new Error(`${path} reads its WebAssembly in another way`);
  return `${imports}\n${source.replace(wasmRead, expression)}`;
}

function loadedBy(name: string, imports: string, expression: string): Plugin {
  return {
    name,
    setup: ({ onLoad }) =>
      onLoad({ filter: loader }, ({ path }) => ({ contents: loaderSource(path, imports, expression) })),
  };
}

/** The bundle carries the bytes of tiny-secp256k1's WebAssembly (`loader: { ".wasm": "binary" }`). */
export const inlineWasm = loadedBy(
  "inline the WebAssembly of tiny-secp256k1",
  'import inlined from "./secp256k1.wasm";',
  "inlined",
);

const besideImports =
  'import { existsSync } from "node:fs";\nimport file from "./secp256k1.wasm";\nconst beside = new URL(file, import.meta.url);';
const besideRead = "readFileSync(existsSync(beside) ? beside : new URL('../' + file, import.meta.url))";

/**
 * The WebAssembly of tiny-secp256k1 is a file of the output folder (`loader: { ".wasm": "file" }`), beside the programs or one level above
 * their chunks: packed it is smaller than as text in a bundle, and needs no decoding.
 */
export const wasmBeside = loadedBy(
  "put the WebAssembly of tiny-secp256k1 beside the bundles",
  besideImports,
  besideRead,
);

/** Where the parts stand in the bytes. @throws Error unless each is there once. */
function placesOf(parts: readonly Buffer[], bytes: Buffer): number[] {
  return parts.map((part) => {
    const place = bytes.indexOf(part);
    if (place < 0 || bytes.includes(part, place + 1)) throw new Error("the WebAssembly has another table");
    return place;
  });
}

/** The memory that a module with these imports begins with. */
function firstMemory(wasm: Buffer): Buffer {
  const module = new WebAssembly.Module(wasm);
  const imports = WebAssembly.Module.imports(module).map(({ module: from, name }) => [from, { [name]: () => 0 }]);
  const { exports } = new WebAssembly.Instance(module, Object.fromEntries(imports));
  return Buffer.from((exports["memory"] as { buffer: ArrayBuffer }).buffer);
}

let table: readonly Buffer[] | undefined;
const packedTable = (): readonly Buffer[] => (table ??= generatorTable());

/** @param imports and what stands for the bytes, as `loaderSource` takes them */
const withoutTable = (name: string, imports: string, expression: string, kind: "file" | "js"): Plugin => ({
  name,
  setup: ({ onLoad }) => {
    onLoad({ filter: loader }, ({ path }) => {
      const source = loaderSource(path, imports, expression);
      if (!source.includes(wasmExports)) throw new Error(`${path} gives its WebAssembly in another way`);
      const addresses = placesOf(packedTable(), firstMemory(readFileSync(join(path, "../secp256k1.wasm"))));
      const maker = JSON.stringify(join(import.meta.dirname, "generatorTable.ts"));
      const guarded = `export default withGeneratorTable(instance.exports, ${JSON.stringify(addresses)});`;
      return { contents: `import { withGeneratorTable } from ${maker};\n${source.replace(wasmExports, guarded)}` };
    });
    onLoad({ filter: /tiny-secp256k1[\\/]lib[\\/]secp256k1\.wasm$/ }, ({ path }) => {
      const contents = readFileSync(path);
      const halves = packedTable();
      for (const [half, place] of placesOf(halves, contents).entries()) {
        contents.fill(0, place, place + (halves[half]?.length ?? 0));
      }
      if (kind === "file") return { contents, loader: "file" };
      const text = JSON.stringify(deflateRawSync(contents, { level: 9 }).toString("base64"));
      return { contents: `export default ${text};`, loader: "js" };
    });
  },
});

/** As `wasmBeside`, without the table that programs can make themselves (generatorTable.ts): a tenth in a package. */
export const packedWasm = withoutTable(
  "put the WebAssembly of tiny-secp256k1 beside the bundles, without its table",
  besideImports,
  besideRead,
  "file",
);

/** The same within the bundle, compressed: what others bundle once more finds no file beside it. */
export const inlinePackedWasm = withoutTable(
  "inline the WebAssembly of tiny-secp256k1, without its table",
  'import { inflateRawSync } from "node:zlib";\nimport inlined from "./secp256k1.wasm";',
  'inflateRawSync(Buffer.from(inlined, "base64"))',
  "js",
);
