// Indexes a chain as a process of its own, which its starter kills: URL, file or a database as JSON, blocks of a batch, a path of an ABI.
import { readFileSync } from "node:fs";
import type { IndexProgress } from "../../src/history/indexing/groupIndexer";
import type { DatabaseTarget } from "../../src/history/servers/databaseTarget";
import { indexInto, sessionOf } from "./historyIndexing";

const [url = "", file = "", batch = "1", abi = ""] = process.argv.slice(2);
const given = abi === "" ? [] : [{ name: "Ledger", abi: JSON.parse(readFileSync(abi, "utf8")) as unknown[] }];
const place = file.startsWith("{") ? (JSON.parse(file) as DatabaseTarget) : file;
const session = await sessionOf(url);
process.stdout.write("begins\n");
// a line after each batch
const onProgress = ({ low, high }: IndexProgress) => void process.stdout.write(`${low} ${high}\n`);
await indexInto(place, session, { batchBlocks: Number(batch), given, onProgress });
process.exit(0);
