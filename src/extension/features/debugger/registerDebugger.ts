import { join } from "node:path";
import * as vscode from "vscode";
import { free, registerTargetCommands } from "../../flows/target/chainCommands";
import { askText } from "../../kit/asking/ask";
import { registerCommands } from "../../kit/commands/registerCommands";
import type { Chainside } from "../../state/chainside";
import type { LensPart } from "../../state/solidity/solidity";

const type = "fisco-bcos";
const hash = /^0x[0-9a-fA-F]{64}$/;

/** What a lens says is to be debugged. */
interface CallSubject {
  readonly contract: string;
  readonly function?: string;
}

const isSubject = (value: unknown): value is CallSubject =>
  typeof value === "object" && value !== null && typeof (value as { contract?: unknown }).contract === "string";

/** *Debug* above contracts (their constructor) and their functions. */
const debugLens: LensPart = ({ uri, contract, functionName, kind }) =>
  functionName === undefined && kind !== "contract"
    ? []
    : [
        {
          title: vscode.l10n.t("Debug"),
          tooltip: vscode.l10n.t("Runs it step by step, without sending anything"),
          command: "chainside.debugCall",
          arguments: [
            {
              contract: `${vscode.workspace.asRelativePath(uri, false)}:${contract}`,
              ...(functionName === undefined ? {} : { function: functionName }),
            },
          ],
        },
      ];

function folderOf(): vscode.WorkspaceFolder {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!folder) {
    throw new Error(vscode.l10n.t("Open a folder with the contracts first: their sources are needed to debug."));
  }
  return folder;
}

const askHash = (): Promise<string> =>
  askText({
    title: vscode.l10n.t("Debug Transaction"),
    prompt: vscode.l10n.t("Hash of the transaction to debug"),
    validate: (text) => (hash.test(text.trim()) ? undefined : vscode.l10n.t("A hash is 0x and 64 hex digits")),
  });

/** Arguments as JSON writes them, without the brackets around them; what is no JSON counts as one text each. */
function readArguments(text: string): unknown[] {
  if (text.trim() === "") return [];
  try {
    return JSON.parse(`[${text}]`) as unknown[];
  } catch {
    return text.split(",").map((each) => each.trim());
  }
}

/** Fills in what a configuration leaves open: the embedded chain, the folder, and what is to be debugged. */
function configurations(app: Chainside): vscode.DebugConfigurationProvider {
  return {
    provideDebugConfigurations: () => [
      { type, request: "launch", name: vscode.l10n.t("Debug Transaction"), transaction: "" },
    ],
    resolveDebugConfiguration: async (folder, given) => {
      const ready = await app.embeddedChain.start();
      const configuration: vscode.DebugConfiguration = {
        ...given,
        type,
        request: "launch",
        name: given.name || vscode.l10n.t("Debug Transaction"),
        url: given["url"] || ready.url,
        group: given["group"] || ready.groups[0],
        folder: given["folder"] || (folder ?? folderOf()).uri.fsPath,
        trusted: vscode.workspace.isTrusted,
      };
      if (!configuration["call"] && !configuration["transaction"])
        configuration["transaction"] = (await askHash()).trim();
      return configuration;
    },
  };
}

/** Names of the code above where execution stands: those that are variables are shown behind their lines. */
const inlineValues: vscode.InlineValuesProvider = {
  provideInlineValues: (document, viewPort, { stoppedLocation }) => {
    const values: vscode.InlineValue[] = [];
    const last = Math.min(stoppedLocation.end.line, viewPort.end.line);
    for (let line = Math.max(viewPort.start.line, last - 40); line <= last; line++) {
      const text = document.lineAt(line).text.split("//")[0] ?? "";
      for (const { index, 0: name } of text.matchAll(/[A-Za-z_$][\w$]*/g)) {
        const range = new vscode.Range(line, index, line, index + name.length);
        values.push(new vscode.InlineValueVariableLookup(range, name, true));
      }
    }
    return values;
  },
};

/** Debugging of transactions and calls on the embedded chain (docs/debugging.md). */
export function registerDebugger(app: Chainside): vscode.Disposable {
  const program = join(app.context.extensionPath, "dist/debugAdapter.js");
  const start = (name: string, what: Readonly<Record<string, unknown>>): Thenable<boolean> =>
    vscode.debug.startDebugging(folderOf(), { type, request: "launch", name, ...what });
  app.solidity.lensParts.push(debugLens);
  return vscode.Disposable.from(
    vscode.debug.registerDebugConfigurationProvider(type, configurations(app)),
    vscode.debug.registerDebugAdapterDescriptorFactory(type, {
      createDebugAdapterDescriptor: () => {
        const { state } = app.embeddedChain;
        const token = state.kind === "running" ? state.ready.devToken : undefined;
        return new vscode.DebugAdapterExecutable(process.execPath, [program], {
          env: {
            ELECTRON_RUN_AS_NODE: "1",
            CHAINSIDE_LOCALE: vscode.env.language,
            CHAINSIDE_SOLC_CACHE:
              process.env["CHAINSIDE_SOLC_CACHE"] || join(app.context.globalStorageUri.fsPath, "solc"),
            ...(token === undefined ? {} : { CHAINSIDE_DEV_TOKEN: token }),
          },
        });
      },
    }),
    vscode.languages.registerInlineValuesProvider({ language: "solidity" }, inlineValues),
    registerTargetCommands(app, {
      "chainside.debugTransaction": free(async (target) => {
        const transaction = target.kind === "transaction" ? target.hash : (await askHash()).trim();
        await start(transaction, { transaction });
      }),
    }),
    registerCommands(app, {
      "chainside.debugCall": async (given) => {
        const title = vscode.l10n.t("Debug Call");
        const subject: CallSubject = isSubject(given)
          ? given
          : {
              contract: await askText({
                title,
                prompt: vscode.l10n.t("Contract to debug: Coin, or contracts/Coin.sol:Coin"),
              }),
            };
        const called =
          subject.function ??
          (isSubject(given)
            ? "constructor"
            : await askText({ title, prompt: vscode.l10n.t("Function to debug, or constructor") }));
        const words = await askText({
          title,
          prompt: vscode.l10n.t("Arguments of {0}, with commas between (may stay empty)", called),
        });
        await start(called, { call: { contract: subject.contract, function: called, args: readArguments(words) } });
      },
    }),
  );
}
