import * as assert from "node:assert/strict";
import * as vscode from "vscode";

const id = "chainside.chainside";

describe("start-up", () => {
  it("activates", async () => {
    const extension = vscode.extensions.getExtension(id);
    assert.ok(extension, "the extension is installed");
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it("registers every command of the manifest", async () => {
    const extension = vscode.extensions.getExtension(id);
    const manifest = extension?.packageJSON as { contributes: { commands: { command: string }[] } };
    const registered = new Set(await vscode.commands.getCommands(true));
    const missing = manifest.contributes.commands
      .map((entry) => entry.command)
      .filter((command) => !registered.has(command));
    assert.deepEqual(missing, []);
  });
});
