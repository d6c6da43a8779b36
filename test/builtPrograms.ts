// Runs before every file of tests: a program of ours that would be run from its source is run as it was built for this run
// (runPrograms.ts).
import childProcess, { type ChildProcess, type ForkOptions } from "node:child_process";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { compilerFlags } from "../src/solidity/solc/compilerProcess";

/** Bundles by the ends of their sources' paths. */
const bundles = {
  "src/solidity/solc/main.ts": "solidityCompiler.js",
  "src/solidity/format/main.ts": "solidityFormatter.js",
  "src/contractTests/process/main.ts": "contractTests.js",
} as const;

const home = globalThis as { chainsideForks?: true };
const folder = process.env["CHAINSIDE_TEST_PROGRAMS"];
// A thread may have been started without what its process loads first.
createRequire(import.meta.url)("./support/compilerMemory.cjs");

if (folder && !home.chainsideForks) {
  home.chainsideForks = true;
  const { fork } = childProcess;
  const forkBuilt = (path: string, args: readonly string[] = [], options: ForkOptions = {}): ChildProcess => {
    const source = path.replaceAll("\\", "/");
    const [, bundle] = Object.entries(bundles).find(([end]) => source.endsWith(end)) ?? [];
    if (bundle === undefined) return fork(path, args, options);
    const built = join(folder, bundle);
    const execArgv =
      bundle === "solidityCompiler.js"
        ? compilerFlags(built)
        : (options.execArgv?.filter((each) => !/^--import$|^tsx$|textLoader/.test(each)) ?? []);
    return fork(built, args, { ...options, execArgv });
  };
  Object.assign(childProcess, { fork: forkBuilt });
  syncBuiltinESMExports();
}
