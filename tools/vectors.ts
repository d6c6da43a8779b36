// `npm run -s check:vectors -- FILE…`: runs our code on files of official answers (JSON with `vectors` or `keys`), told
// apart by what they hold. Prints `matched N of M` per kind; exit 1 on any mismatch, 2 when a file cannot be used.
import { readFileSync } from "node:fs";
import { parseExactJson } from "../src/chain/json/exactJson";
import { checkVectorFile } from "./vectors/checkVectorFile";
import type { KindOutcome, VectorFile } from "./vectors/vectorKind";

/** A broken rule fails hundreds of cases alike: the first ones say enough. */
const shownMismatches = 5;

function report(outcome: KindOutcome): void {
  console.log(`${outcome.kind}: matched ${outcome.matched} of ${outcome.total}`);
  for (const line of outcome.mismatches.slice(0, shownMismatches)) console.log(`  ${line}`);
  const hidden = outcome.mismatches.length - shownMismatches;
  if (hidden > 0) console.log(`  … and ${hidden} more`);
}

/** One JSON value, or one a line. */
function readVectorFile(file: string): VectorFile {
  const text = readFileSync(file, "utf8");
  if (!file.endsWith(".jsonl")) return parseExactJson(text) as VectorFile; // numbers may be of any length
  const lines = text.split("\n").filter((line) => line !== "");
  return { vectors: lines.map((line) => JSON.parse(line) as unknown) };
}

async function main(files: readonly string[]): Promise<number> {
  if (files.length === 0) {
    console.error("usage: npm run -s check:vectors -- FILE…");
    return 2;
  }
  let exitCode = 0;
  for (const file of files) {
    try {
      const outcomes = await checkVectorFile(readVectorFile(file));
      outcomes.forEach(report);
      if (outcomes.some((outcome) => outcome.mismatches.length > 0)) exitCode ||= 1;
    } catch (error) {
      console.error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
      exitCode = 2;
    }
  }
  return exitCode;
}

process.exitCode = await main(process.argv.slice(2));
