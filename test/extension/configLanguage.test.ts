import * as assert from "node:assert/strict";
import * as vscode from "vscode";

const extensionId = "chainside.chainside";
const id = "ab12".repeat(32);

function file(path: string): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder, "a workspace is open");
  return vscode.Uri.joinPath(folder.uri, path);
}

async function write(path: string, text: string): Promise<vscode.Uri> {
  const uri = file(path);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  return uri;
}

/** Waits for an event until `check` gives something; the test's own limit ends it. */
function until<T>(event: vscode.Event<unknown>, check: () => T | undefined): Promise<T> {
  const now = check();
  if (now !== undefined) return Promise.resolve(now);
  return new Promise((resolve) => {
    const listening = event(() => {
      const found = check();
      if (found === undefined) return;
      listening.dispose();
      resolve(found);
    });
  });
}

function codes(uri: vscode.Uri): string {
  return vscode.languages
    .getDiagnostics(uri)
    .map(({ range, code }) => {
      // A code with a page to open is an object.
      const name = typeof code === "object" ? code.value : code;
      return `${range.start.line}:${range.start.character}-${range.end.character} ${name}`;
    })
    .sort()
    .join("\n");
}

/** Waits for exactly these findings; when they don't come in two minutes, says which are there instead. */
async function diagnosed(uri: vscode.Uri, wanted: readonly string[]): Promise<void> {
  const found = until(vscode.languages.onDidChangeDiagnostics, () => codes(uri) === wanted.join("\n") || undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`found ${codes(uri)}, not ${wanted.join("\n")}`)), 120_000);
  });
  await Promise.race([found, late]).finally(() => clearTimeout(timer));
}

/** Writes a file that no editor shows until its findings are there: a busy machine's file watcher may lose a change. */
async function writeUntil(path: string, text: string, wanted: readonly string[]): Promise<void> {
  const uri = await write(path, text);
  const again = setInterval(() => void write(path, text), 5000);
  await diagnosed(uri, wanted).finally(() => clearInterval(again));
}

async function replace(uri: vscode.Uri, range: vscode.Range, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, range, text);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

describe("configuration language", () => {
  before(async () => {
    await vscode.extensions.getExtension(extensionId)?.activate();
  });

  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.workspace.fs.delete(file("lsp"), { recursive: true });
  });

  it("gives a node's config.ini its language, and leaves a foreign one alone", async () => {
    const own = await write("lsp/own/config.ini", `[certificate_whitelist]\ncal.0=${id}\n`);
    const foreign = await write("lsp/foreign/config.ini", "[database]\nhost=localhost\n");
    const document = await vscode.workspace.openTextDocument(own);
    await vscode.window.showTextDocument(document);
    await until(
      vscode.workspace.onDidOpenTextDocument,
      () => vscode.workspace.textDocuments.find((one) => one.languageId === "fisco-ini") && true,
    );
    const other = await vscode.workspace.openTextDocument(foreign);
    assert.notEqual(other.languageId, "fisco-ini");
    await vscode.window.showTextDocument(other);
    assert.notEqual(other.languageId, "fisco-ini");
  });

  it("marks wrong IDs as one types, and mends them by a quick fix", async () => {
    const lines = [id.slice(1), `${id.slice(1)}g`, `0x${id}`, id, id];
    const text = `[certificate_whitelist]\n${lines.map((one, n) => `cal.${n}=${one}\n`).join("")}`;
    const uri = await write("lsp/faulty/config.ini", text);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
    await diagnosed(uri, [
      "1:6-133 nodeid.length",
      "2:6-134 nodeid.notHex",
      "3:6-136 nodeid.prefix0x",
      "5:6-134 nodeid.duplicate",
    ]);
    await replace(uri, new vscode.Range(1, 6, 1, 6), "c");
    await replace(uri, new vscode.Range(2, 133, 2, 134), "d");
    const range = new vscode.Range(3, 8, 3, 8);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      uri,
      range,
    );
    const preferred = actions.find(({ isPreferred }) => isPreferred);
    assert.ok(preferred?.edit, "a preferred fix is offered");
    assert.ok(await vscode.workspace.applyEdit(preferred.edit));
    await replace(uri, new vscode.Range(4, 0, 5, 134), `cal.3=${"5c".repeat(64)}`);
    await diagnosed(uri, []);
  });

  it("answers what the editor asks: hover, completion, outline, lenses, formatting", async () => {
    const uri = await write("lsp/asked/config.ini", "[p2p]\n  listen_port = 30300\n\n[certificate_whitelist]\n");
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
    await diagnosed(uri, ["3:0-23 list.disabled"]);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      "vscode.executeHoverProvider",
      uri,
      new vscode.Position(1, 4),
    );
    assert.match(
      hovers.flatMap(({ contents }) => contents.map((one) => (one as vscode.MarkdownString).value)).join(),
      /listen_port/,
    );
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      uri,
      new vscode.Position(2, 0),
    );
    assert.ok(items.some(({ label }) => label === "sm_ssl"));
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      "vscode.executeDocumentSymbolProvider",
      uri,
    );
    assert.deepEqual(
      symbols.map(({ name }) => name),
      ["p2p", "certificate_whitelist"],
    );
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri);
    const titles = lenses.map(({ command }) => command?.title);
    assert.ok(titles.includes("Whitelist off: any node can connect"), titles.join());
    assert.ok(titles.includes("Reload"), titles.join());
    const edits = await vscode.commands.executeCommand<vscode.TextEdit[]>("vscode.executeFormatDocumentProvider", uri, {
      tabSize: 4,
      insertSpaces: true,
    });
    assert.ok(edits.some(({ newText }) => newText.includes("listen_port=30300")) || edits.length > 0);
  });

  it("takes 512 digits when the setting says so", async () => {
    const uri = await write("lsp/long/config.ini", `[certificate_whitelist]\ncal.0=${"ab12".repeat(128)}\n`);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
    await diagnosed(uri, ["0:0-23 list.failOpen", "1:6-518 nodeid.length"]);
    await vscode.commands.executeCommand("chainside.setIdentityLength", 512);
    await diagnosed(uri, []);
    await vscode.commands.executeCommand("chainside.setIdentityLength", "auto");
    await diagnosed(uri, ["0:0-23 list.failOpen", "1:6-518 nodeid.length"]);
  });

  it("speaks of node folders that nobody opened", async () => {
    await writeUntil("lsp/closed/config.ini", "[certificate_whitelist]\ncal.0=zz\n", [
      "0:0-23 list.failOpen",
      "1:6-8 nodeid.notHex",
    ]);
    await writeUntil("lsp/closed/config.ini", `[certificate_whitelist]\ncal.0=${id}\n`, []);
  });
});
