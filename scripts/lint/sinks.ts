import { Visitor } from "oxc-parser";
import { lineOf, readSources } from "./sources";

/**
 * Where text leaves for a screen, a terminal or the clipboard there is one door, which makes foreign text harmless
 * (docs/security.md). Nothing may go around it.
 */
interface Sink {
  readonly below: string;
  /** What is called, as it is written. */
  readonly callee: RegExp;
  /** The files that are the door. */
  readonly hostCalls: readonly string[];
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
    hostCalls: ["src/cli/output/print.ts", "src/cli/account/passwords.ts"],
    instead: "print, printJson or complain of src/cli/output/print.ts",
  },
  {
    below: "src/extension/",
    callee:
      /^vscode\.(?:window\.(?:show(?:Information|Warning|Error)Message|setStatusBarMessage)|env\.clipboard\.writeText)$/,
    hostCalls: ["src/extension/kit/messages/notify.ts"],
    instead: "showInformation, showWarning, showError, showPassing or copyText of kit/messages/notify.ts",
  },
  {
    below: "src/extension/",
    callee: /^vscode\.window\.showInputBox$/,
    hostCalls: ["src/extension/kit/asking/ask.ts"],
    instead: "askText of kit/asking/ask.ts",
  },
  {
    below: "src/extension/",
    callee: /^vscode\.window\.(?:show|create)QuickPick(?:<\w+>)?$/,
    hostCalls: ["src/extension/kit/asking/ask.ts", "src/extension/flows/signing/confirmSignature.ts"],
    instead: "askChoice of kit/asking/ask.ts (a door of its own shows its items by shownChoice)",
  },
  {
    below: "src/extension/",
    callee: /^vscode\.window\.withProgress$/,
    hostCalls: ["src/extension/kit/asking/progress.ts"],
    instead: "showProgress of kit/asking/progress.ts",
  },
  {
    below: "src/languageServer/",
    callee: /\.(?:onCodeLens|onDocumentSymbol|onCodeAction|inlayHint\.on)$/,
    hostCalls: ["src/languageServer/documents/answers.ts"],
    instead: "answerLenses, answerHints, answerSymbols or answerActions of src/languageServer/documents/answers.ts",
  },
  {
    below: "src/webview/",
    callee: /(?:^|\.)(?:insertAdjacent(?:HTML|Text)|createTextNode|createContextualFragment|document\.write)$/,
    hostCalls: [],
    instead: "element or setText of src/webview/shared/dom.ts",
  },
  {
    below: "src/extension/",
    callee: /\.appendText$/,
    hostCalls: [],
    instead: "appendMarkdown with md`…` of src/text/markdown.ts",
  },
];

/** A place of an argument that must be made visible there and then. */
interface ShownArgument {
  readonly below: string;
  readonly callee: RegExp;
  readonly argument: number;
}

const shownArguments: readonly ShownArgument[] = [
  { below: "src/extension/", callee: /^vscode\.window\.createWebviewPanel$/, argument: 1 },
  { below: "src/extension/", callee: /^vscode\.Task$/, argument: 2 },
];

interface Assignment {
  readonly left: { readonly start: number; readonly end: number };
  readonly right: unknown;
  readonly start: number;
}

/** Members that are set and then drawn: what is set is made visible there and then, or it is not set. */
const shownMembers: readonly { below: string; member: RegExp; hostCalls: readonly string[]; instead: string }[] = [
  {
    below: "src/extension/",
    member: /\.(?:title|text|validationMessage)$/,
    hostCalls: [],
    instead: "set a call of shown…, visible… or unmistakable…",
  },
  {
    below: "src/webview/",
    member: /\.(?:textContent|innerText|innerHTML|outerHTML)$/,
    hostCalls: ["src/webview/shared/dom.ts"],
    instead: "take setText of src/webview/shared/dom.ts",
  },
];

/** A literal, a text of ours without foreign parts, a name that stands for one that was made visible, or a call that makes it so. */
function isShown(node: unknown, text: string): boolean {
  const { type, start, end, callee } = node as {
    type: string;
    start: number;
    end: number;
    callee?: { start: number; end: number };
    arguments?: readonly { type: string }[];
  };
  if (type === "Literal") return true;
  const called = callee ? text.slice(callee.start, callee.end) : "";
  if (called === "vscode.l10n.t") return (node as { arguments: readonly unknown[] }).arguments.length === 1;
  if (type === "Identifier") {
    const made = `const ${text.slice(start, end)} = `;
    return text.includes(`${made}visible`) || text.includes(`${made}unmistakable`);
  }
  return /^(?:shown|visible|unmistakable)\w*$/.test(called);
}

/** Templates make text visible; Lit's own don't, and take HTML where it is a property. */
const templates = "src/webview/shared/html.ts";

function checkTemplates(path: string, text: string): string[] {
  if (!path.startsWith("src/webview/") || path === templates) return [];
  const around = /from "lit(?:-html|-element)?[/"]|\.(?:inner|outer)HTML=/.exec(text);
  return around ? [`${path}:${lineOf(text, around.index)} ${around[0]}: take html\`…\` of ${templates}`] : [];
}

/** One line for each call that goes around a door. */
export function checkSinks(): string[] {
  const problems: string[] = [];
  for (const { path, text, program } of readSources("src")) {
    problems.push(...checkTemplates(path, text));
    const rules = sinks.filter(({ below, hostCalls }) => path.startsWith(below) && !hostCalls.includes(path));
    const given = shownArguments.filter(({ below }) => path.startsWith(below));
    const members = shownMembers.filter(({ below, hostCalls }) => path.startsWith(below) && !hostCalls.includes(path));
    if (rules.length + given.length + members.length === 0) continue;
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
      for (const each of given.filter((rule) => rule.callee.test(written)))
        if (!isShown(node.arguments[each.argument], text))
          problems.push(
            `${path}:${lineOf(text, start)} ${written}: argument ${each.argument} is a call of shown… or visible…`,
          );
    };
    const checkAssignment = ({ left, right, start }: Assignment): void => {
      const written = text.slice(left.start, left.end);
      const broken = members.find(({ member }) => member.test(written));
      if (broken && (path.startsWith("src/webview/") || !isShown(right, text)))
        problems.push(`${path}:${lineOf(text, start)} ${written}: ${broken.instead}`);
    };
    new Visitor({ CallExpression: check, NewExpression: check, AssignmentExpression: checkAssignment }).visit(program);
  }
  return problems;
}
