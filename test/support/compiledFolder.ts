// Where compilers' answers are kept between runs of tests (compilerMemory.cjs), in the user's cache. An answer is told apart by our
// program, the compiler, and the input; it is compiled again, and compared, once a week.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { textFiles } from "../../scripts/bundling/textModules.mjs";
import { userCache } from "../../src/files/userFolders";
import { dayMs } from "../../src/time/units";

/** How long an answer counts without being compiled again. */
const freshMs = 7 * dayMs;
/** What nothing has asked for since then is removed. */
const unusedMs = 30 * dayMs;

/** Of what is kept about tests in the user's cache. */
export const testCache = (): string => join(userCache(), "tests");

/** The compiler's program by itself: its hash changes with it, and with nothing else. */
async function programHash(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: resolve(import.meta.dirname, "../.."),
    entryPoints: ["src/solidity/solc/main.ts"],
    bundle: true,
    write: false,
    plugins: [textFiles],
    format: "esm",
    platform: "node",
    target: "node20",
  });
  const hash = createHash("sha256");
  for (const { contents } of outputFiles) hash.update(contents);
  return hash.digest("hex").slice(0, 16);
}

function removeUnused(folder: string, before: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? before) < before)
      rmSync(path, { recursive: true, force: true });
  }
}

/**
 * Names the folder of the answers to this process and all that it starts, unless that has been done.
 *
 * @param cold whether each answer is compiled again in this run
 */
export async function useCompiledFolder(cold = false): Promise<void> {
  const { env } = process;
  if (env["CHAINSIDE_TEST_COMPILED"] !== undefined) return;
  const all = join(testCache(), "compiled");
  const folder = join(all, await programHash());
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  removeUnused(folder, Date.now() - unusedMs);
  removeUnused(all, Date.now() - unusedMs);
  env["CHAINSIDE_TEST_COMPILED"] = folder;
  env["CHAINSIDE_TEST_SINCE"] = String(cold ? Date.now() : Date.now() - freshMs);
}

/** Files with two answers of one compiler to one input: the kept one was wrong, or the compiler isn't a function of its input. */
export function differing(): string[] {
  const folder = process.env["CHAINSIDE_TEST_COMPILED"];
  if (folder === undefined || !existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith("differs-"))
    .map((name) => join(folder, name));
}
