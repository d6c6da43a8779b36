import { Visitor } from "oxc-parser";
import { lineOf, readSources, type SourceFile } from "./sources";

/** Who starts programs of ours, or speaks over the channel of a process, beside `src/processes`, and why. */
const others: Readonly<Record<string, string>> = {
  "src/devchain/devChainProcess.ts": "a program of the command line, which says to a starter where its chain listens",
  "src/extension/state/embeddedChain/chainProcess.ts": "starts it",
};

interface Node {
  readonly type: string;
  readonly name?: string;
  readonly value?: unknown;
  readonly object?: Node;
  readonly property?: Node;
}

/** Whether it is a member of `process` of that name. */
const isOfProcess = ({ type, object, property }: Node, name: string): boolean =>
  type === "MemberExpression" && object?.name === "process" && property?.name === name;

/** Programs of ours are started and spoken to through `src/processes` (docs/architecture.md, "Processes of our own"). */
export function startedPrograms({ path, text, program, imports }: SourceFile): string[] {
  if (path.startsWith("src/processes/") || path in others) return [];
  const found = imports.filter(({ specifier }) => /^(?:node:)?(?:worker_threads|cluster)$/.test(specifier));
  const at = found.map(({ offset }) => offset);
  new Visitor({
    ImportDeclaration({ source, specifiers, start }) {
      if (!/^(?:node:)?child_process$/.test(source.value)) return;
      const names = specifiers.map((each) => ("imported" in each ? (each.imported as Node).name : "fork"));
      if (names.includes("fork")) at.push(start);
    },
    // asking whether there is a channel says nothing over it
    CallExpression({ callee, arguments: [first], start }) {
      const called = callee as Node;
      const isMessage = (first as Node | undefined)?.value === "message";
      if (isOfProcess(called, "send") || (called.object && isOfProcess(called.object, "send"))) at.push(start);
      else if (isMessage && (isOfProcess(called, "on") || isOfProcess(called, "once"))) at.push(start);
    },
  }).visit(program);
  return at.map((offset) => `${path}:${lineOf(text, offset)} programs are started and spoken to through src/processes`);
}

export const checkStartedPrograms = (): string[] => readSources("src").flatMap(startedPrograms);
