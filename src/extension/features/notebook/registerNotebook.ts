import * as vscode from "vscode";
import { readNotebook, writeNotebook } from "../../../chain/notebook/notebookFile";
import { clientError } from "../../../errors/clientError";
import type { ResultMessage } from "../../../webview/notebookResult/messages";
import {
  cellData,
  cellKind,
  notebookInFront,
  notebookType,
  rendererId,
  requestLanguage,
} from "../../flows/notebook/cells";
import { namedChain } from "../../flows/notebook/notebookChain";
import { openRecord } from "../../flows/records/showRecord";
import { targetGroup } from "../../flows/target/askGroup";
import { free, reads, registerTargetCommands } from "../../flows/target/chainCommands";
import { inGroup, nothing } from "../../flows/target/target";
import { commandOf, runCommand } from "../../kit/commands/commands";
import type { On, Target } from "../../kit/commands/target";
import type { ErrorReporter } from "../../kit/errors/errorReporter";
import { showInformation } from "../../kit/messages/notify";
import { Parts } from "../../kit/registration/parts";
import { shownLabel } from "../../kit/text/shownText";
import type { Chainside } from "../../state/chainside";
import { CellOrder } from "./cellOrder";
import { chainText, notebookGroup, selectNotebookChain } from "./notebookChain";

/** @throws ChainError usage `badNotebook`: what isn't UTF-8 would be saved as something else */
function textOf(content: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch (cause) {
    throw clientError("badNotebook", { problem: "not UTF-8" }, { cause });
  }
}

/** Between `.chain-nb` files and notebooks. What is not a notebook of ours is refused, so that saving cannot lose it. */
export class NotebookSerializer implements vscode.NotebookSerializer {
  constructor(private readonly errors: ErrorReporter) {}

  async deserializeNotebook(content: Uint8Array): Promise<vscode.NotebookData> {
    try {
      const { connection, group, cells } = readNotebook(textOf(content));
      const data = new vscode.NotebookData(cells.map(({ kind, text }) => cellData(kind, text)));
      data.metadata = { connection, group };
      return data;
    } catch (error) {
      // VS Code says no more than that there was an error.
      void this.errors.show(error);
      throw error;
    }
  }

  serializeNotebook({ cells, metadata }: vscode.NotebookData): Uint8Array {
    const text = writeNotebook({
      connection: metadata?.["connection"],
      group: metadata?.["group"],
      cells: cells.map(({ kind, value }) => ({ kind: cellKind(kind), text: value })),
    });
    return new TextEncoder().encode(text);
  }
}

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.addToNotebook": On<"transaction" | "contract" | "group">;
    "chainside.newNotebook": () => void;
    "chainside.selectNotebookChain": On<"notebook">;
  }
}

/** Runs the cells of every notebook of ours. */
function createController(app: Chainside): vscode.NotebookController {
  const controller = vscode.notebooks.createNotebookController(notebookType, notebookType, "FISCO BCOS");
  let order = 0;
  controller.supportedLanguages = [requestLanguage];
  controller.supportsExecutionOrder = true;
  const inOrder = new CellOrder<vscode.NotebookDocument>();
  controller.executeHandler = (cells, notebook) => {
    const waiting = cells.map((cell) => controller.createNotebookCellExecution(cell));
    return inOrder.run(notebook, waiting, async (cell) => (await import("./runCells")).runCell(app, cell, ++order));
  };
  return controller;
}

/** Below each cell: which chain its requests go to, and a way to choose another. */
function statusBar(app: Chainside): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const provideCellStatusBarItems = ({ kind, notebook }: vscode.NotebookCell): vscode.NotebookCellStatusBarItem[] => {
    if (kind !== vscode.NotebookCellKind.Code) return [];
    const text = chainText(app, notebook) ?? vscode.l10n.t("no chain");
    const right = vscode.NotebookCellStatusBarAlignment.Right;
    const item = new vscode.NotebookCellStatusBarItem(shownLabel(`$(layers) ${text}`), right);
    item.tooltip = namedChain(notebook).connection
      ? vscode.l10n.t("The chain of this notebook. Click to change it")
      : vscode.l10n.t("The active group. Click to select a chain for this notebook");
    item.command = commandOf("chainside.selectNotebookChain", item.tooltip, { kind: "notebook", notebook });
    return [item];
  };
  return vscode.Disposable.from(
    changed,
    app.connections.onDidChangeActiveGroup(() => changed.fire()),
    vscode.workspace.onDidChangeNotebookDocument(({ metadata }) => {
      if (metadata) changed.fire();
    }),
    vscode.notebooks.registerNotebookCellStatusBarItemProvider(notebookType, {
      onDidChangeCellStatusBarItems: changed.event,
      provideCellStatusBarItems,
    }),
  );
}

