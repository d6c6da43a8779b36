// Replays recordings of real nodes against embedded chains started in the same shape and tells every difference:
// `npm run -s check:replay -- PATH… [--beside DIR…] [--verbose] [--list]`, where a PATH is a folder of one recorded chain, a folder of such
// folders, or a single file; a chain may be spread over several. What is not given of a chain is taken from the folders after `--beside`
// (without any: from ../shared/recordings, if it is there), played and not compared. `--list` adds the table of explained differences for
// docs/checks.md. Exit code 1 when a difference is not explained.

import { parseArgs } from "node:util";
import { type Reason, reasons } from "./replay/reasons";
import { findRecordedChains } from "./replay/recording";
import { replayChain } from "./replay/replayChain";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    verbose: { type: "boolean" },
    list: { type: "boolean" },
    beside: { type: "string", multiple: true, default: ["../shared/recordings"] },
  },
});
if (positionals.length === 0) {
  console.error("usage: npm run -s check:replay -- PATH… [--beside DIR]… [--verbose] [--list]");
  process.exit(2);
}
const width = values.verbose ? 100_000 : 300;
let equal = 0;
let total = 0;
/** Explained differences by reason and file. */
const explained = new Map<Reason, Map<string, number>>();
let unexplained = 0;
for (const chain of findRecordedChains(positionals, values.beside)) {
  for (const outcome of await replayChain(chain)) {
    const file = `${chain.name}/${outcome.file}`;
    console.log(`${file}: equal ${outcome.equal} of ${outcome.total}`);
    for (const { name, node, ours, reason } of outcome.differences) {
      console.log(`  ${name}${reason ? ` (${reasons[reason]})` : ""}`);
      console.log(`    node   ${node.slice(0, width)}`);
      console.log(`    ours   ${ours.slice(0, width)}`);
      if (reason === undefined) unexplained++;
      else {
        const files = explained.get(reason) ?? new Map<string, number>();
        explained.set(reason, files.set(file, (files.get(file) ?? 0) + 1));
      }
    }
    equal += outcome.equal;
    total += outcome.total;
  }
}
if (values.list) {
  console.log("\n| difference | answers |\n|---|---|");
  for (const [reason, files] of explained) {
    const places = [...files].map(([file, count]) => `${file} ${count}`).join(", ");
    console.log(`| ${reasons[reason]} | ${places} |`);
  }
}
console.log(`equal ${equal} of ${total}, ${total - equal - unexplained} explained, ${unexplained} not`);
process.exit(unexplained === 0 ? 0 : 1);
