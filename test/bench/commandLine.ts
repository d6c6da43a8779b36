// How long a read of the command line takes from its start, beside `node -e 0`: `npm run build`, then
// `node --import tsx test/bench/commandLine.ts`. The ratio counts, not the machine; the aim on a quiet one is 120 ms.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { startDevChain } from "../../src/devchain/startDevChain";

const rounds = 11;
const program = join(import.meta.dirname, "../../dist/cli.js");

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** Milliseconds until the program has ended. */
async function took(args: readonly string[]): Promise<number> {
  const begun = performance.now();
  const [code] = await once(spawn(process.execPath, args, { stdio: "ignore" }), "exit");
  if (code !== 0) throw new Error(`${args.join(" ")}: exit code ${String(code)}`);
  return performance.now() - begun;
}

const chain = await startDevChain({ port: 0 });
const ways: Readonly<Record<string, readonly string[]>> = {
  "node -e 0": ["-e", "0"],
  "chainside complete": [program, "complete", "--", "node", "add-"],
  "chainside rpc getBlockNumber": [program, "rpc", "getBlockNumber", "--url", chain.url],
  "chainside node list-sealers": [program, "node", "list-sealers", "--url", chain.url],
};
try {
  const times = new Map(Object.keys(ways).map((name): [string, number[]] => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, args] of Object.entries(ways)) times.get(name)?.push(await took(args));
  }
  const alone = median(times.get("node -e 0") ?? []);
  for (const [name, each] of times)
    console.log(`${name.padEnd(30)} ${median(each).toFixed(0)} ms, ${(median(each) / alone).toFixed(2)} ×`);
} finally {
  await chain.close();
}