/** What a reader clicks in a result: it is of the chain that its cell ran on, whichever the notebook names since. */
async function follow(app: Chainside, notebook: vscode.NotebookDocument, message: ResultMessage): Promise<void> {
  const { chain } = message;
  if (message.kind === "explain") {
    const text: Target = { kind: "text", text: message.text };
    await runCommand("chainside.explain", chain === undefined ? text : inGroup(app, text, chain));
    return;
  }
  const { kind, key } = message.target;
  const group = await (chain === undefined
    ? notebookGroup(app, notebook)
    : targetGroup(app, inGroup(app, nothing, chain)));
  if (kind === "debug") await runCommand("chainside.debugTransaction", { kind: "transaction", hash: key, group });
  else await openRecord(group, kind, key);
}

/** The notebook a command is about: the clicked one, else the one in front. */
const notebookOf = (target: Target): vscode.NotebookDocument | undefined =>
  target.kind === "notebook" ? target.notebook : notebookInFront();

/** What an editor answers about cells; each part is loaded when it is asked for. */
function languageOfCells(app: Chainside): vscode.Disposable {
  const cells = { notebookType, language: requestLanguage };
  const names = () => import("./requestNames");
  const { languages } = vscode;
  return vscode.Disposable.from(
    languages.registerCompletionItemProvider(
      cells,
      {
        provideCompletionItems: async (document, position) =>
          (await import("./requestCompletion")).requestCompletions(app, document, position),
      },
      " ",
      ".",
    ),
    languages.registerCodeActionsProvider(cells, {
      provideCodeActions: async (document) => (await import("./cellDiagnostics")).requestFixes(document),
    }),
    languages.registerDocumentFormattingEditProvider(cells, {
      provideDocumentFormattingEdits: async (document) => (await import("./cellDiagnostics")).requestFormat(document),
    }),
    languages.registerHoverProvider(cells, {
      provideHover: async (document, position) => (await names()).requestHover(app, document, position),
    }),
    languages.registerDefinitionProvider(cells, {
      provideDefinition: async (document, position) => (await names()).requestDefinition(app, document, position),
    }),
    languages.registerReferenceProvider(cells, {
      provideReferences: async (document, position) => (await names()).requestReferences(document, position),
    }),
    languages.registerRenameProvider(cells, {
      prepareRename: async (document, position) => (await names()).requestRenameRange(document, position),
      provideRenameEdits: async (document, position, newName) =>
        (await names()).requestRename(document, position, newName),
    }),
  );
}

/** What is wrong with cells, from the first notebook on. */
function problemsOfCells(app: Chainside): vscode.Disposable {
  const parts = new Parts();
  let began = false;
  const begin = async (notebook: vscode.NotebookDocument): Promise<void> => {
    if (began || notebook.notebookType !== notebookType) return;
    began = true;
    const { CellDiagnostics } = await import("./cellDiagnostics");
    parts.add(new CellDiagnostics(app));
  };
  for (const notebook of vscode.workspace.notebookDocuments) begin(notebook).catch(app.errors.log);
  parts.add(vscode.workspace.onDidOpenNotebookDocument((notebook) => void begin(notebook).catch(app.errors.log)));
  return parts;
}

/** Notebooks of requests (`*.chain-nb`): JSON-RPC calls, contract calls and transactions that are worth keeping. */
export function registerNotebook(app: Chainside): vscode.Disposable {
  const messaging = vscode.notebooks.createRendererMessaging(rendererId);
  return vscode.Disposable.from(
    vscode.workspace.registerNotebookSerializer(notebookType, new NotebookSerializer(app.errors), {
      transientOutputs: true,
    }),
    createController(app),
    statusBar(app),
    messaging.onDidReceiveMessage(({ editor, message }) => {
      follow(app, editor.notebook, message).catch((error: unknown) => void app.errors.show(error));
    }),
    languageOfCells(app),
    problemsOfCells(app),
    registerTargetCommands(app, {
      "chainside.addToNotebook": reads(async (group, target) =>
        (await import("./addToNotebook")).addToNotebook(app, group, target),
      ),
      "chainside.newNotebook": free(async () => (await import("./addToNotebook")).newNotebook()),
      "chainside.selectNotebookChain": free(async (target) => {
        const notebook = notebookOf(target);
        if (notebook) await selectNotebookChain(app, notebook);
        else void showInformation(vscode.l10n.t("First open a notebook of requests."));
      }),
    }),
  );
}
