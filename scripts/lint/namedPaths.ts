import { Visitor } from "oxc-parser";
import { lineOf, readSources, type SourceFile } from "./sources";

/**
 * A path that a text names is looked at only through `src/files`, whose doors take what `namedPath` has judged (docs/security.md, "Paths
 * that a text names"). A file that looks at the disk by itself stands here, with where his paths come from; a folder stands for all below
 * it.
 */
const reasons = {
  own: "files that the program made, or that belong to it",
  given: "what the person typed, chose or has open",
  found: "what a listing gave, and names of ours in such a folder",
  judged: "its functions take what the door has judged, by their types or after `namedPath` in the same file",
} as const;

const disk: Readonly<Record<string, keyof typeof reasons>> = {
  "src/text/catalogueFile.ts": "own",
  "src/languageServer/documents/rulePage.ts": "own",
  "src/devchain/": "own",
  "src/processes/exclusive/": "own",
  "src/processes/nodes/": "found",
  "src/processes/installedProgram.ts": "found",
  "src/processes/programFile.ts": "own",
  "src/history/": "given",
  "src/signing/audit/": "given",
  "src/nodeLogs/": "found",
  "src/debugger/adapter/sessionServer.ts": "own",
  "src/solidity/compile/": "own",
  "src/solidity/solc/": "own",
  "src/solidity/compilerReleases/": "judged",
  "src/solidity/deployed/manifestFile.ts": "judged",
  "src/solidity/imports/gatherSources.ts": "judged",
  "src/solidity/project/projectRoot.ts": "judged",
  "src/contractTests/discover/": "found",
  "src/chain/certificates/": "given",
  "src/chain/profile/": "judged",
  "src/cli/": "given",
  "src/cli/lint/nodeFolder.ts": "judged",
  "src/languageServer/workspace/": "judged",
  "src/web3/sending/queueFile.ts": "given",
  "src/extension/state/chainIndex/": "own",
  "src/extension/state/embeddedChain/": "own",
  "src/extension/state/nodeFolders/": "found",
  "src/extension/flows/nodes/runNodeScript.ts": "found",
  "src/extension/flows/target/staleArtifact.ts": "judged",
  "src/extension/features/accounts/keyFileCommands.ts": "given",
  "src/extension/features/analyzers/": "found",
  "src/extension/features/scenarios/": "judged",
  "src/extension/flows/commandLine/writeLaunchers.ts": "own",
};

/** The same for `vscode.Uri.file`: opening it has VS Code look there. */
const addresses: Readonly<Record<string, keyof typeof reasons>> = {
  "src/extension/kit/files/namedUri.ts": "judged",
  "src/extension/kit/files/typedUri.ts": "given",
  "src/extension/features/buildChain/buildChain.ts": "given",
  "src/extension/features/contractTests/": "found",
  "src/extension/features/inspection/registerInspection.ts": "judged",
  "src/extension/features/nodeLogs/": "found",
  "src/extension/features/scenarios/": "judged",
  "src/extension/features/solidity/": "judged",
  "src/extension/flows/contracts/": "judged",
  "src/extension/flows/target/staleArtifact.ts": "judged",
  "src/extension/state/solidity/": "judged",
};

const looking = /^(?:node:)?fs(?:\/promises)?$|^(?:tinyglobby|fast-glob|glob)$/;
const entryFor = (list: Readonly<Record<string, unknown>>, path: string): string | undefined =>
  Object.keys(list)
    .filter((entry) => (entry.endsWith("/") ? path.startsWith(entry) : path === entry))
    .sort((left, right) => right.length - left.length)[0];

interface Finding {
  readonly list: Readonly<Record<string, unknown>>;
  readonly offset: number;
  readonly what: string;
}

function findings({ path, text, program, imports }: SourceFile): Finding[] {
  const found: Finding[] = imports
    .filter(({ specifier }) => looking.test(specifier))
    .map(({ specifier, offset }) => ({ list: disk, offset, what: specifier }));
  if (path.startsWith("src/extension/")) {
    new Visitor({
      CallExpression: ({ callee, start }) => {
        if (text.slice(callee.start, callee.end) === "vscode.Uri.file")
          found.push({ list: addresses, offset: start, what: "vscode.Uri.file" });
      },
    }).visit(program);
  }
  return found;
}

/** One line for each file that looks at paths by itself without standing in the list, and for each entry that no file needs. */
export function namedPathProblems(sources: readonly SourceFile[]): string[] {
  const problems: string[] = [];
  const used = new Set<string>();
  for (const source of sources) {
    if (source.path.startsWith("src/files/")) continue;
    for (const { list, offset, what } of findings(source)) {
      const entry = entryFor(list, source.path);
      if (entry !== undefined) used.add(`${list === disk} ${entry}`);
      else
        problems.push(
          `${source.path}:${lineOf(source.text, offset)} ${what}: paths that a text names go through src/files (look.ts, regularFile.ts) or kit/files/namedUri.ts; others stand in scripts/lint/namedPaths.ts`,
        );
    }
  }
  for (const list of [disk, addresses])
    for (const entry of Object.keys(list))
      if (!used.has(`${list === disk} ${entry}`))
        problems.push(`scripts/lint/namedPaths.ts: ${entry} looks at nothing`);
  return problems;
}

export const checkNamedPaths = (): string[] => namedPathProblems(readSources("src"));
