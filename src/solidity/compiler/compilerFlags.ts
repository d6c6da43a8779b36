import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

/** Pages of WebAssembly memory are 64 KiB. */
const wasmPages = 32_768;

/**
 * Flags of Node.js for the process of a compiler: nothing of the disk but our own program may be read, nothing written, no program, thread
 * or native code started, no text becomes code. What isn't a flag of this Node.js is left out: then `lockProcess` and the compiler's realm
 * stand alone.
 * @param program our own, whose folder it may read
 */
export function compilerFlags(
  program: string,
  known: Pick<ReadonlySet<string>, "has"> = process.allowedNodeEnvironmentFlags,
): string[] {
  const permission = ["--permission", "--experimental-permission"].find((flag) => known.has(flag));
  const folder = existsSync(program) ? dirname(realpathSync(program)) : dirname(program);
  const readable = [join(folder, "*"), join(dirname(folder), "package.json")];
  return [
    ...(permission === undefined ? [] : [permission, ...readable.map((path) => `--allow-fs-read=${path}`)]),
    "--no-warnings",
    "--disallow-code-generation-from-strings",
    `--wasm-max-mem-pages=${wasmPages}`,
  ];
}
