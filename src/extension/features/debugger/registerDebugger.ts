import { join } from "node:path";
import * as vscode from "vscode";
import { isTestSource } from "../../../text/sourceNames";
import { debugType, passingToken } from "../../flows/debug/startDebugging";
import { free, registerTargetCommands } from "../../flows/target/chainCommands";
import { commandOf } from "../../kit/commands/commands";
import type { On } from "../../kit/commands/target";
import { meantFolder, requireSourceFolder } from "../../kit/files/workspaceFolder";
import { namedCompiler } from "../../kit/settings/settings";
import type { Chainside } from "../../state/chainside";
import { compilersFolder } from "../../state/solidity/compileService";
import { contractUri, type LensPart } from "../../state/solidity/solidity";
import type { OpenAdapter } from "./adapterProcess";
import { chainOf } from "./debuggedChain";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.debugTransaction": On<"transaction" | "text" | "group">;
    "chainside.debugCall": On<"artifact" | "file" | "contract" | "path">;
    "chainside.askTransaction": () => string | undefined;
  }
}

/** *Debug* above contracts (their constructor) and their functions. A test has one of its own: it begins with `setUp`. */
const debugLens: LensPart = ({ uri, contract, functionName, kind }) =>
  (functionName === undefined && kind !== "contract") || isTestSource(vscode.workspace.asRelativePath(uri))
    ? []
    : [
        {
          ...commandOf("chainside.debugCall", vscode.l10n.t("Debug"), {
            kind: "artifact",
            uri: contractUri(uri, contract),
            first: { signature: functionName ?? "constructor" },
          }),
          tooltip: vscode.l10n.t("Runs the call step by step, without sending anything"),
        },
      ];

/** A test runs on a chain of its own, and stops only where a user wants it or it fails. */
function testConfiguration(
  given: vscode.DebugConfiguration,
  folder: vscode.WorkspaceFolder,
): vscode.DebugConfiguration {
  const solc = namedCompiler(folder.uri);
  return {
    ...(solc === undefined ? {} : { solc }),
    ...given,
    folder: given["folder"] || folder.uri.fsPath,
    trusted: vscode.workspace.isTrusted,
  };
}

/** Fills in what a configuration leaves open: the chain, the folder, and what is to be debugged. */
function configurations(app: Chainside): vscode.DebugConfigurationProvider {
  return {
    provideDebugConfigurations: () => [
      {
        type: debugType,
        request: "launch",
        name: vscode.l10n.t("Debug Transaction"),
        // biome-ignore lint/suspicious/noTemplateCurlyInString: VS Code fills it in.
        transaction: "${command:askTransaction}",
      },
    ],
    resolveDebugConfiguration: async (folder, given) => {
      if (given["test"]) return testConfiguration(given, folder ?? (await requireSourceFolder()));
      const chain = await chainOf(app, given);
      const configuration: vscode.DebugConfiguration = {
        ...given,
        type: debugType,
        request: given.request === "attach" ? "attach" : "launch",
        name: given.name || vscode.l10n.t("Debug Transaction"),
        ...chain,
        folder: given["folder"] || (folder ?? (await requireSourceFolder())).uri.fsPath,
        trusted: vscode.workspace.isTrusted,
      };
      if (!configuration["call"] && !configuration["transaction"]) {
        const { askDebugged } = await import("./debugCall");
        configuration["transaction"] = await askDebugged(app, app.connections.activeGroup);
      }
      return configuration;
    },
  };
}

/** What the `dev_` methods at a URL want to be shown. A configuration may name any URL: the token of a chain of ours is for that chain. */
function tokenFor(app: Chainside, url: unknown): string | undefined {
  const { state } = app.embeddedChain;
  const own = state.kind === "running" && state.ready.url === url ? state.ready.devToken : undefined;
  return passingToken(app, url) ?? own;
}

const openProcess: OpenAdapter = async (start, answers) =>
  new (await import("./adapterProcess")).AdapterProcess(start, answers);

const isWord = (char: string | undefined): boolean => char !== undefined && /^[\w$]$/.test(char);

/** Where a bracket that ends at a place began; −1 where it did not. */
function opening(text: string, end: number): number {
  let depth = 0;
  for (let at = end; at >= 0; at--) {
    const char = text[at];
    if (char === "]" || char === ")") depth++;
    else if (char === "[" || char === "(") {
      depth--;
      if (depth === 0) return at;
    }
  }
  return -1;
}

