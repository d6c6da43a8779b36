// `npm run -s check:boost -- FILE.jsonl…`: compares our reading of configuration files with recorded outcomes of the node's
// own parser (acceptance, line and message, tree, typed reads, accepted list entries). Prints `agreed N of M` and, for each
// disagreement, its id and the first difference; exit code 1 when there is one.
import { readFileSync } from "node:fs";
import { type BoostRecord, disagreement } from "../test/unit/nodeConfig/boostRecord";

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error("usage: npm run -s check:boost -- FILE.jsonl…");
  process.exit(2);
}
let agreed = 0;
let total = 0;
for (const file of files) {
  for (const line of readFileSync(file, "utf8").split("\n")) {
    if (line.trim() === "") continue;
    const record = JSON.parse(line) as BoostRecord;
    const difference = disagreement(record);
    total++;
    if (difference === undefined) agreed++;
    else console.error(`${record.id}: ${difference}`);
  }
}
console.log(`agreed ${agreed} of ${total}`);
process.exitCode = agreed === total ? 0 : 1;
