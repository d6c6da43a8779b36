import { beforeEach, describe, expect, it } from "vitest";
import { registerNotebook } from "../../../../../src/extension/features/notebook/registerNotebook";
import { runCell } from "../../../../../src/extension/features/notebook/runCells";
import { addRequest } from "../../../../../src/extension/flows/notebook/addCell";
import { notebookType } from "../../../../../src/extension/flows/notebook/cells";
import { readRecordUri } from "../../../../../src/extension/flows/target/recordUri";
import type { RequestResult } from "../../../../../src/webview/notebookResult/messages";
import { suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";
import type { NotebookCellOutput } from "../../../../support/fakeVscode/notebook";
import { EventEmitter, Uri } from "../../../../support/fakeVscode/values";

const nothing = { dispose: () => undefined };

describe("the chain of a notebook", () => {
  const on = suiteApp();
  const opened: Uri[] = [];
  const made: { metadata: unknown }[] = [];
  const edited: Uri[] = [];
  let notebooks: unknown[] = [];
  const reported = new EventEmitter<unknown>();
  beforeEach(() => {
    for (const list of [opened, made, edited]) list.length = 0;
    const register = (): typeof nothing => nothing;
    host.desk = {
      notebooks: {
        createNotebookController: () => ({ ...nothing }),
        createRendererMessaging: () => ({ onDidReceiveMessage: reported.event }),
        registerNotebookCellStatusBarItemProvider: register,
      },
      languages: {
        registerCompletionItemProvider: register,
        registerCodeActionsProvider: register,
        registerDocumentFormattingEditProvider: register,
        registerHoverProvider: register,
        registerDefinitionProvider: register,
        registerReferenceProvider: register,
        registerRenameProvider: register,
      },
      window: {
        activeNotebookEditor: undefined,
        visibleNotebookEditors: [],
        showTextDocument: async () => undefined,
        showNotebookDocument: async () => ({ revealRange: () => undefined }),
      },
      workspace: {
        registerNotebookSerializer: register,
        onDidChangeNotebookDocument: register,
        onDidOpenNotebookDocument: register,
        textDocuments: [],
        get notebookDocuments() {
          return notebooks;
        },
        openTextDocument: async (uri: Uri) => {
          opened.push(uri);
          return { uri };
        },
        openNotebookDocument: async (_: string, data: { metadata: unknown }) => {
          made.push(data);
          return data;
        },
        applyEdit: async ({ notebooks: [uri] }: { notebooks: Uri[] }) => edited.push(...(uri ? [uri] : [])),
      },
    };
  });

  const notebook = (name: string, metadata: object): object => ({
    notebookType,
    uri: Uri.file(`/${name}`),
    metadata,
    cellCount: 1,
  });
  const elsewhere = { connection: "production", group: "group0" };

  it("is kept with each result, and what is opened from it is of that one", async () => {
    const outputs: NotebookCellOutput[] = [];
    const document = { getText: () => "rpc getBlockNumber\nrpc getNothing" };
    const token = { isCancellationRequested: false, onCancellationRequested: () => nothing };
    const execution = {
      cell: { document, notebook: notebook("a", {}) },
      token,
      start: () => undefined,
      clearOutput: async () => undefined,
      appendOutput: async (output: NotebookCellOutput) => outputs.push(output),
      end: () => undefined,
    };
    await runCell(on.app, execution as never, 1);
    const results = outputs.map(({ items }) => JSON.parse(new TextDecoder().decode(items[0]?.data)) as RequestResult);
    expect(results.map(({ outcome, chain }) => [outcome, chain])).toEqual([
      ["done", on.group.id],
      ["failed", on.group.id],
    ]);

    const parts = registerNotebook(on.app);
    const target = { kind: "block", key: "0" };
    // the notebook names another chain by now
    const editor = { notebook: notebook("a", elsewhere) };
    reported.fire({ editor, message: { kind: "open", target, chain: on.group.id } });
    await expect.poll(() => opened.map((uri) => readRecordUri(uri as never)?.groupId)).toEqual([on.group.id]);
    reported.fire({
      editor: { notebook: notebook("a", {}) },
      message: { kind: "open", target, chain: "settings:x/group0" },
    });
    await expect.poll(() => on.errors).toMatchObject([expect.anything(), { code: "notConnected" }]);
    expect(opened).toHaveLength(1);
    parts.dispose();
  });

  it("is that of what is added: a notebook of another one is left alone", async () => {
    notebooks = [notebook("other", elsewhere)];
    await addRequest(on.app, on.group, "rpc getBlockNumber");
    expect(made.map(({ metadata }) => metadata)).toEqual([{}]);
    notebooks = [notebook("other", elsewhere), notebook("active", {})];
    await addRequest(on.app, on.group, "rpc getBlockNumber");
    expect(edited.map(({ path }) => path)).toEqual(["/active"]);
    const { connections } = on.app;
    const inactive = { ...on.app, connections: { ...connections, groups: [on.group], activeGroup: undefined } };
    await addRequest(inactive as never, on.group, "rpc getBlockNumber");
    expect(made.map(({ metadata }) => metadata)).toEqual([{}, { connection: "in process", group: "group0" }]);
    notebooks = [notebook("named", { connection: "in process" })];
    await addRequest(inactive as never, on.group, "rpc getBlockNumber");
    expect(edited.map(({ path }) => path)).toEqual(["/active", "/named"]);
  });
});
