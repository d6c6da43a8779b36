// Compiles OpenZeppelin whole: cold against the bare compiler of npm in a process of its own with the same input, then again after one
// edit:
// `node --import tsx test/bench/solidity.ts`. Both load the compiler from disk; ratios matter, not times.

import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { givenPath } from "../../src/files/namedPath";
import { SolidityCompiler } from "../../src/solidity/compile/compiler";
import { sourcesNamed } from "../../src/solidity/project/solidityFiles";

const root = resolve(import.meta.dirname, "../..");
const solc = join(root, "node_modules/solc");
const folder = mkdtempSync(join(tmpdir(), "chainside-bench-"));
cpSync(join(root, "node_modules/@openzeppelin/contracts"), folder, { recursive: true });
const files = await sourcesNamed(givenPath(folder));

const outputs = [
  "abi",
  "metadata",
  "userdoc",
  "devdoc",
  "storageLayout",
  "evm.methodIdentifiers",
  "evm.bytecode",
  "evm.deployedBytecode",
];
const input = {
  language: "Solidity",
  sources: Object.fromEntries(
    files.map((path) => [path.slice(folder.length + 1), { content: readFileSync(path, "utf8") }]),
  ),
  settings: {
    evmVersion: "cancun",
    optimizer: { enabled: true, runs: 200 },
    outputSelection: { "*": { "": ["ast"], "*": outputs } },
  },
};

/** The compiler alone: loads, compiles, reads the answer. */
function bare(): number {
  const program = `const solc = require(${JSON.stringify(solc)});
    const output = JSON.parse(solc.compile(require("fs").readFileSync(0, "utf8")));
    if ((output.errors ?? []).some(({ severity }) => severity === "error")) process.exit(1);`;
  const started = performance.now();
  const { status } = spawnSync(process.execPath, ["-e", program], { input: JSON.stringify(input) });
  if (status !== 0) throw new Error("the bare compiler failed");
  return performance.now() - started;
}

async function ours(compiler: SolidityCompiler): Promise<number> {
  const started = performance.now();
  const request = { files, root: folder, suite: "standard" as const, compiler: solc, trusted: true, mayFetch: false };
  const result = await compiler.compile({ ...request, outputs: "contracts" });
  const failed = result.files.filter(({ project }) => !project);
  if (failed.length > 0) throw new Error(`${failed.length} files do not compile`);
  return performance.now() - started;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const compiler = new SolidityCompiler(join(folder, "none"));
try {
  const alone = bare();
  const cold = await ours(compiler);
  console.log(
    `OpenZeppelin, ${files.length} files: bare solc ${seconds(alone)}, ours cold ${seconds(cold)} (× ${(cold / alone).toFixed(2)})`,
  );
  console.log(`nothing changed: ${seconds(await ours(compiler))}`);
  for (const name of ["token/ERC20/ERC20.sol", "utils/Context.sol"]) {
    const path = join(folder, name);
    writeFileSync(path, `${readFileSync(path, "utf8")}\n// edited\n`);
    console.log(`one edit in ${name}: ${seconds(await ours(compiler))}`);
  }
} finally {
  compiler.close();
  rmSync(folder, { recursive: true });
}
