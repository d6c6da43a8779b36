// What vitest writes down with `--reporter=json`, as far as it is read here.
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "../lint/sources";

export interface VitestReport {
  testResults: {
    /** The file's absolute path. */
    name: string;
    status: string;
    /** Why the file as a whole failed. */
    message?: string;
    assertionResults: { status: string; fullName?: string; failureMessages?: string[] | null }[];
  }[];
}

/** Lines of a message that are shown; the rest stands in the suite's log. */
const linesOfMessage = 12;

/** Each failure of a report: its file and test, and below it the first lines of its message. */
export function failuresIn({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((each) => each.status === "failed");
    if (status === "failed" && failed.length === 0) return [failure(file, message ?? "")];
    return failed.map((test) => failure(`${file} > ${test.fullName ?? ""}`, test.failureMessages?.join("\n") ?? ""));
  });
}

function failure(title: string, message: string): string {
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.includes("node_modules"));
  return [title, ...lines.slice(0, linesOfMessage).map((line) => `    ${line.slice(0, 300)}`)].join("\n");
}
