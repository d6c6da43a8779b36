import { once } from "node:events";
import { describe, expect, it } from "vitest";
import type { CodeAction, CodeLens, CompletionItem, DocumentSymbol, Hover } from "vscode-languageserver/node";
import { TestClient, TestWorkspace } from "./testClient";

const abi = [
  { type: "function", name: "get", inputs: [], outputs: [{ name: "", type: "string" }], stateMutability: "view" },
  { type: "function", name: "set", inputs: [{ name: "value", type: "string" }], outputs: [] },
];
const hello = `scenario: Says hello
accounts:
  alice:
steps:
  - deploy: HelloWorld.json
    from: alice
    as: hello
  - send: hello.set
    args: [tea]
  - call: hello.get
`;

/** A client whose editor knows one contract. */
const begin = (workspace: TestWorkspace, locale: "en" | "zh-cn" = "en"): Promise<TestClient> =>
  TestClient.start({
    workspace,
    locale,
    answers: {
      "chainside/contract": ({ path }: { path: string }) =>
        path.endsWith("HelloWorld.json")
          ? { abi }
          : { text: { text: 'No file "{0}" found.', args: [path.slice(path.lastIndexOf("/") + 1)] } },
      "chainside/mayRead": ({ path }: { path: string }) => !path.includes("outside"),
      "chainside/contracts": () => [`${workspace.folder}/HelloWorld.json`],
      "chainside/scenarios": () => [`${workspace.folder}/part.chain.yaml`],
    },
  });

async function problems(client: TestClient, uri: string, text: string): Promise<string[]> {
  client.open(uri, text);
  return (await client.diagnostics(uri)).map(
    ({ range, message }) => `${range.start.line + 1}:${range.start.character + 1} ${message}`,
  );
}

describe("the language server of scenarios", () => {
  it("offers the signs that were meant for full-width quotes around a value", async () => {
    using workspace = new TestWorkspace({});
    await using client = await begin(workspace);
    const uri = workspace.uri("s.chain.yaml");
    const text = `scenario: “It” # as “said”\nsteps:\n  - send: hello.set\n    args: [“茶，好”, ‘b’]\n  - send: a.set\n    args: [a“b”]\n`;
    client.open(uri, text);
    const diagnostics = await client.diagnostics(uri);
    const actions = await client.request<CodeAction[]>("textDocument/codeAction", {
      textDocument: { uri },
      range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } },
      context: { diagnostics },
    });
    expect(
      actions.map(({ title, edit }) => [
        title,
        ...(edit?.changes?.[uri] ?? []).map(({ range, newText }) => `${range.start.line} ${newText}`),
      ]),
    ).toEqual([
      ["Convert to Half-Width", '0 "It"'],
      ["Convert to Half-Width", `3 "茶，好", "b"]`],
      ["Convert to Half-Width", '3 "b"]'],
    ]);
  });

  it("tells what is wrong, with contracts that the editor knows, and looks again when they change", async () => {
    using workspace = new TestWorkspace({
      "part.chain.yaml": "accounts:\n  alice:\n",
      "bad.chain.yaml": "steps: [",
      "outside.chain.yaml": "accounts:\n  eve:\n",
    });
    await using client = await begin(workspace);
    const uri = workspace.uri("a.chain.yaml");
    expect(await problems(client, uri, hello)).toEqual([]);
    const wrong = hello.replace("args: [tea]", "args: []").replace("hello.get", "hello.got");
    expect(await problems(client, workspace.uri("b.chain.yaml"), wrong)).toEqual([
      "9:11 set takes 1 arguments, not 0: (string value)",
      '10:11 hello has no function "got". It has: get, set',
    ]);
    expect(await problems(client, workspace.uri("part.chain.yaml"), "accounts:\n  alice:\n")).toEqual([]);
    expect(
      await problems(client, workspace.uri("c.chain.yaml"), "scenario: S\nsteps:\n  - deploy: nowhere.json\n"),
    ).toEqual(['3:13 No file "nowhere.json" found.']);
    expect(await problems(client, workspace.uri("e.chain.yaml"), `include: outside.chain.yaml\n${hello}`)).toEqual([
      expect.stringContaining("outside.chain.yaml"),
    ]);
    expect((await problems(client, workspace.uri("d.chain.yaml"), `include: bad.chain.yaml\n${hello}`))[0]).toMatch(
      /^1:10 In this file, line 1: This isn't YAML/,
    );
    client.forget(uri);
    client.notify("chainside/contractsChanged", {});
    expect(await client.diagnostics(uri)).toEqual([]);
  });

  it("offers, explains, outlines and has lenses", async () => {
    using workspace = new TestWorkspace();
    await using client = await begin(workspace);
    const uri = workspace.uri("a.chain.yaml");
    client.open(uri, hello);
    const textDocument = { uri };
    const offered = await client.request<CompletionItem[]>("textDocument/completion", {
      textDocument,
      position: { line: 9, character: 16 },
    });
    expect(offered.map(({ label, labelDetails }) => `${label} ${labelDetails?.description}`)).toEqual([
      "hello.get () → (string)",
      "hello.set (string value)",
    ]);
    expect(offered[0]?.textEdit).toMatchObject({ newText: "hello.get", range: { start: { line: 9, character: 10 } } });
    const hover = await client.request<Hover>("textDocument/hover", {
      textDocument,
      position: { line: 7, character: 16 },
    });
    expect(hover.contents).toMatchObject({ value: "```solidity\nset(string value) nonpayable\n```\n" });
    const symbols = await client.request<DocumentSymbol[]>("textDocument/documentSymbol", { textDocument });
    expect(symbols.at(-1)?.children?.map(({ name }) => name)).toEqual([
      "deploy HelloWorld.json",
      "send hello.set",
      "call hello.get",
    ]);
    const lenses = await client.request<CodeLens[]>("textDocument/codeLens", { textDocument });
    expect(lenses.map(({ command, range }) => [range.start.line, command?.title, command?.arguments])).toEqual([
      [0, "Run", [uri]],
      [0, "Run on the Active Chain", [uri]],
      [4, "Debug", [`${uri}#5`]],
      [7, "Debug", [`${uri}#8`]],
      [9, "Debug", [`${uri}#10`]],
    ]);
  });

  it.each(["[", "{", "- ", "? ", "a: ", "!a ", "&a "])("lives on after many times %j, and says so", async (piece) => {
    using workspace = new TestWorkspace();
    await using client = await begin(workspace, "zh-cn");
    const bomb = workspace.uri("bomb.chain.yaml");
    const messages = await problems(client, bomb, piece.repeat(200_000));
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatch(/嵌套过深|文件大于 1 MB|文件超过 100000 个词/);
    await client.request("textDocument/completion", {
      textDocument: { uri: bomb },
      position: { line: 0, character: 9 },
    });
    expect(await problems(client, workspace.uri("a.chain.yaml"), hello)).toEqual([]);
  });

  it("knows everything again when it was started again, as an editor does when it dies", async () => {
    using workspace = new TestWorkspace();
    const first = await begin(workspace);
    expect(await problems(first, workspace.uri("a.chain.yaml"), hello)).toEqual([]);
    first.process.kill("SIGKILL");
    await once(first.process, "close");
    await using second = await begin(workspace);
    expect(await problems(second, workspace.uri("a.chain.yaml"), hello.replace("hello.get", "hello.got"))).toEqual([
      '10:11 hello has no function "got". It has: get, set',
    ]);
  });
});
