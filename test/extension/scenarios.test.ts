import * as assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as vscode from "vscode";

const [folder] = vscode.workspace.workspaceFolders ?? [];
const file = (name: string): vscode.Uri => vscode.Uri.joinPath(folder?.uri ?? vscode.Uri.file("/"), "scenarios", name);

async function open(name: string, text: string): Promise<vscode.TextDocument> {
  await vscode.workspace.fs.writeFile(file(name), new TextEncoder().encode(text));
  const document = await vscode.workspace.openTextDocument(file(name));
  await vscode.window.showTextDocument(document);
  return document;
}

/** Waits until something is wrong with a scenario, or nothing more is; the test's own limit ends it. */
function problems(uri: vscode.Uri, wanted: (messages: readonly string[]) => boolean): Promise<void> {
  const now = (): boolean => wanted(vscode.languages.getDiagnostics(uri).map(({ message }) => message));
  if (now()) return Promise.resolve();
  return new Promise((resolve) => {
    const listening = vscode.languages.onDidChangeDiagnostics(() => {
      if (!now()) return;
      listening.dispose();
      resolve();
    });
  });
}

/** Language servers of this extension host: their process numbers. */
const servers = (): number[] =>
  execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(process.pid)], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes("languageServer.js"))
    .map((line) => Number.parseInt(line.trim(), 10));

const unknown = (word: string): string => `No step begins with "${word}".`;

describe("scenarios", () => {
  before(async () => {
    await vscode.extensions.getExtension("chainside.chainside")?.activate();
  });

  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.workspace.fs.delete(file(""), { recursive: true });
  });

  it("are read by a process of its own, which a text of a thousand brackets doesn't end", async () => {
    const { uri } = await open("bomb.chain.yaml", "[".repeat(1000));
    await problems(uri, ([only]) => only === "This is nested too deeply.");
    const other = await open("wrong.chain.yaml", "scenario: S\nsteps:\n  - lsit: /\n");
    await problems(other.uri, ([only]) => only === unknown("lsit"));
  });

  it("have their problems back when that process died", async function () {
    if (process.platform !== "linux") this.skip();
    const { uri } = await open("again.chain.yaml", "scenario: S\nsteps:\n  - lsit: /\n");
    await problems(uri, ({ length }) => length === 1);
    const before = servers();
    assert.ok(before.length > 0, "a server runs");
    for (const pid of before) process.kill(pid, "SIGKILL");
    // VS Code tells of problems that go and come back at once as of no change: a second problem comes from the new process alone.
    const second = new vscode.WorkspaceEdit();
    second.insert(uri, new vscode.Position(3, 0), "  - mkidr: /apps\n");
    await vscode.workspace.applyEdit(second);
    await problems(uri, (messages) => messages.join() === `${unknown("lsit")},${unknown("mkidr")}`);
    assert.ok(
      servers().every((pid) => !before.includes(pid)),
      "others run",
    );
    await vscode.commands.executeCommand("workbench.action.files.save");
  });
});
