// One writer on one node beside several on as many nodes, each a process, in one database; the nodes make their answers up, at once or
// after a while: `node --import tsx test/bench/historyWriters.ts [--engine postgres|mysql] [--blocks 2000] [--of-block 20] [--delay 20]
// [--writers 4]`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import type { DatabaseTarget } from "../../src/history/servers/databaseTarget";
import { openServerStore } from "../../src/history/servers/openServer";
import { startDatabase } from "../support/databaseServers";
import { indexInto } from "../support/historyIndexing";
import { syntheticChain, syntheticToken } from "../support/syntheticChain";

const { values } = parseArgs({
  options: {
    engine: { type: "string", default: "postgres" },
    blocks: { type: "string", default: "2000" },
    "of-block": { type: "string", default: "20" },
    delay: { type: "string", default: "20" },
    writers: { type: "string", default: "4" },
    target: { type: "string" },
    leases: { type: "boolean", default: false },
  },
});
const [blocks, ofBlock, delayMs] = [values.blocks, values["of-block"], values.delay].map(Number) as [
  number,
  number,
  number,
];

async function write(target: DatabaseTarget): Promise<void> {
  const session = syntheticChain({ blocks, ofBlock, delayMs });
  const [began, cpu] = [Date.now(), process.cpuUsage()];
  await indexInto(target, session, { given: [syntheticToken], leases: values.leases });
  const { user, system } = process.cpuUsage(cpu);
  // a program's own beginning isn't counted
  console.log(JSON.stringify([began, Date.now(), (user + system) / 1e6]));
}

async function measure(target: DatabaseTarget, writers: number): Promise<number> {
  const used = await Promise.all(
    Array.from({ length: writers }, async () => {
      const args = [...process.execArgv, ...process.argv.slice(1), "--target", JSON.stringify(target)];
      const child = spawn(process.execPath, [...args, ...(writers > 1 ? ["--leases"] : [])], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      let said = "";
      child.stdout.on("data", (text: Buffer) => {
        said += text.toString();
      });
      const [code] = await once(child, "close");
      if (code !== 0) throw new Error(`ended with ${code}`);
      return JSON.parse(said) as [number, number, number];
    }),
  );
  const [began, end] = [Math.min(...used.map(([from]) => from)), Math.max(...used.map(([, to]) => to))];
  const seconds = (end - began) / 1000;
  const store = await openServerStore(target);
  const count = (sql: string): Promise<number> => store.read(async ({ rows }) => Number((await rows(sql))[0]?.[0]));
  const transactions = await count("SELECT count(*) FROM transactions");
  if (transactions !== (blocks - 1) * ofBlock || (await count("SELECT count(*) FROM leases")) > 0)
    throw new Error(`${transactions} transactions`);
  await store.close();
  const cpu = used.reduce((sum, each) => sum + each[2], 0);
  console.log(
    `${writers} writers: ${transactions} transactions in ${seconds.toFixed(1)} s, ${Math.round(transactions / seconds)} per second,`,
    `processors of the writers ${(cpu / seconds).toFixed(2)}`,
  );
  return transactions / seconds;
}

if (values.target === undefined) {
  const server = await startDatabase(values.engine === "mysql" ? "mysql" : "postgres");
  const one = await measure(await server.database("one"), 1);
  const many = await measure(await server.database("many"), Number(values.writers));
  console.log(`${(many / one).toFixed(2)} times one`);
  await server.close();
} else await write(JSON.parse(values.target) as DatabaseTarget);
