import { readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { CancellationTokenSource, type Location, type SymbolInformation } from "vscode-languageserver/node";
import { TestClient, TestWorkspace } from "./testClient";

const fixtures = resolve(import.meta.dirname, "../../fixtures/solidity");

/** The sources of the fixtures, by their paths. */
function sources(): [path: string, text: string][] {
  return readdirSync(fixtures, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".sol"))
    .sort()
    .map((name) => [name, readFileSync(join(fixtures, name), "utf8")]);
}

describe("Solidity in a workspace as people have it", () => {
  it("answers every question in sources that end anywhere", async () => {
    const all = sources();
    using workspace = new TestWorkspace(Object.fromEntries(all));
    await using client = await TestClient.start({ workspace });
    const complaints: string[] = [];
    client.connection.onNotification("window/logMessage", ({ message }: { message: string }) => {
      complaints.push(message);
    });
    for (const [index, [path, text]] of all.entries()) {
      const uri = workspace.uri(path);
      const prefix = text.slice(0, Math.floor((text.length * ((index * 37) % 100)) / 100));
      client.open(uri, prefix);
      const lines = prefix.split("\n");
      const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
      const asked = { textDocument: { uri }, position };
      const range = { start: { line: 0, character: 0 }, end: position };
      await Promise.all([
        ...["completion", "hover", "signatureHelp", "definition", "documentHighlight", "typeDefinition"].map((name) =>
          client.request(`textDocument/${name}`, asked),
        ),
        ...["documentSymbol", "foldingRange", "semanticTokens/full"].map((name) =>
          client.request(`textDocument/${name}`, { textDocument: { uri } }),
        ),
        client.request("textDocument/inlayHint", { textDocument: { uri }, range }),
        client.request("textDocument/selectionRange", { textDocument: { uri }, positions: [position] }),
        client.request("textDocument/codeAction", { textDocument: { uri }, range, context: { diagnostics: [] } }),
      ]);
      client.close(uri);
    }
    expect(all.length).toBeGreaterThan(30);
    expect(complaints).toEqual([]);
  });

  it("follows remappings that are edited, and files that others rename and delete, whatever their names and lines", async () => {
    const library = "pragma solidity ^0.8.0;\r\n// 中文 😀\r\ncontract Base { }\r\n";
    const text =
      'pragma solidity ^0.8.0;\r\nimport {Base} from "库/Base.sol";\r\n// 😀\r\ncontract Shop is Base { }\r\n';
    using workspace = new TestWorkspace({
      "項目 é/foundry.toml": "[profile.default]\n",
      "項目 é/remappings.txt": "库/=lib/one/\n",
      "項目 é/lib/one/Base.sol": library,
      "項目 é/lib/two/Base.sol": library,
      "項目 é/src/Shop.sol": text,
    });
    await using client = await TestClient.start({ workspace });
    const uri = workspace.uri("項目 é/src/Shop.sol");
    client.open(uri, text);
    const found = async (): Promise<Location[]> =>
      client.request("textDocument/definition", { textDocument: { uri }, position: { line: 3, character: 18 } });
    const range = { start: { line: 2, character: 9 }, end: { line: 2, character: 13 } };
    const inOne = [{ uri: workspace.uri("項目 é/lib/one/Base.sol"), range }];
    expect(await found()).toEqual(inOne);
    workspace.write("項目 é/remappings.txt", "库/=lib/two/\n");
    expect(await found()).toEqual([{ uri: workspace.uri("項目 é/lib/two/Base.sol"), range }]);
    workspace.write("項目 é/remappings.txt", "库/=lib/one/\n");
    const file = join(workspace.folder, "項目 é/lib/one/Base.sol");
    renameSync(file, `${file}.old`);
    expect(await found()).toEqual([]);
    renameSync(`${file}.old`, file);
    expect(await found()).toEqual(inOne);
    rmSync(file);
    expect(await found()).toEqual([]);
  });

  it("lists a name once where a folder that is open lies in another", async () => {
    const text = "pragma solidity ^0.8.0;\ncontract Shop { }\n";
    using workspace = new TestWorkspace({ "inside/Shop.sol": text });
    await using client = await TestClient.start({ workspace });
    client.open(workspace.uri("inside/Shop.sol"), text);
    const added = [{ uri: workspace.uri("inside"), name: "inside" }];
    client.notify("workspace/didChangeWorkspaceFolders", { event: { added, removed: [] } });
    const symbols = await client.request<SymbolInformation[]>("workspace/symbol", { query: "shop" });
    expect(symbols.map(({ name, location }) => [name, location.uri])).toEqual([
      ["Shop", workspace.uri("inside/Shop.sol")],
    ]);
  });

  it("gives the last of many keys its answer, and its diagnostics", async () => {
    const functions = Array.from({ length: 300 }, (_, n) => `  function f${n}() public {\n    count += ${n};\n  }\n`);
    const text = `pragma solidity ^0.8.0;\ncontract Shop {\n  uint256 count;\n${functions.join("")}  function last() public {\n    \n  }\n}\n`;
    using workspace = new TestWorkspace({ "Shop.sol": text });
    await using client = await TestClient.start({ workspace });
    const uri = workspace.uri("Shop.sol");
    client.open(uri, text);
    const line = text.split("\n").length - 4;
    const typed = "f7(); f12(); coun";
    let source = new CancellationTokenSource();
    const answers: Promise<unknown>[] = [];
    for (const [index, key] of [...typed].entries()) {
      const at = { line, character: 4 + index };
      client.change(uri, { range: { start: at, end: at }, text: key });
      source.cancel();
      source = new CancellationTokenSource();
      const asked = { textDocument: { uri }, position: { line, character: 5 + index } };
      answers.push(client.connection.sendRequest("textDocument/completion", asked, source.token).catch(String));
    }
    const last = (await Promise.all(answers)).at(-1) as { label: string }[] | { items: { label: string }[] };
    const items = Array.isArray(last) ? last : last.items;
    expect(items.map(({ label }) => label)).toContain("count");
    expect((await client.diagnostics(uri)).length).toBeGreaterThan(0);
  });
});
