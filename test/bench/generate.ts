// What `chainside generate` takes for 200 contracts beside reading and parsing their artifacts alone, in one process: milliseconds of
// processors, the least of many rounds: `node --import tsx test/bench/generate.ts`. The artifacts are those in OpenZeppelin's packages
// (5 and 4.9), with their code, but for libraries without an ABI.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { generateClients } from "../../src/applications/java/generateClients";
import { generateModules } from "../../src/applications/typescript/generateModules";
import { artifactInterface } from "../../src/chain/artifact/artifactInterface";
import { readJsonArtifact } from "../../src/chain/artifact/readArtifact";
import { clientContracts } from "../../src/cli/applications/clientContracts";
import { cryptoSuite } from "../../src/crypto/suites";

const count = 200;
const rounds = 25;

const scratch = mkdtempSync(join(tmpdir(), "chainside-generate-"));
const common = { solc: undefined, evm: undefined };
const folder = join(scratch, "artifacts");
mkdirSync(folder);
let copied = 0;
for (const release of ["@openzeppelin/contracts", "openzeppelin-contracts-4"]) {
  const built = resolve(import.meta.dirname, "../../node_modules", release, "build/contracts");
  for (const name of readdirSync(built)) {
    const text = readFileSync(join(built, name), "utf8");
    if (copied === count || text.includes('"abi": []')) continue;
    writeFileSync(join(folder, `${copied++}${name}`), text);
  }
}
if (copied < count) throw new Error(`only ${copied} artifacts`);

/** Files, and what is in them as a compiled contract with its interface. */
function readAndParse(): number {
  let functions = 0;
  for (const name of readdirSync(folder)) {
    const artifact = readJsonArtifact(readFileSync(join(folder, name), "utf8"), name);
    if (artifact) functions += artifactInterface(artifact, cryptoSuite("standard")).functions.length;
  }
  return functions;
}

async function generate(make: (contracts: Parameters<typeof generateClients>[0]) => readonly { text: string }[]) {
  const { contracts } = await clientContracts({ ...common, paths: [folder], folder: scratch, bytecode: true });
  return make(contracts).reduce((sum, { text }) => sum + text.length, 0);
}

const options = { packageName: "p", sdk: "3.6", bytecode: true };
const works: Readonly<Record<string, () => unknown>> = {
  "artifacts read and parsed": readAndParse,
  "read as the command does": () => generate(() => []),
  "generate java": () => generate((contracts) => generateClients(contracts, options)),
  "generate typescript": () => generate((contracts) => generateModules(contracts, { bytecode: true, client: true })),
};

// what is measured takes turns, so that each sees the machine, and the engine, as the others do
const min = new Map<string, number>();
for (let round = 0; round < rounds; round++)
  for (const [name, work] of Object.entries(works)) {
    const begin = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(begin);
    min.set(name, Math.min(min.get(name) ?? Number.POSITIVE_INFINITY, (user + system) / 1000));
  }
const parsed = min.get("artifacts read and parsed") ?? Number.NaN;
for (const [name, time] of min) console.log(`${name}: ${time.toFixed(0)} ms, ${(time / parsed).toFixed(2)} ×`);
rmSync(scratch, { recursive: true });
