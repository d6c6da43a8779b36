// One suite in a process of its own, started by lanes.ts: suiteProcess.ts NAME RESULT FILES OPTIONS…
// The result goes into the file RESULT; FILES is a JSON list of the suite's files to run, all if it is empty.
import { writeFileSync } from "node:fs";
import { isSuiteName, readOptions } from "./options";
import { processorSeconds } from "./processorTime";
import { runSuite } from "./suites";

const [name = "", resultPath = "", files = "[]", ...args] = process.argv.slice(2);
if (!isSuiteName(name)) throw new Error(`unknown suite "${name}"`);
const result = await runSuite(name, readOptions(args), JSON.parse(files) as string[]);
writeFileSync(resultPath, JSON.stringify({ ...result, processorSeconds: processorSeconds() }));
