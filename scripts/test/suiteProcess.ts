// One suite in a process of its own, started by lanes.ts: suiteProcess.ts NAME RESULT FILES SCOPE OPTIONS…
// The result goes into the file RESULT; FILES is a JSON list of the suite's files to run, all if it is empty. SCOPE: whole, smoke.
import { writeFileSync } from "node:fs";
import { isSuiteName, readOptions } from "./options";
import { processorSeconds } from "./processorTime";
import { runSuite } from "./suites";

const [name = "", resultPath = "", files = "[]", scope = "whole", ...args] = process.argv.slice(2);
if (!isSuiteName(name)) throw new Error(`unknown suite "${name}"`);
const result = await runSuite(
  name,
  readOptions(args),
  JSON.parse(files) as string[],
  scope === "smoke" ? "smoke" : "whole",
);
writeFileSync(resultPath, JSON.stringify({ ...result, processorSeconds: processorSeconds() }));
