// Indexes a chain as a process of its own, which its starter kills: URL (or `synthetic:BLOCKS:OF-BLOCK`), file, database as JSON or
// address of a sink, blocks of a batch, a path of an ABI, and of one writer of several the blocks of a range (of Parquet the rows of a
// set of files).
import { readFileSync } from "node:fs";
import { GroupFeeder } from "../../src/history/indexing/groupFeeder";
import type { IndexProgress } from "../../src/history/indexing/groupIndexer";
import type { DatabaseTarget } from "../../src/history/servers/databaseTarget";
import { openSink } from "../../src/history/sinks/openSink";
import { ParquetSink } from "../../src/history/sinks/parquetSink";
import { sinkKind, sinkTarget } from "../../src/history/sinks/sinkTarget";
import { indexInto, sessionOf } from "./historyIndexing";
import { syntheticChain, syntheticToken } from "./syntheticChain";

const [url = "", file = "", batch = "1", abi = "", range = ""] = process.argv.slice(2);
const [, blocks, ofBlock] = /^synthetic:(\d+):(\d+)$/.exec(url) ?? [];
const made = { blocks: Number(blocks), ofBlock: Number(ofBlock) };
const given =
  blocks !== undefined
    ? [syntheticToken]
    : abi === ""
      ? []
      : [{ name: "Ledger", abi: JSON.parse(readFileSync(abi, "utf8")) as unknown[] }];
const session = blocks === undefined ? await sessionOf(url) : syntheticChain(made);
process.stdout.write("begins\n");
// a line after each batch, with the memory that was taken at most so far, in megabytes
const onProgress = ({ low, high }: IndexProgress): void => {
  const memory = Math.round((process.resourceUsage().maxRSS * 1024) / 1e6);
  process.stdout.write(`${low} ${high} ${memory}\n`);
};
const options = { batchBlocks: Number(batch), given, onProgress };
if (sinkKind(file) !== undefined) {
  const target = sinkTarget(file);
  const sink =
    target.kind === "parquet" && range !== ""
      ? await ParquetSink.open(target.name, Number(range))
      : await openSink(target);
  await new GroupFeeder(session, sink, options).run();
  await sink.close();
} else {
  const place = file.startsWith("{") ? (JSON.parse(file) as DatabaseTarget) : file;
  const leases = range === "" ? {} : { leases: true, leasing: { rangeBlocks: Number(range), leaseMs: 400 } };
  await indexInto(place, session, { ...options, ...leases });
}
process.exit(0);
