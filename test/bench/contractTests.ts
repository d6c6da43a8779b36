// 1,000 unit tests and 10,000 fuzz runs: `chainside test` beside `forge test` and Hardhat's Solidity tests, which it installs from npm into
// out/bench/contractTests (Hardhat with a Node of its own, as it wants 22): `node --import tsx test/bench/contractTests.ts [--rounds N]
// [--cold]`. `--project FOLDER [--solc SOLJSON]` runs the tests of that project instead, in ours and in forge, with its own settings
// and that compiler. Ours is built as it is shipped. Everything is a fresh process. All three keep what they compile: a first run,
// which is not counted, does that; with `--cold` what they keep is removed before each run. They take turns, since what else runs on
// the machine changes; processor seconds, of a command with all that it starts, say more than the clock.
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { writeTestProject } from "./contractTestProject";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    cold: { type: "boolean", default: false },
    project: { type: "string" },
    solc: { type: "string" },
  },
});
const rounds = Number(values.rounds);
const root = resolve(import.meta.dirname, "../..");
const folder = join(root, "out/bench/contractTests");
const given = values.project === undefined ? undefined : resolve(values.project);
const project = given ?? join(folder, "project");
const solc = values.solc === undefined ? join(root, "node_modules/solc/soljson.js") : resolve(values.solc);
const functions = 1010;
/** What a contender prints when it has run everything; of a given project some tests may fail. */
const words = given
  ? { ours: /passed \d+, failed \d+/, forge: /\d+ tests passed/ }
  : { ours: new RegExp(`passed ${functions}, failed 0`), forge: new RegExp(`${functions} tests passed`) };

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
  if (status !== 0 && !(given && status === 1))
    throw new Error(`${command[0]}: ${stdout.slice(-1500)} ${stderr.slice(-1500)}`);
  const [wall = 0, user = 0, system = 0] = (stderr.trim().split("\n").at(-1) ?? "").split(" ").map(Number);
  return { wall, processor: user + system, out: stdout };
}

/** One that runs the tests. */
interface Contender {
  readonly name: string;
  /** Where it keeps what it compiled. */
  readonly kept: readonly string[];
  run(): Measured;
}

/** What a contender printed has to say that all tests have passed. */
function saying(words: RegExp, measured: Measured & { out: string }): Measured {
  if (!words.test(measured.out)) throw new Error(`"${words}" is not said: ${measured.out.slice(-500)}`);
  return measured;
}

function chainside(): Contender {
  const cache = join(folder, "chainside");
  const dist = join(folder, "dist");
  const build = ["--import", "tsx", join(root, "scripts/build.ts"), "--production", "--outdir", dist];
  execFileSync(process.execPath, build, { cwd: root, stdio: "inherit" });
  // the compiler that the others get too; nothing of it is downloaded
  const runs = given ? [] : ["--fuzz-runs", "1000"];
  const command = [process.execPath, join(dist, "cli.js"), "test", ...runs, "--solc", solc];
  return {
    name: "chainside test",
    kept: [cache],
    run: () => saying(words.ours, measure(project, command, { CHAINSIDE_SOLC_CACHE: cache })),
  };
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

function forge(): Contender {
  const program = join(install("forge", "@foundry-rs/forge@1.7.1"), "node_modules/.bin/forge");
  const command = [program, "test", "--offline", "--use", compilerProgram()];
  return {
    name: "forge test 1.7.1",
    kept: given ? [] : [join(project, "out"), join(project, "cache")],
    run: () => saying(words.forge, measure(project, command)),
  };
}

function hardhat(): Contender {
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
  return {
    name: "Hardhat 3.18.0",
    kept: [join(where, "artifacts"), join(where, "cache")],
    run: () =>
      saying(new RegExp(`${functions} passing`), measure(where, command, { HARDHAT_DISABLE_TELEMETRY_PROMPT: "true" })),
  };
}

function forget({ kept }: Contender): void {
  for (const path of kept) rmSync(path, { recursive: true, force: true });
}

/** What can be run here, with what each took in every round. */
function takeTurns(): { name: string; all: Measured[] }[] {
  const ready = [chainside, forge, ...(given ? [] : [hardhat])].flatMap((prepare) => {
    try {
      const contender = prepare();
      forget(contender);
      contender.run();
      return [{ ...contender, all: [] as Measured[] }];
    } catch (error) {
      console.log(`${prepare.name}: not measured: ${error instanceof Error ? error.message : error}`);
      return [];
    }
  });
  for (let round = 0; round < rounds; round++) {
    for (const contender of ready) {
      if (values.cold) forget(contender);
      contender.all.push(contender.run());
    }
  }
  return ready;
}

/** The least of several rounds: what else runs on the machine only adds. */
const min = (all: readonly Measured[], what: keyof Measured): number => Math.min(...all.map((each) => each[what]));

if (!given) writeTestProject(project);
const measured = takeTurns();
const own = measured.find(({ name }) => name === "chainside test")?.all ?? [];
const ownSeconds = { wall: min(own, "wall"), processor: min(own, "processor") };
console.log(
  `${given ?? `${functions - 10} unit tests and 10,000 fuzz runs`}, ${values.cold ? "compiled anew" : "compiled before"}, least of ${rounds}:`,
);
for (const { name, all } of measured) {
  const [wall, processor] = [min(all, "wall"), min(all, "processor")];
  const ratio = `${(ownSeconds.processor / processor).toFixed(2)} (clock ${(ownSeconds.wall / wall).toFixed(2)})`;
  const spread = all.map((each) => each.processor.toFixed(2)).join(" ");
  console.log(
    `${name}: ${processor.toFixed(2)} s of the processors (${spread}), ${wall.toFixed(2)} s on the clock; chainside takes ${ratio} times as long`,
  );
}
