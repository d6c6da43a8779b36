import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Sqlite3Static } from "@sqlite.org/sqlite-wasm";

/**
 * Where SQLite's WebAssembly is: beside the programs of a package or one level above their chunks, else in the package that it comes from.
 */
function wasmFile(): URL | string {
  for (const place of ["sqlite3.wasm", "../sqlite3.wasm"]) {
    const url = new URL(place, import.meta.url);
    if (existsSync(url)) return url;
  }
  return createRequire(import.meta.url).resolve("@sqlite.org/sqlite-wasm/sqlite3.wasm");
}

let loading: Promise<Sqlite3Static> | undefined;
const left = new WeakSet<Sqlite3Static>();

/** Whether it was ended amid its work, and isn't called any more. */
export const isLeft = (sqlite: Sqlite3Static): boolean => left.has(sqlite);

/** SQLite as WebAssembly (docs/dependencies.md), once a process. What it would print goes nowhere: errors are thrown with its words. */
export async function sqliteModule(): Promise<Sqlite3Static> {
  const loaded = await loading;
  if (loaded && isLeft(loaded)) loading = undefined;
  loading ??= import("@sqlite.org/sqlite-wasm").then(({ default: start }) => {
    const silent = (): void => undefined;
    const options = { print: silent, printErr: silent, wasmBinary: readFileSync(wasmFile()) };
    const started = (start as unknown as (options: object) => Promise<Sqlite3Static>)(options);
    return started.then((sqlite) => {
      const { config } = sqlite as unknown as {
        readonly config: Record<"warn" | "error" | "log" | "debug", () => void>;
      };
      Object.assign(config, { warn: silent, error: silent, log: silent, debug: silent });
      return sqlite;
    });
  });
  return loading;
}

/** A connection that is opened from now on gets another SQLite. */
export function leaveModule(sqlite: Sqlite3Static): void {
  left.add(sqlite);
}
