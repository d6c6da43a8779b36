import { Visitor } from "oxc-parser";
import { lineOf, readSources, type SourceFile } from "./sources";

/**
 * A link in a project may lead anywhere, so what is written goes through a door that follows none (docs/security.md, "The workspace"). A
 * file that writes by itself stands here, with why no link leads it elsewhere; a folder stands for all below it.
 */
const reasons = {
  door: "the door itself: a link is refused, or the name was nobody's before",
  own: "in folders of the program's own, in which no one else writes",
  given: "opens as its callers say, who are looked at here",
} as const;

const writing: Readonly<Record<string, keyof typeof reasons>> = {
  "src/cli/output/outputFile.ts": "door",
  "src/cli/account/keyFileOnDisk.ts": "door",
  "src/cli/assistants/assistantChain.ts": "door",
  "src/cli/monitor/alertStore.ts": "own",
  "src/extension/kit/files/writeFile.ts": "door",
  "src/extension/features/accounts/keyFileCommands.ts": "door",
  "src/extension/flows/commandLine/writeLaunchers.ts": "own",
  "src/extension/features/expansion/expansionChecklist.ts": "door",
  "src/extension/features/expansion/addNodeFolder.ts": "own",
  "src/extension/state/embeddedChain/chainFolder.ts": "own",
  "src/files/openFile.ts": "given",
  "src/files/wholeFile.ts": "door",
  "src/history/sinks/parquetSink.ts": "door",
  "src/history/sqlite/": "door",
  "src/processes/exclusive/": "door",
  "src/devchain/": "own",
  "src/chain/certificates/renewal.ts": "door",
  "src/processes/nodes/nodeProgram.ts": "door",
};

const called =
  /^(?:(?:fs\.)?(?:writeFile|appendFile|createWriteStream|copyFile|cp)(?:Sync)?|vscode\.workspace\.fs\.(?:writeFile|copy|rename))$/;
/** `open(path, "w")`, `openSync(path, O_RDWR | …)`, `withOpenFile(path, flags, …)`; what only reads says so by none of them. */
const opened = /^(?:fs\.)?(?:open|openSync|withOpenFile)$/;
const toWrite = /^["'](?:w|a|r\+)|O_(?:WRONLY|RDWR|CREAT|APPEND)|^flags$/;

function offsetsIn({ text, program, path }: SourceFile): number[] {
  const found: number[] = [];
  if (path.startsWith("src/webview/")) return found;
  new Visitor({
    CallExpression: ({ callee, arguments: given, start }) => {
      const name = text.slice(callee.start, callee.end);
      const flags = given[1] ? text.slice(given[1].start, given[1].end) : "";
      if (called.test(name) || (opened.test(name) && toWrite.test(flags))) found.push(start);
    },
  }).visit(program);
  return found;
}

const entryFor = (path: string): string | undefined =>
  Object.keys(writing).find((entry) => (entry.endsWith("/") ? path.startsWith(entry) : path === entry));

/** One line for each call that writes without standing in the list, and for each entry that no file needs. */
export function writtenFileProblems(sources: readonly SourceFile[]): string[] {
  const used = new Set<string>();
  const problems = sources.flatMap((source) =>
    offsetsIn(source).flatMap((offset) => {
      const entry = entryFor(source.path);
      if (entry === undefined)
        return [
          `${source.path}:${lineOf(source.text, offset)} what is written goes through writeOutput of src/cli/output/outputFile.ts or writeChosen of kit/files/writeFile.ts; others stand in scripts/lint/writtenFiles.ts`,
        ];
      used.add(entry);
      return [];
    }),
  );
  return [
    ...problems,
    ...Object.keys(writing)
      .filter((entry) => !used.has(entry))
      .map((entry) => `scripts/lint/writtenFiles.ts: ${entry} writes nothing`),
  ];
}

export const checkWrittenFiles = (): string[] => writtenFileProblems(readSources("src"));
