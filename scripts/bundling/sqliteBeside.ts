import { readFileSync } from "node:fs";
import type { Plugin } from "esbuild";

/** Where the library looks for its WebAssembly by itself; it is given its bytes (src/history/sqlite/sqliteModule.ts). */
const ownSearch = 'new URL("sqlite3.wasm", import.meta.url).href';

const entry = /[\\/]@sqlite\.org[\\/]sqlite-wasm[\\/]dist[\\/]node\.mjs$/;

/** SQLite's WebAssembly is a file of the output folder, beside the programs. */
export const sqliteBeside: Plugin = {
  name: "put SQLite's WebAssembly beside the bundles",
  setup: ({ onLoad }) => {
    onLoad({ filter: entry }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      if (!source.includes(ownSearch)) throw new Error(`${path} looks for its WebAssembly in another way`);
      return { contents: `import file from "./sqlite3.wasm";\n${source.replace(ownSearch, "file")}`, loader: "js" };
    });
  },
};
