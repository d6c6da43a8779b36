import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CodeAction, CompletionList, Range, WorkspaceEdit } from "vscode-languageserver/node";
import { makesLinks } from "../../support/portable";
import { applyEdits, TestClient, TestWorkspace } from "./testClient";

const files = {
  "Coin.sol": "pragma solidity ^0.8.0;\n\ncontract Coin {}\nerror Poor();\n",
  "Bank.sol": "pragma solidity ^0.8.0;\n\ncontract Bank is Coin {}\n",
  "Shop.sol":
    'pragma solidity ^0.8.0;\n\nimport {Poor, Coin} from "./Coin.sol";\nimport "./Bank.sol";\n\ncontract Shop is Coin {}\n',
};

async function begin(name: keyof typeof files) {
  const workspace = new TestWorkspace(files);
  const client = await TestClient.start({ workspace });
  const uri = workspace.uri(name);
  client.open(uri, files[name]);
  return {
    workspace,
    client,
    uri,
    after: (edit: WorkspaceEdit | undefined) => applyEdits(files[name], edit?.changes?.[uri] ?? []),
    actions: (range: Range, only?: string[]) =>
      client.request<CodeAction[]>("textDocument/codeAction", {
        textDocument: { uri },
        range,
        context: { diagnostics: [], ...(only ? { only } : {}) },
      }),
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      workspace[Symbol.dispose]();
    },
  };
}

const inLine = (line: number, from: number, to = from): Range => ({
  start: { line, character: from },
  end: { line, character: to },
});

describe("imports of Solidity", () => {
  it("are added with a name that is completed, and as a quick fix", async () => {
    await using file = await begin("Bank.sol");
    const imported = files["Bank.sol"].replace("\n\ncontract", '\n\nimport {Coin} from "./Coin.sol";\n\ncontract');
    const items = await file.client.completion(file.uri, { line: 2, character: 20 });
    const item = items.find(({ label }) => label === "Coin");
    expect(item).toMatchObject({ detail: "Import from ./Coin.sol", insertText: "Coin" });
    expect(applyEdits(files["Bank.sol"], item?.additionalTextEdits ?? [])).toBe(imported);
    const fixes = await file.actions(inLine(2, 18));
    const fix = fixes.find(({ title }) => title === "Import Coin from ./Coin.sol");
    expect(file.after(fix?.edit)).toBe(imported);
  });

  it("are proposed when a large project has been read; till then an answer says that there will be more", async () => {
    const functions = Array.from(
      { length: 40 },
      (_, n) => `  function f${n}(uint256 a) public pure returns (uint256) { return a + ${n}; }\n`,
    );
    const others = Array.from({ length: 400 }, (_, n) => [
      `other/Coin${n}.sol`,
      `pragma solidity ^0.8.0;\n\ncontract Coin${n} {\n${functions.join("")}}\n`,
    ]);
    const text = "pragma solidity ^0.8.0;\n\ncontract Collection {\n  uint256 public coins;\n  Coi\n}\n";
    using workspace = new TestWorkspace({ ...Object.fromEntries(others), "Bank.sol": text });
    await using client = await TestClient.start({ workspace });
    const uri = workspace.uri("Bank.sol");
    client.open(uri, text);
    const position = { line: 4, character: 5 };
    const asked = { textDocument: { uri }, position };
    const first = await client.request<CompletionList>("textDocument/completion", asked);
    const labels = ({ items }: Pick<CompletionList, "items">): string[] => items.map(({ label }) => label);
    expect(first.isIncomplete).toBe(true);
    expect(labels(first)).toContain("Collection");
    expect(labels(first)).not.toContain("Coin7");
    const items = await client.completion(uri, position);
    expect(labels({ items })).toEqual(expect.arrayContaining(["Collection", "Coin7", "Coin399"]));
  });

  it("are organized when it is asked for", async () => {
    await using file = await begin("Shop.sol");
    expect(file.client.initializeResult.capabilities.codeActionProvider).toMatchObject({
      codeActionKinds: expect.arrayContaining(["source.organizeImports"]),
    });
    expect(await file.actions(inLine(0, 0))).toEqual([]);
    const [action] = await file.actions(inLine(0, 0), ["source.organizeImports"]);
    expect(file.after(action?.edit)).toBe(
      files["Shop.sol"].replace(
        'import {Poor, Coin} from "./Coin.sol";\nimport "./Bank.sol";',
        'import "./Bank.sol";\nimport {Coin} from "./Coin.sol";',
      ),
    );
  });

  it("follow a file that is renamed", async () => {
    await using file = await begin("Shop.sol");
    const { fileOperations } = file.client.initializeResult.capabilities.workspace ?? {};
    expect(fileOperations?.willRename?.filters).toHaveLength(2);
    const edit = await file.client.request<WorkspaceEdit>("workspace/willRenameFiles", {
      files: [{ oldUri: file.workspace.uri("Coin.sol"), newUri: file.workspace.uri("money/Coins.sol") }],
    });
    expect(Object.keys(edit.changes ?? {})).toEqual([file.uri]);
    expect(file.after(edit)).toBe(files["Shop.sol"].replace("./Coin.sol", "./money/Coins.sol"));
  });

  it.runIf(makesLinks)("change no file outside of the folder that a link of it leads to", async () => {
    await using file = await begin("Shop.sol");
    using elsewhere = new TestWorkspace({ "Other.sol": 'pragma solidity ^0.8.0;\nimport "./Coin.sol";\n' });
    symlinkSync(join(elsewhere.folder, "Other.sol"), join(file.workspace.folder, "Link.sol"));
    writeFileSync(join(file.workspace.folder, "User.sol"), 'pragma solidity ^0.8.0;\nimport "./Link.sol";\n');
    const edit = await file.client.request<WorkspaceEdit>("workspace/willRenameFiles", {
      files: [{ oldUri: file.workspace.uri("Coin.sol"), newUri: file.workspace.uri("money/Coins.sol") }],
    });
    expect(Object.keys(edit.changes ?? {})).toEqual([file.uri]);
  });
});
