// Once for a run of vitest, before its first test: our programs that tests start, as they are built, and the folder of compilers' answers.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { differing, useCompiledFolder } from "./support/compiledFolder";

const root = resolve(import.meta.dirname, "..");

/** The programs that code under test starts by their sources; built, they start in a tenth of the time. */
async function build(folder: string): Promise<void> {
  const [{ build }, { nodePrograms }, { writeTranslations }] = await Promise.all([
    import("esbuild"),
    import("../scripts/bundling/nodePrograms"),
    import("../scripts/bundling/translations"),
  ]);
  await build({
    ...nodePrograms(["contractTests", "solidityCompiler", "solidityFormatter"]),
    outdir: folder,
    logLevel: "error",
  });
  writeTranslations(folder);
  copyFileSync(join(root, "package.json"), join(folder, "package.json"));
}

export async function setup(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "chainside-programs-"));
  const { env } = process;
  const ofWholeRun = env["CHAINSIDE_TEST_COMPILED"] !== undefined;
  await useCompiledFolder();
  const memory = join(root, "test/support/compilerMemory.cjs");
  const loader = pathToFileURL(join(root, "scripts/textLoader.mjs")).href;
  for (const [part, option] of [
    [memory, `--require ${JSON.stringify(memory)}`],
    [loader, `--import ${loader}`],
  ] as const) {
    if (!env["NODE_OPTIONS"]?.includes(part)) env["NODE_OPTIONS"] = `${env["NODE_OPTIONS"] ?? ""} ${option}`.trim();
  }
  const built = join(root, "dist");
  // Windows of the extension start others of its programs as they are built; without those a test would wait for an answer.
  if (!existsSync(join(built, "solidity.js")))
    execFileSync(process.execPath, ["--import", "tsx", join(root, "scripts/build.ts"), "--meta"], { stdio: "inherit" });
  if (env["CHAINSIDE_BUILT"] === "1") env["CHAINSIDE_TEST_PROGRAMS"] = built;
  else {
    await build(folder);
    env["CHAINSIDE_TEST_PROGRAMS"] = folder;
  }
  return () => {
    rmSync(folder, { recursive: true, force: true });
    // `npm test` looks by itself, once for all its suites
    const wrong = ofWholeRun ? [] : differing();
    if (wrong.length > 0) throw new Error(`a compiler answered one input in two ways: ${wrong.join(", ")}`);
  };
}
