import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Operation } from "../../src/operations/model/operation";
import { projectFiles, root } from "../lint/sources";
import { withoutComments } from "./operationUse";

/** Every operation is foreseen or asked here, by catalogue, command line and assistants. */
const walkOfAll = "unit/operations/everywhere";

const suffix = ".test.ts";
/** Where operations are done for their own sake; what stands first is named. */
const suites = ["unit/operations/", "unit/cli/", "interop/", "unit/scenarios/", "protocol/", "unit/"];

/** What only spells operations. */
const spelling = /\/(?:completion|chineseComplaints|fieldOptions)\.test/;

const rank = (file: string): number => {
  const found = suites.findIndex((suite) => file.startsWith(suite));
  return found < 0 ? suites.length : found;
};

/** The tests, by their names below `test` without `.test.ts`, those of operations first; without their comments. */
const tests: readonly (readonly [file: string, text: string])[] = projectFiles("test", suffix)
  .map((file) => file.slice("test/".length))
  .filter((file) => !file.startsWith("unit/scripts/") && !spelling.test(file))
  .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
  .map((file) => [file.slice(0, -suffix.length), withoutComments(readFileSync(join(root, "test", file), "utf8"))]);

const firstWith = (words: readonly string[]): string | undefined =>
  tests.find(([, text]) => words.some((each) => text.includes(each)))?.[0];

const known = new Map<string, string>();

/** The test that does an operation. */
export function testOfOperation({ noun, verb, word }: Operation): string {
  const found =
    known.get(word) ??
    firstWith([
      `"${noun} ${verb}"`,
      `"${noun} ${verb} `,
      `"${noun}", "${verb}"`,
      `\`${noun} ${verb} `,
      ` ${word}:`,
      `${word} $`,
    ]) ??
    walkOfAll;
  known.set(word, found);
  return found;
}
