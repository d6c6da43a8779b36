// 1,000 unit tests and 10,000 fuzz runs: `chainside test` beside `forge test` and Hardhat's Solidity tests, which it installs from npm into
// out/bench/contractTests (Hardhat with a Node of its own, as it wants 22). Build first: `npm run build`. Then
// `node --import tsx test/bench/contractTests.ts [--rounds N]`. Compilation is not measured: the others are run a second time, from their caches.
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { defaultCompilerCache } from "../../src/solidity/compilers/compilerStore";
import { writeTestProject } from "./contractTestProject";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "3" } } });
const rounds = Number(values.rounds);
const root = resolve(import.meta.dirname, "../..");
const folder = join(root, "out/bench/contractTests");
const solc = join(root, "node_modules/solc/soljson.js");
const executions = 11_000;

interface Measured {
  /** Seconds on the clock, and of all processors. */
  readonly wall: number;
  readonly processor: number;
}

function install(name: string, ...packages: string[]): string {
  const where = join(folder, name);
  mkdirSync(where, { recursive: true });
  if (!existsSync(join(where, "package.json"))) writeFileSync(join(where, "package.json"), '{ "type": "module" }');
  if (!existsSync(join(where, "node_modules")))
    execFileSync("npm", ["install", "--silent", "--no-audit", "--force", ...packages], {
      cwd: where,
      stdio: "inherit",
    });
  return where;
}

/** Runs a command, and gives what it took with its children. */
function measure(
  cwd: string,
  command: readonly string[],
  env: Record<string, string> = {},
): Measured & { out: string } {
  const words = command.map((word) => `'${word}'`).join(" ");
  const { stdout, stderr, status } = spawnSync("bash", ["-c", `TIMEFORMAT='%R %U %S'; time ${words}`], {
    cwd,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(`${command[0]}: ${stdout.slice(-1500)} ${stderr.slice(-1500)}`);
  const [wall = 0, user = 0, system = 0] = (stderr.trim().split("\n").at(-1) ?? "").split(" ").map(Number);
  return { wall, processor: user + system, out: stdout };
}

/** The least of several rounds: what else runs on the machine only adds. */
function best(run: () => Measured): Measured {
  const all = Array.from({ length: rounds }, run);
  return {
    wall: Math.min(...all.map(({ wall }) => wall)),
    processor: Math.min(...all.map(({ processor }) => processor)),
  };
}

function chainside(): Measured {
  const command = [process.execPath, join(root, "dist/cli.js"), "test", "--json", "--fuzz-runs", "1000"];
  const run = measure(folder, command, { CHAINSIDE_SOLC_CACHE: defaultCompilerCache() });
  const { runMs, results } = JSON.parse(run.out) as { runMs: number; results: { status: string }[] };
  const passed = results.filter(({ status }) => status === "passed").length;
  if (passed !== 1010) throw new Error(`chainside passed ${passed} of 1010`);
  return { wall: runMs / 1000, processor: Number.NaN };
}

/** Forge wants a compiler that is a program: this makes one of the one that is written in JavaScript. */
function compilerProgram(): string {
  const path = join(folder, "solc.cjs");
  writeFileSync(
    path,
    `#!${process.execPath}
const solc = require(${JSON.stringify(join(root, "node_modules/solc/wrapper.js"))})(require(${JSON.stringify(solc)}));
if (process.argv.includes("--version")) console.log("solc, the solidity compiler\\nVersion: " + solc.version().replace(".Emscripten.clang", ".Linux.g++"));
else process.stdout.write(solc.compile(require("fs").readFileSync(0, "utf8")));
`,
  );
  chmodSync(path, 0o755);
  return path;
}

function forge(): () => Measured {
  const program = join(install("forge", "@foundry-rs/forge@1.7.1"), "node_modules/.bin/forge");
  const command = [program, "test", "--offline", "--use", compilerProgram()];
  measure(folder, command);
  return () => measure(folder, command);
}

function hardhat(): () => Measured {
  const where = install("hardhat", "hardhat@3.18.0", "@nomicfoundation/edr-linux-x64-gnu@0.22.0", "node@22");
  writeTestProject(where);
  writeFileSync(
    join(where, "hardhat.config.js"),
    `export default {
  solidity: { compilers: [{ version: "0.8.37", path: ${JSON.stringify(solc)}, settings: { optimizer: { enabled: true, runs: 200 }, evmVersion: "cancun" } }] },
  paths: { sources: "./src", tests: { solidity: "./test" } },
  test: { solidity: { fuzz: { runs: 1000, seed: "0x1" } } },
};
`,
  );
  const cli = join(where, "node_modules/hardhat/dist/src/cli.js");
  const command = [join(where, "node_modules/node/bin/node"), cli, "test", "solidity"];
  const env = { HARDHAT_DISABLE_TELEMETRY_PROMPT: "true" };
  measure(where, command, env);
  return () => measure(where, command, env);
}

writeTestProject(folder);
const contenders: [string, () => () => Measured][] = [
  ["chainside test", () => chainside],
  ["forge test 1.7.1", forge],
  ["Hardhat 3.18.0", hardhat],
];
const measured: [string, Measured][] = [];
for (const [name, prepare] of contenders) {
  try {
    measured.push([name, best(prepare())]);
  } catch (error) {
    console.log(`${name}: not measured: ${error instanceof Error ? error.message : error}`);
  }
}
const own = measured.find(([name]) => name === "chainside test")?.[1].wall ?? Number.NaN;
for (const [name, { wall, processor }] of measured) {
  const cpu = Number.isNaN(processor) ? "" : `, ${processor.toFixed(2)} s of the processors`;
  console.log(
    `${name}: ${wall.toFixed(2)} s${cpu}, ${Math.round(executions / wall)} executions a second; chainside takes ${(own / wall).toFixed(2)} times as long`,
  );
}
