// What a chain does under ten thousand malformed requests and a thousand idle connections:
// `node --expose-gc --import tsx test/bench/malformed.ts [--requests N] [--idle N] [--seed N]`. The chain runs in this process, so that its
// heap and handles can be counted after a garbage collection, before and after each load; the first load warms it up. Fails
// when an answer has another form than documented, when the chain stops answering, or when handles stay behind.
import { setTimeout as wait } from "node:timers/promises";
import { startDevChain } from "../../src/devchain/startDevChain";
import { MalformedLoad } from "../support/malformedLoad";
import { seededNumbers } from "../support/seededNumbers";

const option = (name: string, fallback: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const collect = globalThis.gc;
if (!collect) throw new Error("start it with --expose-gc");

const chain = await startDevChain({ openDev: true, sealers: 1, observers: 0, web3Port: 0 });
const load = await MalformedLoad.of(chain, seededNumbers(option("seed", 1)));

async function count(title: string): Promise<{ heap: number; handles: number }> {
  await load.alive();
  await wait(300);
  for (let i = 0; i < 4; i++) collect?.();
  const heap = process.memoryUsage().heapUsed / 1024 / 1024;
  const handles = process.getActiveResourcesInfo().filter((kind) => /Socket|TCP/.test(kind)).length;
  console.log(`${title}: heap ${heap.toFixed(1)} MB, ${handles} sockets, ${load.answered} answers`);
  return { heap, handles };
}

const requests = option("requests", 10_000);
const connections = option("idle", 1000);
await load.run(requests / 5);
await load.idle(connections / 5);
const before = await count("warm");
await load.run(requests);
await load.idle(connections);
const after = await count(`after ${requests} malformed requests and ${connections} idle connections`);
await load.run(requests);
await load.idle(connections);
const again = await count("after the same again");
console.log(`grown by ${(after.heap - before.heap).toFixed(1)} MB, then by ${(again.heap - after.heap).toFixed(1)} MB`);
await load.close();
await chain.close();
if (again.handles > before.handles) throw new Error("sockets stay behind");
process.exit(0);
