// What hand-written parts gain over what would stand in their place: processor time of both in one run, so that the ratio counts and not
// the machine: `node --import tsx test/bench/weights.ts [opcodes] [blake2] [reading] [tests]`. A part stays while its figure carries it
// (docs/dependencies.md).
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Common, Hardfork, Mainnet } from "@ethereumjs/common";
import { getActivePrecompiles, type PrecompileInput, paramsEVM } from "@ethereumjs/evm";
import { build } from "esbuild";
import { FiscoEvm } from "../../src/devchain/execution/fiscoEvm";
import { slicedPrecompiles } from "../../src/devchain/execution/slicedPrecompiles";
import { TimeSlice } from "../../src/devchain/execution/timeSlice";
import { LibraryEvm, machine, quick } from "../unit/devchain/execution/libraryMachine";
import { writeTestProject } from "./contractTestProject";

const root = resolve(import.meta.dirname, "../..");

/** Milliseconds of this process's time that the work takes. */
async function cost(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** Runs all in turn, nine times, and tells how many times the cost of the first each has. */
async function compare(title: string, ways: Readonly<Record<string, () => unknown>>): Promise<void> {
  const costs = Object.keys(ways).map((): number[] => []);
  for (let round = 0; round < 10; round++) {
    for (const [i, way] of Object.values(ways).entries()) {
      const took = await cost(way);
      if (round > 0) costs[i]?.push(took);
    }
  }
  const [first = Number.NaN, ...others] = costs.map(median);
  const [own = "", ...names] = Object.keys(ways);
  const messages = others.map((each, i) => `${names[i]} ${(each / first).toFixed(2)} ×`);
  console.log(`${title}: ${own} ${first.toFixed(1)} ms, ${messages.join(", ")}`);
}

/** Our loop, but the library's own code for the opcodes that quickOpcodes.ts does with less. */
class PlainOpcodes extends FiscoEvm {
  constructor(...[options, ...rest]: ConstructorParameters<typeof FiscoEvm>) {
    const messages = new Set([0xf1, 0xf2, 0xf4, 0xfa]);
    const customOpcodes = (options.customOpcodes ?? []).filter(
      ({ opcode }) => !quick.includes(opcode) || messages.has(opcode),
    );
    super({ ...options, customOpcodes }, ...rest);
  }
}

/** A loop of so many rounds around opcodes that leave the stack as it was; the counter lies below. */
const loop = (rounds: number, body: string): string =>
  `61${rounds.toString(16).padStart(4, "0")}5b${body}6001900380600357`;

const bodies = {
  "sums, shifts and comparisons": "60056007018060031b1050",
  "memory and hashes": "6020600020600052600051506000355060046000602037",
  storage: "600054600101600055",
};

async function opcodes(): Promise<void> {
  const evms = {
    ours: FiscoEvm,
    "the library's code for single opcodes": PlainOpcodes,
    "the library's loop": LibraryEvm,
  };
  for (const [title, body] of Object.entries(bodies)) {
    const ways = Object.entries(evms).map(([name, Evm]) => {
      const { ends } = machine(Evm, "3.16.0", 1, 300_000_000);
      return [
        name,
        async () => {
          const { status } = await ends(`${loop(20_000, body)}00`);
          if (status !== 0) throw new Error(`${title}: status ${status}`);
        },
      ] as const;
    });
    await compare(title, Object.fromEntries(ways));
  }
}

/** The longest time for which nothing else has its turn while the work runs. */
async function maxHoldMs(work: () => Promise<unknown>): Promise<number> {
  let [last, maxMs, running] = [performance.now(), 0, true];
  const tick = (): void => {
    const now = performance.now();
    maxMs = Math.max(maxMs, now - last);
    last = now;
    if (running) setImmediate(tick);
  };
  await new Promise((resolve) => setImmediate(resolve));
  last = performance.now();
  setImmediate(tick);
  await work();
  running = false;
  await new Promise((resolve) => setImmediate(resolve));
  return maxMs;
}

async function blake2(): Promise<void> {
  const common = new Common({ chain: Mainnet, hardfork: Hardfork.London, params: paramsEVM });
  const timeSlice = new TimeSlice();
  const address = "9".padStart(40, "0");
  const own = slicedPrecompiles(common, timeSlice).find((each) => each.address === address)?.function;
  const library = getActivePrecompiles(common).get(address);
  if (!own || !library) throw new Error("there is no BLAKE2b");
  const rounds = 2_000_000;
  const data = Buffer.alloc(213, 7);
  data.writeUInt32BE(rounds);
  data[212] = 1;
  const input = { data, gasLimit: 10n ** 12n, common } as unknown as PrecompileInput;
  await compare(`BLAKE2b, ${rounds} rounds`, { ours: () => own(input), "the library's": () => library(input) });
  timeSlice.begin();
  const holds = [await maxHoldMs(async () => own(input)), await maxHoldMs(async () => library(input))] as const;
  const atLimit = ((holds[1] * 300_000_000) / rounds / 1000).toFixed(0);
  console.log(
    `  the chain answers nobody for ${holds[0].toFixed(0)} ms at the longest, with the library ${holds[1].toFixed(0)} ms: ${atLimit} s for a transaction of 300,000,000 gas`,
  );
}

/** Processor milliseconds of a program that is run to its end, with all that it starts. */
function costOf(command: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): number {
  const line = `TIMEFORMAT='%U %S'; time ${command.map((word) => `'${word}'`).join(" ")} > /dev/null`;
  const { status, stderr } = spawnSync("bash", ["-c", line], {
    cwd,
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(stderr);
  return 1000 * (stderr.trim().split("\n").at(-1) ?? "").split(" ").reduce((sum, each) => sum + Number(each), 0);
}

/** As {@link compare}, of programs: each a process of its own, nine times in turn. */
function comparePrograms(title: string, ways: Readonly<Record<string, () => number>>): void {
  const costs = Object.values(ways).map((way): [() => number, number[]] => [way, []]);
  for (let round = 0; round < 10; round++) for (const [way, took] of costs) took.push(way());
  const [first = Number.NaN, ...others] = costs.map(([, took]) => median(took.slice(1)));
  const [own = "", ...names] = Object.keys(ways);
  const messages = others.map((each, i) => `${names[i]} ${(each / first).toFixed(2)} ×`);
  console.log(`${title}: ${own} ${first.toFixed(0)} ms, ${messages.join(", ")}`);
}

/** Reads a config.ini of 100,000 node IDs for the first time, in a process of its own, as the language server does. */
async function firstReading(folder: string): Promise<void> {
  const source = `
    import { parseDocument } from ${JSON.stringify(join(root, "src/nodeConfig/document/iniDocument.ts"))};
    import { analyze } from ${JSON.stringify(join(root, "src/nodeConfig/analysis/analyze.ts"))};
    const id = (n) => n.toString(16).padStart(8, "0").repeat(16);
    const text = "[certificate_whitelist]\\n" + Array.from({ length: 100000 }, (_, n) => "cal." + n + "=" + id(n) + "\\n").join("");
    const document = parseDocument(text);
    analyze(document, { identityLength: "auto" });
    if (document.lines.length < 100000) throw new Error("lines");`;
  const outfile = join(folder, "reading.mjs");
  await build({
    stdin: { contents: source, resolveDir: root },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
  });
  const flag = "--max-inlined-bytecode-size=120";
  const run =
    (...args: string[]) =>
    (): number =>
      costOf([process.execPath, ...args], folder);
  comparePrograms("a config.ini of 100,000 lines read once", {
    ours: run(flag, outfile),
    "without the engine's flag": run(outfile),
  });
}

/** Tests of contracts with the engine's flags as they are, and with the engine's own numbers in their place. */
function testFlags(folder: string): void {
  const [dist, project] = [join(folder, "dist"), join(folder, "project")];
  const args = ["--import", "tsx", join(root, "scripts/build.ts"), "--production", "--outdir", dist];
  execFileSync(process.execPath, args, { cwd: root, stdio: "ignore" });
  writeTestProject(project);
  const usual = {
    "the flags for a short life": [
      ["--interrupt-budget=300000", "--interrupt-budget=67584"],
      ["--max-inlined-bytecode-size-cumulative=100", "--max-inlined-bytecode-size-cumulative=920"],
      ["--semi-space-growth-factor=8", "--semi-space-growth-factor=2"],
    ],
  } as const;
  const without = Object.entries(usual).map(([name, flags], i) => {
    const copy = `${dist}${i}`;
    cpSync(dist, copy, { recursive: true });
    let changed = 0;
    for (const path of readdirSync(copy, { recursive: true, encoding: "utf8" }).filter((each) =>
      each.endsWith(".js"),
    )) {
      const text = readFileSync(join(copy, path), "utf8");
      const other = flags.reduce((words, [own, plain]) => words.replaceAll(own, plain), text);
      if (other !== text) changed++;
      writeFileSync(join(copy, path), other);
    }
    if (changed === 0) throw new Error(`no ${name} in the program`);
    return [`without ${name}`, copy] as const;
  });
  const solc = join(root, "node_modules/solc/soljson.js");
  const run = (from: string) => (): number =>
    costOf([process.execPath, join(from, "cli.js"), "test", "--fuzz-runs", "1000", "--solc", solc], project, {
      CHAINSIDE_SOLC_CACHE: join(folder, "cache"),
    });
  const ways = without.map(([name, copy]) => [name, run(copy)] as const);
  comparePrograms("1,010 tests of contracts", { ours: run(dist), ...Object.fromEntries(ways) });
}

const folder = mkdtempSync(join(tmpdir(), "chainside-weights-"));
const parts = {
  opcodes,
  blake2,
  reading: () => firstReading(folder),
  tests: () => testFlags(folder),
};
const asked = process.argv.slice(2);
try {
  for (const [name, part] of Object.entries(parts)) if (asked.length === 0 || asked.includes(name)) await part();
} finally {
  rmSync(folder, { recursive: true });
}
