import { expect, it } from "vitest";
import { parseSource } from "../../../scripts/lint/sources";
import { writtenFileProblems } from "../../../scripts/lint/writtenFiles";

const problemsOf = (path: string, text: string): string[] =>
  writtenFileProblems([parseSource(path, text)]).filter((line) => line.startsWith(path));

it("nobody writes a file by himself who isn't known to", () => {
  for (const text of [
    "await writeFile(path, text);",
    "await vscode.workspace.fs.writeFile(uri, bytes);",
    'openSync(path, "w");',
    "openSync(path, O_RDWR | O_CREAT);",
    "await withOpenFile(path, flags, work);",
    "cpSync(from, to);",
  ])
    expect(problemsOf("src/cli/watch/a.ts", text), text).toHaveLength(1);
  for (const text of ["openSync(path, withoutWaiting);", 'await open(path, "r");', "await file.writeFile(text);"])
    expect(problemsOf("src/cli/watch/a.ts", text), text).toEqual([]);
  expect(problemsOf("src/cli/output/outputFile.ts", "await writeFile(path, text);")).toEqual([]);
});
