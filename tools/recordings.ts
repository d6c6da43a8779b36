// `npm run -s check:recordings -- DIR…`: feeds recorded traffic of real nodes (JSON files `{meta, records}`) through the
// client's own decoding. Prints `decoded N of M` per method and per kind of thing; exit 1 when anything is not as it must be,
// 2 when a folder cannot be read or holds nothing.
import { basename } from "node:path";
import { checkFolder } from "./recordings/checkFolder";
import { Tally } from "./recordings/tally";

/** A broken rule fails hundreds of cases alike: the first ones say enough. */
const shownProblems = 5;

async function main(folders: readonly string[]): Promise<number> {
  if (folders.length === 0) {
    console.error("usage: npm run -s check:recordings -- DIR…");
    return 2;
  }
  let exitCode = 0;
  for (const folder of folders) {
    const tally = new Tally();
    try {
      await checkFolder(folder, tally);
    } catch (error) {
      console.error(`${folder}: ${error instanceof Error ? error.message : String(error)}`);
      exitCode = 2;
    }
    if (tally.empty) {
      console.error(`${folder}: no recordings here`);
      exitCode = 2;
    }
    console.log(`# ${basename(folder)}`);
    for (const line of tally.lines(shownProblems)) console.log(line);
    if (tally.failed) exitCode ||= 1;
  }
  return exitCode;
}

process.exitCode = await main(process.argv.slice(2));
