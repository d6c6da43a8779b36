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
import { compilersFolder } from "../../state/solidity/compilersFolder";
import { contractUri, type LensPart } from "../../state/solidity/solidity";
import type { OpenAdapter } from "./adapterProcess";
import { chainOf } from "./debuggedChain";
import { expressionAt, inlineValues } from "./shownVariables";

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
        const { askDebugged } = await import("./debugTransaction");
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
      "chainside.debugTransaction": free(async (target) =>
        (await import("./debugTransaction")).debugTransaction(app, target),
      ),
      "chainside.debugCall": free(async (target) => (await import("./debugCall")).debugCall(app, target)),
      "chainside.askTransaction": free(async () =>
        (await import("./debugTransaction")).askDebugged(app, app.connections.activeGroup),
      ),
    }),
  );
}
