// Sends, reads, and a block of 1,000 transactions through our SDK and through the official Java SDK 3.6.0, on one embedded chain
// in a process of its own: `npm run build && node --import tsx test/bench/javaSdk.ts [--sends 1000] [--reads 10000] [--blocks 40]`.
// Both have 16 calls under way at once and begin with a fifth of the work to warm up: ours over HTTP, as is usual with it, and over one
// WebSocket, as the Java SDK has it. Maven fetches the Java SDK.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { compileJava, jarsOf, target } from "../../scripts/test/generatedClients";
import { generateClients } from "../../src/applications/java/generateClients";
import { clientContracts } from "../../src/cli/applications/clientContracts";
import * as sdk from "../../src/sdk/sdk";
import { startChainProgram } from "../support/chainside";

const parallel = 16;
const root = resolve(import.meta.dirname, "../..");

interface Rate {
  readonly name: string;
  readonly count: number;
  readonly ms: number;
  readonly cpuMs: number;
}

async function repeat(count: number, work: () => Promise<unknown>): Promise<void> {
  let left = count;
  const loop = async (): Promise<void> => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: parallel }, loop));
}

async function measure(name: string, count: number, work: () => Promise<unknown>): Promise<Rate> {
  await repeat(Math.max(1, Math.floor(count / 5)), work);
  const cpu = process.cpuUsage();
  const begin = performance.now();
  await repeat(count, work);
  const ms = performance.now() - begin;
  const { user, system } = process.cpuUsage(cpu);
  return { name, count, ms, cpuMs: (user + system) / 1000 };
}

/** The jars of the official SDK, and beside them the classes of the contract and the program that measures. */
async function javaProgram(scratch: string, contracts: Parameters<typeof generateClients>[0]): Promise<string> {
  const sources = join(scratch, "live");
  mkdirSync(sources);
  const files = generateClients(contracts, { packageName: "live", sdk: "3.6", bytecode: true });
  for (const { name, text } of files) writeFileSync(join(sources, name), text);
  const jars = await jarsOf("3.6.0");
  const classes = join(scratch, "classes");
  compileJava([...files.map(({ name }) => join(sources, name))], classes, jars, 11);
  const program = join(root, "test/java/src/main/java/chainside/Rates.java");
  compileJava([program], classes, [classes, jars].join(delimiter), 11);
  return [classes, jars].join(delimiter);
}

async function deployed(chain: sdk.Chain, contracts: Parameters<typeof generateClients>[0]) {
  const named = (name: string) => {
    const artifact = contracts.find((each) => each.artifact.name === name)?.artifact;
    if (!artifact?.bytecode) throw new Error(`no ${name}`);
    const { abi, bytecode, smBytecode, libraryNames } = artifact;
    return { abi: abi as sdk.Abi, bytecode, ...(smBytecode ? { smBytecode } : {}), libraryNames };
  };
  const sums = await sdk.deploy(chain, named("Sums"));
  const args = ["corner", { id: 1n, name: "tea", kind: 1, prices: [1n] }];
  return sdk.deploy(chain, { ...named("Live"), args, libraries: { Sums: sums.address } } as never);
}

type Counts = readonly [sends: number, reads: number, blocks: number];

async function ourRates(
  options: sdk.ConnectOptions,
  { address, abi }: Pick<Awaited<ReturnType<typeof deployed>>, "address" | "abi">,
  block: number,
  [sends, reads, blocks]: Counts,
): Promise<Rate[]> {
  const chain = await sdk.connect(options);
  const live = sdk.getContract({ chain, address, abi });
  const write = live.write["setLabel"] as unknown as (args: readonly string[]) => Promise<unknown>;
  const read = live.read["label"] as unknown as () => Promise<unknown>;
  const rates = [
    await measure("send", sends, () => write(["a label of the shop"])),
    await measure("read", reads, read),
    await measure("block", blocks, async () => {
      const { transactions } = await sdk.getBlock(chain, { number: block, detail: "transactions" });
      if (transactions.length !== 1000) throw new Error("not the block");
    }),
  ];
  await chain.close();
  return rates;
}

async function compare(suite: "standard" | "sm", counts: Counts): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "chainside-rates-"));
  const asked = { paths: [join(root, "test/fixtures/javaLive")], folder: scratch, solc: undefined, evm: "paris" };
  const { contracts } = await clientContracts({ ...asked, bytecode: true });
  const classpath = await javaProgram(scratch, contracts);
  const program = await startChainProgram(["--open-dev", ...(suite === "sm" ? ["--sm"] : [])], root);
  try {
    const key = program.accounts[0]?.privateKey ?? "";
    const options = { url: program.url, privateKey: key as `0x${string}`, timeoutMs: 60_000 };
    const chain = await sdk.connect({ ...options, transport: "webSocket" });
    const live = await deployed(chain, contracts);
    const block = await blockOf1000(chain, live.address);
    await chain.close();
    const ours = new Map<string, readonly Rate[]>();
    for (const transport of ["http", "webSocket"] as const)
      ours.set(transport, await ourRates({ ...options, transport }, live, block, counts));
    const words = [program.url.replace("http://", ""), suite, key.replace("0x", ""), live.address, block, ...counts];
    const run = spawnSync("java", ["-cp", classpath, "chainside.Rates", ...words.map(String)], {
      cwd: scratch,
      encoding: "utf8",
    });
    if (run.status !== 0) throw new Error(run.stderr.slice(0, 2000));
    for (const line of run.stdout.split("\n")) {
      const [name, count, ms, cpuMs] = line.split(" ");
      for (const [transport, rates] of ours) {
        const own = rates.find((each) => each.name === name);
        const theirs = { name: name ?? "", count: Number(count), ms: Number(ms), cpuMs: Number(cpuMs) };
        if (own) print(`${suite} ${transport}`, own, theirs);
      }
    }
  } finally {
    program.process.kill();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Number of a block with 1,000 transactions, which wait until all are there: their requests stay open, so the chain is a WebSocket's. */
async function blockOf1000(chain: sdk.Chain, to: sdk.Address): Promise<number> {
  await sdk.rawRequest(chain, "dev_pauseSealing", [chain.groupId, true]);
  const data = `0xfeedbeef${"11".repeat(96)}` as const;
  const sent = Promise.all(Array.from({ length: 1000 }, () => sdk.sendTransaction(chain, { to, data })));
  while ((await sdk.getPendingCount(chain)) < 1000) await new Promise((go) => setTimeout(go, 50));
  await sdk.rawRequest(chain, "dev_pauseSealing", [chain.groupId, false]);
  const [first] = await sent;
  return first?.blockNumber ?? 0;
}

const perSecond = (count: number, ms: number): string => ((count / ms) * 1000).toFixed(0);

function print(suite: string, ours: Rate, theirs: Rate): void {
  const rate = ({ count, ms, cpuMs }: Rate): string =>
    `${perSecond(count, ms)}/s, ${perSecond(count, cpuMs)} per second of processors`;
  const times = ours.count / ours.cpuMs / (theirs.count / theirs.cpuMs);
  console.log(
    `${suite} ${ours.name} × ${ours.count}: ours ${rate(ours)} | Java ${rate(theirs)} | ${times.toFixed(2)} × per processor`,
  );
}

const { values } = parseArgs({
  options: { sends: { type: "string" }, reads: { type: "string" }, blocks: { type: "string" } },
});
const counts = [Number(values.sends ?? 1000), Number(values.reads ?? 10_000), Number(values.blocks ?? 40)] as const;
mkdirSync(target, { recursive: true });
for (const suite of ["standard", "sm"] as const) await compare(suite, counts);
process.exit(0);
