import { stripVTControlCharacters } from "node:util";

/** Where vitest begins to list what failed, or mocha. */
const beginning = /^\W*(Failed Tests|Failed Suites|Unhandled Errors|Unhandled Rejection)\b|^\s*\d+ failing\b/;
const maxLines = 150;
/** Of a suite that has no such list. */
const lastLines = 30;

/** The lines of a suite's output that say what failed and why: its own list of failures, else its end. */
export function failureReport(printed: string): string {
  const lines = stripVTControlCharacters(printed).trimEnd().split("\n");
  const begin = lines.findIndex((line) => beginning.test(line));
  return (begin < 0 ? lines.slice(-lastLines) : lines.slice(begin, begin + maxLines)).join("\n");
}
