import * as vscode from "vscode";
import type { QueryResultState } from "../../../webview/queryResult/messages";
import { queryLanguage } from "../../flows/history/openQuery";
import { free, reads, registerTargetCommands } from "../../flows/target/chainCommands";
import { commandOf } from "../../kit/commands/commands";
import type { On } from "../../kit/commands/target";
import { OpenPages } from "../../kit/pages/openPages";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { groupTitle } from "../../state/connections/groupTitle";
import type { QueryContent, QueryPanel } from "./queryPanel";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.newChainQuery": On<"group">;
    "chainside.openSavedQuery": On<"group">;
    "chainside.runChainQuery": On<"group">;
  }
}

/** The state of a page comes from the window's memory: what is not as it should be is left alone. */
function restoredContent(state: unknown): QueryContent | undefined {
  const { content } = (state ?? {}) as Partial<QueryResultState>;
  const { source, groupId, place, name, sql, parameters } = (content ?? {}) as Partial<QueryContent>;
  if (![source, groupId, place, name, sql].every((text) => typeof text === "string")) return undefined;
  const values = Object.entries(parameters ?? {}).filter(([, value]) => ["string", "number"].includes(typeof value));
  return { source, groupId, place, name, sql, parameters: Object.fromEntries(values) } as QueryContent;
}

const selector: vscode.DocumentSelector = { language: queryLanguage };

/** What helps to write a query: completion, hover, the engine's findings, and a lens that runs it. */
function registerHelp(app: Chainside): vscode.Disposable {
  const lensChanged = new vscode.EventEmitter<void>();
  const known = async () => {
    const { queryTables } = await import("../../flows/queries/queryHelp");
    const group = app.connections.activeGroup;
    return group ? queryTables(app, group) : [];
  };
  return vscode.Disposable.from(
    lensChanged,
    app.connections.onDidChangeActiveGroup(() => lensChanged.fire()),
    vscode.languages.registerCompletionItemProvider(
      selector,
      {
        provideCompletionItems: async (document, position) => {
          const { queryCompletions } = await import("../../flows/queries/queryHelp");
          return queryCompletions(document.getText(), document.offsetAt(position), await known());
        },
      },
      ".",
    ),
    vscode.languages.registerHoverProvider(selector, {
      provideHover: async (document, position) => {
        const { queryHover } = await import("../../flows/queries/queryHelp");
        const text = queryHover(document.getText(), document.offsetAt(position), await known());
        return text && new vscode.Hover(text);
      },
    }),
    vscode.languages.registerCodeLensProvider(selector, {
      onDidChangeCodeLenses: lensChanged.event,
      provideCodeLenses: () => {
        const top = new vscode.Range(0, 0, 0, 0);
        const group = app.connections.activeGroup;
        const run = commandOf("chainside.runChainQuery", `$(play) ${vscode.l10n.t("Run")}`);
        const place = group
          ? commandOf("chainside.selectGroup", groupTitle(group))
          : commandOf("chainside.chains.focus", vscode.l10n.t("no chain"));
        return [new vscode.CodeLens(top, run), new vscode.CodeLens(top, place)];
      },
    }),
  );
}

/** Queries of an index (`*.chain.sql`), and pages with their results. */
export function registerChainQuery(app: Chainside): vscode.Disposable {
  const pages = new OpenPages<QueryContent, QueryPanel>({
    viewType: "chainside.queryResult",
    key: ({ source }) => source,
    title: ({ name }) => name,
    make: async (panel, content, closed) => {
      const { QueryPanel } = await import("./queryPanel");
      return new QueryPanel(app, panel, content, closed);
    },
    show: (page, content) => page.run(content),
    restore: restoredContent,
    // A page that is seen is a view of its chain.
    restored: () => app.connections.restore(),
  });
  const run = async (group: ChainGroup): Promise<void> => {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId !== queryLanguage) return;
    const { askParameters } = await import("./runQuery");
    const { requireIndexed } = await import("../../flows/history/requireIndexed");
    requireIndexed(app, group);
    const sql = document.getText();
    await pages.open({
      source: document.uri.toString(),
      groupId: group.id,
      place: groupTitle(group),
      name: vscode.workspace.asRelativePath(document.uri).split("/").at(-1) ?? "",
      sql,
      parameters: await askParameters(app, group, sql),
    });
  };
  let diagnostics: vscode.Disposable | undefined;
  let disposed = false;
  const begin = async (document: vscode.TextDocument): Promise<void> => {
    if (diagnostics || document.languageId !== queryLanguage) return;
    const { QueryDiagnostics } = await import("./queryDiagnostics");
    if (!disposed) diagnostics ??= new QueryDiagnostics(app);
  };
  for (const document of vscode.workspace.textDocuments) begin(document).catch(app.errors.log);
  return vscode.Disposable.from(
    pages,
    registerHelp(app),
    vscode.workspace.onDidOpenTextDocument((document) => void begin(document).catch(app.errors.log)),
    new vscode.Disposable(() => {
      disposed = true;
      diagnostics?.dispose();
    }),
    registerTargetCommands(app, {
      "chainside.newChainQuery": free(async () => (await import("./runQuery")).newQuery()),
      "chainside.openSavedQuery": free(async () => (await import("./runQuery")).openSavedQuery(app)),
      "chainside.runChainQuery": reads(run),
    }),
  );
}
