import { Visitor } from "oxc-parser";
import { lineOf, readSources } from "./sources";

/**
 * Where text leaves for a screen, a terminal or the clipboard there is one door, which makes foreign text harmless
 * (docs/security.md). Nobody may go around it.
 */
interface Sink {
  readonly below: string;
  /** What is called, as it is written. */
  readonly callee: RegExp;
  /** The files that are the door. */
  readonly doors: readonly string[];
  readonly instead: string;
}

interface Call {
  readonly callee: { readonly start: number; readonly end: number };
  readonly arguments: readonly unknown[];
  readonly start: number;
}

const sinks: readonly Sink[] = [
  {
    below: "src/cli/",
    callee: /^(?:console\.\w+|process\.std(?:out|err)\.write)$/,
    doors: ["src/cli/print.ts", "src/cli/account/passwords.ts"],
    instead: "print, printJson or complain of src/cli/print.ts",
  },
  {
    below: "src/extension/",
    callee:
      /^vscode\.(?:window\.(?:show(?:Information|Warning|Error)Message|setStatusBarMessage)|env\.clipboard\.writeText)$/,
    doors: ["src/extension/kit/asking/notify.ts"],
    instead: "showInformation, showWarning, showError, showPassing or copyText of kit/asking/notify.ts",
  },
  {
    below: "src/extension/",
    callee: /^vscode\.window\.showInputBox$/,
    doors: ["src/extension/kit/asking/ask.ts"],
    instead: "askText of kit/asking/ask.ts",
  },
  {
    below: "src/extension/",
    callee: /^vscode\.window\.(?:show|create)QuickPick(?:<\w+>)?$/,
    doors: [
      "src/extension/kit/asking/ask.ts",
      "src/extension/flows/signing/confirmSignature.ts",
      "src/extension/flows/nodes/reloadNode.ts",
      "src/extension/features/configLanguage/identityLength.ts",
      "src/extension/features/expansion/expansionChecklist.ts",
    ],
    instead: "askChoice of kit/asking/ask.ts (a door of its own shows its items by shownChoice)",
  },
  {
    below: "src/extension/",
    callee: /\.appendText$/,
    doors: [],
    instead: "appendMarkdown with md`…` of src/text/markdown.ts",
  },
];

/** One line for each call that goes around a door. */
export function checkSinks(): string[] {
  const problems: string[] = [];
  for (const { path, text, program } of readSources("src")) {
    const rules = sinks.filter(({ below, doors }) => path.startsWith(below) && !doors.includes(path));
    if (rules.length === 0) continue;
    const checkMarkdown = (node: Call): void => {
      if (!/\.appendMarkdown$|MarkdownString$/.test(text.slice(node.callee.start, node.callee.end))) return;
      const given = node.arguments[0] as { type: string; tag?: { name?: string } } | undefined;
      const isOurs = given === undefined || given.type === "Literal" || given.tag?.name === "md";
      if (!isOurs)
        problems.push(`${path}:${lineOf(text, node.start)} Markdown is a literal or md\`…\` of src/text/markdown.ts`);
    };
    const check = (node: Call): void => {
      checkMarkdown(node);
      const { callee, start } = node;
      const written = text.slice(callee.start, callee.end).replace(/\s/g, "");
      const broken = rules.find((rule) => rule.callee.test(written));
      if (broken) problems.push(`${path}:${lineOf(text, start)} ${written}: take ${broken.instead}`);
    };
    new Visitor({ CallExpression: check, NewExpression: check }).visit(program);
  }
  return problems;
}