/**
 * The expression that ends in the word at a column, as far as it stands in the line: `book[msg.sender][7].amount` above `amount`,
 * `book` above `book`. Undefined where no word stands.
 */
export function expressionAt(
  text: string,
  column: number,
): { readonly start: number; readonly end: number } | undefined {
  if (!isWord(text[column])) return undefined;
  let end = column;
  while (isWord(text[end])) end++;
  let start = column;
  while (isWord(text[start - 1])) start--;
  const word = start;
  while (text[start - 1] === ".") {
    let at = start - 2;
    while (text[at] === "]" || text[at] === ")") {
      at = opening(text, at) - 1;
      if (at < -1) return { start: word, end };
    }
    if (!isWord(text[at])) return { start: word, end };
    while (isWord(text[at - 1])) at--;
    start = at;
  }
  return /^\d/.test(text.slice(start, end)) ? undefined : { start, end };
}

/** Lines that values are shown behind at most. */
const maxInlineLines = 200;

/** The line on which the function begins that a line is in; the line itself where none does above it. */
function functionStart(document: vscode.TextDocument, line: number): number {
  for (let at = line; at >= 0 && at > line - maxInlineLines; at--)
    if (/^\s*(?:function|constructor|modifier|fallback|receive)\b/.test(document.lineAt(at).text)) return at;
  return line;
}

/**
 * Names of the function's code above where execution stands: those that are variables are shown behind their lines. What stands above the
 * function may have the same names, but has other values or none.
 */
export const inlineValues: vscode.InlineValuesProvider = {
  provideInlineValues: (document, viewPort, { stoppedLocation }) => {
    const values: vscode.InlineValue[] = [];
    const last = Math.min(stoppedLocation.end.line, viewPort.end.line);
    const first = Math.max(viewPort.start.line, functionStart(document, stoppedLocation.start.line));
    for (let line = first; line <= last; line++) {
      const text = document.lineAt(line).text.split("//")[0] ?? "";
      for (const { index, 0: name } of text.matchAll(/[A-Za-z_$][\w$]*/g)) {
        const range = new vscode.Range(line, index, line, index + name.length);
        values.push(new vscode.InlineValueVariableLookup(range, name, true));
      }
    }
    return values;
  },
};

/** Debugging of transactions, and of calls on the embedded chain (docs/debugging.md). */
export function registerDebugger(app: Chainside, openAdapter: OpenAdapter = openProcess): vscode.Disposable {
  const file = join(app.context.extensionPath, "dist/debugAdapter.js");
  app.solidity.lensParts.push(debugLens);
  return vscode.Disposable.from(
    vscode.debug.registerDebugConfigurationProvider(debugType, configurations(app)),
    vscode.debug.registerDebugAdapterDescriptorFactory(debugType, {
      createDebugAdapterDescriptor: async ({ configuration, workspaceFolder }) => {
        const { adapterAnswers } = await import("./adapterProcess");
        const token = tokenFor(app, configuration["url"]);
        const environment = {
          CHAINSIDE_LOCALE: vscode.env.language,
          CHAINSIDE_SOLC_CACHE: compilersFolder(app.context),
          ...(token === undefined ? {} : { CHAINSIDE_DEV_TOKEN: token }),
        };
        // The configuration may name files of this folder's computer, and of no other.
        const folder = (workspaceFolder ?? meantFolder())?.uri.fsPath;
        const start = { file, folder, environment, warn: (text: string) => app.log.warn(text) };
        return new vscode.DebugAdapterInlineImplementation(
          await openAdapter(start, adapterAnswers(app, configuration)),
        );
      },
    }),
    vscode.languages.registerEvaluatableExpressionProvider(
      { language: "solidity" },
      {
        provideEvaluatableExpression: (document, { line, character }) => {
          const found = expressionAt(document.lineAt(line).text, character);
          return found && new vscode.EvaluatableExpression(new vscode.Range(line, found.start, line, found.end));
        },
      },
    ),
    vscode.languages.registerInlineValuesProvider({ language: "solidity" }, inlineValues),
    registerTargetCommands(app, {
      "chainside.debugTransaction": free(async (target) => (await import("./debugCall")).debugTransaction(app, target)),
      "chainside.debugCall": free(async (target) => (await import("./debugCall")).debugCall(app, target)),
      "chainside.askTransaction": free(async () =>
        (await import("./debugCall")).askDebugged(app, app.connections.activeGroup),
      ),
    }),
  );
}
