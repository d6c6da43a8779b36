// Replays recordings of real nodes against embedded chains started in the same shape and tells every difference:
// `npm run -s check:replay -- DIR…`, where a DIR holds one recorded chain or folders of them. Exit code 1 when anything differs.

import { findRecordedChains } from "./replay/recording";
import { replayChain } from "./replay/replayChain";

const directories = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const verbose = process.argv.includes("--verbose");
if (directories.length === 0) {
  console.error("usage: npm run -s check:replay -- DIR… [--verbose]");
  process.exit(2);
}
let equal = 0;
let total = 0;
for (const chain of directories.flatMap(findRecordedChains)) {
  for (const outcome of await replayChain(chain)) {
    console.log(`${chain.name}/${outcome.file}: equal ${outcome.equal} of ${outcome.total}`);
    for (const difference of outcome.differences) {
      const width = verbose ? 100_000 : 300;
      console.log(`  ${difference.name}`);
      console.log(`    node   ${difference.node.slice(0, width)}`);
      console.log(`    ours   ${difference.ours.slice(0, width)}`);
    }
    equal += outcome.equal;
    total += outcome.total;
  }
}
console.log(`equal ${equal} of ${total}`);
process.exit(equal === total ? 0 : 1);
