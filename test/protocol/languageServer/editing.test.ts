import { describe, expect, it } from "vitest";
import type {
  CodeLens,
  CompletionItem,
  DocumentLink,
  DocumentSymbol,
  FoldingRange,
  Hover,
  InlayHint,
  Location,
  MarkupContent,
  TextEdit,
  WorkspaceEdit,
} from "vscode-languageserver/node";
import { madeUpId, nodeConfig, nodeFolders } from "./nodeFixture";
import { applyEdits, type ClientOptions, TestClient, TestWorkspace } from "./testClient";

const whitelist = (...entries: string[]): string =>
  `[certificate_whitelist]\n${entries.map((e) => `    ${e}\n`).join("")}`;
const everybody = whitelist(`cal.0=${madeUpId(0, 512)}`, `cal.1=${madeUpId(1, 512)}`);

/** A workspace of three node folders, the first one's config.ini open with `text`. */
async function open(text: string, options: ClientOptions = {}) {
  const workspace = new TestWorkspace(nodeFolders(3, () => everybody));
  const client = await TestClient.start({ workspace, ...options });
  const uri = workspace.uri("nodes/127.0.0.1/node0/config.ini");
  client.open(uri, text);
  await client.diagnostics(uri);
  await client.scanned();
  return {
    workspace,
    client,
    uri,
    textDocument: { uri },
    async complete(line: number, character: number): Promise<CompletionItem[]> {
      return client.request("textDocument/completion", { textDocument: { uri }, position: { line, character } });
    },
    async hover(line: number, character: number): Promise<string> {
      const hover = await client.request<Hover | null>("textDocument/hover", {
        textDocument: { uri },
        position: { line, character },
      });
      return hover ? (hover.contents as MarkupContent).value : "";
    },
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      workspace[Symbol.dispose]();
    },
  };
}

describe("completion", () => {
  it("offers the sections that are missing", async () => {
    await using file = await open("[p2p]\nlisten_port=30300\n\n[");
    const items = await file.complete(3, 1);
    const labels = items.map(({ label }) => label);
    expect(labels).toContain("[certificate_whitelist]");
    expect(labels).not.toContain("[p2p]");
    const item = items.find(({ label }) => label === "[rpc]");
    expect(applyEdits("[p2p]\nlisten_port=30300\n\n[", [item?.textEdit as TextEdit])).toBe(
      "[p2p]\nlisten_port=30300\n\n[rpc]",
    );
  });

  it("offers the keys that are missing, with default and meaning", async () => {
    await using file = await open("[rpc]\n    listen_ip=127.0.0.1\n    li\n");
    const items = await file.complete(2, 6);
    const port = items.find(({ label }) => label === "listen_port");
    expect((port?.textEdit as TextEdit | undefined)?.newText).toBe("listen_port=20200");
    expect((port?.documentation as MarkupContent | undefined)?.value).toContain("Default: `20200`");
    expect(items.some(({ label }) => label === "listen_ip")).toBe(false);
    const sortedOf = (section: boolean): string[] =>
      items.filter(({ label }) => label.startsWith("[") === section).map(({ sortText }) => sortText ?? "");
    expect(sortedOf(true).length).toBeGreaterThan(0);
    expect((sortedOf(false).sort().at(-1) ?? "") < (sortedOf(true).sort()[0] ?? "")).toBe(true);
  });

  it("offers booleans, enumerated words and defaults as values", async () => {
    await using file = await open("[p2p]\nsm_ssl=\n[storage]\ntype=\n");
    expect((await file.complete(1, 7)).map(({ label }) => label)).toEqual(["true", "false"]);
    expect((await file.complete(3, 5)).map(({ label }) => label)).toContain("RocksDB");
  });

  it("offers the next free number and the IDs of node folders and of the chain", async () => {
    await using file = await open(nodeConfig(whitelist(`cal.4=${madeUpId(1, 512)}`, "c")));
    expect((await file.complete(9, 5))[0]?.label).toBe("cal.5");
    file.client.change(file.uri, {
      range: { start: { line: 9, character: 4 }, end: { line: 9, character: 5 } },
      text: "cal.5=",
    });
    expect((await file.complete(9, 10)).map(({ label }) => label)).toEqual(["node0", "node2"]);
    file.client.notify("chainside/knownNodes", {
      nodes: [{ name: "10.1.2.3:30300", role: "observer", tlsId: madeUpId(77, 512) }],
    });
    const items = await file.complete(9, 10);
    const live = items.find(({ label }) => label === "10.1.2.3:30300");
    expect((live?.textEdit as TextEdit | undefined)?.newText).toBe(madeUpId(77, 512));
    expect(live?.detail).toBe("observer");
    file.client.notify("chainside/knownNodes", {
      nodes: [
        { name: "10.1.2.3:30300", group: "one · group0", role: "observer", tlsId: madeUpId(77, 512) },
        { name: "10.1.2.3:30300", group: "two · group0", role: "observer", tlsId: madeUpId(78, 512) },
      ],
    });
    const alike = (await file.complete(9, 10)).filter(({ label }) => label === "10.1.2.3:30300");
    expect(alike.map(({ labelDetails }) => labelDetails?.description)).toEqual([
      `${madeUpId(77, 512).slice(0, 8)}… · one · group0`,
      `${madeUpId(78, 512).slice(0, 8)}… · two · group0`,
    ]);
  });

  it("offers feature flags and sealers in config.genesis", async () => {
    await using file = await open(everybody);
    const uri = file.workspace.uri("nodes/127.0.0.1/node1/config.genesis");
    file.client.open(uri, "[consensus]\nnode.0=\n[features]\nfeature\n");
    const at = (line: number, character: number) =>
      file.client.request<CompletionItem[]>("textDocument/completion", {
        textDocument: { uri },
        position: { line, character },
      });
    expect((await at(3, 7)).map(({ label }) => label)).toContain("feature_sharding");
    const sealer = (await at(1, 7)).find(({ label }) => label === "node2");
    expect((sealer?.textEdit as TextEdit | undefined)?.newText).toBe(`${madeUpId(2, 128)}: 1`);
  });
});

describe("hover", () => {
  it("tells meaning, default, release and what is effective now", async () => {
    await using file = await open("[p2p]\nsm_ssl=flase\nlisten_port=30301\n");
    const wrong = await file.hover(1, 3);
    expect(wrong).toContain("**[p2p] sm_ssl**");
    expect(wrong).toContain("Default: `false`");
    expect(wrong).toContain("Since 3.0.0");
    expect(wrong).toContain("In effect: the default, `false`.");
    expect(await file.hover(2, 3)).toContain("In effect: `30301`");
    expect(await file.hover(0, 2)).toContain("**[p2p]** Peer-to-peer gateway");
  });

  it("tells who an ID is and what the node does with it", async () => {
    await using file = await open(
      nodeConfig(whitelist(`cal.0=${madeUpId(2, 512)}`, `cal.1=${madeUpId(9, 512)}`, "cal.2=xyz")),
    );
    const known = await file.hover(8, 20);
    expect(known).toContain("**node2 · sealer**");
    expect(known).toContain("The node accepts connections from this ID");
    expect(await file.hover(9, 20)).toContain("No node folder in the workspace and no connected chain has this ID.");
    expect(await file.hover(10, 11)).toContain("drops this entry");
  });

  it("speaks Chinese", async () => {
    await using file = await open("[p2p]\nlisten_port=30301\n", { locale: "zh-cn" });
    expect(await file.hover(1, 3)).toMatch(/P2P 监听端口.*\n[\s\S]*默认值：`30300`[\s\S]*当前生效：`30301`/);
  });
});

describe("identities across node folders", () => {
  it("are found, defined by the folder that owns them, and renamed everywhere", async () => {
    await using file = await open(nodeConfig(whitelist(`cal.0=${madeUpId(1, 512).toUpperCase()}`)));
    const position = { line: 8, character: 12 };
    const { client, textDocument, workspace } = file;
    expect(await client.request<Location[]>("textDocument/definition", { textDocument, position })).toEqual([
      {
        uri: workspace.uri("nodes/127.0.0.1/node1/conf/ssl.nodeid"),
        range: { start: { line: 0, character: 0 }, end: { line: 0, character: 512 } },
      },
    ]);
    const references = await client.request<Location[]>("textDocument/references", {
      textDocument,
      position,
      context: { includeDeclaration: false },
    });
    expect(references.map(({ uri, range }) => `${uri.slice(-16)} ${range.start.line}`)).toEqual([
      "node0/config.ini 8",
      "node1/config.ini 9",
      "node2/config.ini 9",
    ]);
    const prepared = await client.request<{ placeholder: string }>("textDocument/prepareRename", {
      textDocument,
      position,
    });
    expect(prepared.placeholder).toBe(madeUpId(1, 512).toUpperCase());
    // What shows a file as it was is no place to edit.
    client.open(file.uri.replace(/^file:/, "git:"), nodeConfig(whitelist(`cal.0=${madeUpId(1, 512)}`)));
    const edit = await client.request<WorkspaceEdit>("textDocument/rename", {
      textDocument,
      position,
      newName: madeUpId(5, 512),
    });
    expect(Object.keys(edit.changes ?? {})).toHaveLength(3);
    client.apply(edit);
    expect(client.texts.get(file.uri)).toBe(nodeConfig(whitelist(`cal.0=${madeUpId(5, 512)}`)));
  });

  it("are not renamed to what the node would drop", async () => {
    await using file = await open(nodeConfig(everybody));
    const rename = (newName: string) =>
      file.client.request("textDocument/rename", {
        textDocument: file.textDocument,
        position: { line: 8, character: 12 },
        newName,
      });
    await expect(rename(madeUpId(5, 128))).rejects.toThrow("This ID needs 512 hex digits, but has 128.");
    await expect(rename(`0x${madeUpId(5, 512)}`)).rejects.toThrow("without 0x");
    await expect(rename("0".repeat(512))).rejects.toThrow("zeros only");
    await expect(
      file.client.request("textDocument/prepareRename", {
        textDocument: file.textDocument,
        position: { line: 1, character: 8 },
      }),
    ).rejects.toThrow("Only node IDs");
  });

  it("follow the genesis file's sealers", async () => {
    await using file = await open(nodeConfig(everybody));
    const uri = file.workspace.uri("nodes/127.0.0.1/node1/config.genesis");
    file.client.open(uri, file.workspace.read("nodes/127.0.0.1/node1/config.genesis"));
    const found = await file.client.request<Location[]>("textDocument/references", {
      textDocument: { uri },
      position: { line: 7, character: 20 },
      context: { includeDeclaration: true },
    });
    expect(found).toHaveLength(4);
  });
});

describe("what stands in and around the text", () => {
  it("names the nodes behind their IDs", async () => {
    await using file = await open(nodeConfig(everybody));
    const hints = await file.client.request<InlayHint[]>("textDocument/inlayHint", {
      textDocument: file.textDocument,
      range: { start: { line: 0, character: 0 }, end: { line: 40, character: 0 } },
    });
    expect(hints.map(({ label, position }) => `${position.line}:${position.character} ${label}`)).toEqual([
      "8:10 node0 · sealer",
      "9:10 node1 · sealer",
    ]);
  });

  it("says above each list what it does, and offers what the editor can do", async () => {
    await using file = await open(nodeConfig(`[certificate_blacklist]\n${everybody}`), {
      commands: ["chainside.reloadNode", "chainside.openAccessMatrix"],
    });
    const titles = async (): Promise<string[]> => {
      const lenses = await file.client.request<CodeLens[]>("textDocument/codeLens", {
        textDocument: file.textDocument,
      });
      return lenses.map(({ range, command }) => `${range.start.line} ${command?.title}`);
    };
    expect(await titles()).toEqual([
      "7 Blacklist off: no node is refused",
      "7 Reload",
      "7 Access matrix",
      "8 2 nodes accepted",
      "8 Reload",
      "8 Access matrix",
    ]);
    file.client.change(file.uri, {
      range: { start: { line: 9, character: 0 }, end: { line: 11, character: 0 } },
      text: "",
    });
    expect(await titles()).toContain("8 Whitelist off: any node can connect");
    // an empty section leaves the list to the one with the old short name
    file.client.change(file.uri, {
      range: { start: { line: 9, character: 0 }, end: { line: 9, character: 0 } },
      text: `[cal]\ncal.0=${madeUpId(1, 512)}\n`,
    });
    expect(await titles()).toEqual(expect.arrayContaining(["8 1 node accepted", "9 1 node accepted"]));
  });

  it("says so above a list that nobody reads", async () => {
    const titles = async (nodeVersion: string): Promise<string[]> => {
      const text = nodeConfig(`[cal]\n    cal.0=${madeUpId(1, 512)}\n${everybody}`);
      await using file = await open(text, { settings: { nodeConfig: { nodeVersion } } });
      const lenses = await file.client.request<CodeLens[]>("textDocument/codeLens", {
        textDocument: file.textDocument,
      });
      return lenses.map(({ command }) => command?.title ?? "");
    };
    expect(await titles("3.16.4")).toEqual(["Not read: [certificate_whitelist] takes precedence", "2 nodes accepted"]);
    const old = "Not read: releases 3.0 and 3.1 have no access lists";
    expect(await titles("3.1.0")).toEqual([old, old]);
  });

  it("outlines and folds sections", async () => {
    await using file = await open("; one\n; two\n[p2p]\na=1\n\n[rpc]\nb=2\n");
    const symbols = await file.client.request<DocumentSymbol[]>("textDocument/documentSymbol", {
      textDocument: file.textDocument,
    });
    expect(symbols.map((symbol) => `${symbol.name}: ${symbol.children?.map((child) => child.name)}`)).toEqual([
      "p2p: a",
      "rpc: b",
    ]);
    const folds = await file.client.request<FoldingRange[]>("textDocument/foldingRange", {
      textDocument: file.textDocument,
    });
    expect(folds.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
      [0, 1],
      [2, 3],
      [5, 6],
    ]);
  });

  it("goes back to the beginning of the line behind an ID that is wider than a screen", async () => {
    const text = nodeConfig(everybody);
    await using file = await open(`${text}\n    cal.99=`, { commands: ["chainside.revealLineStart"] });
    const lines = `${text}\n    cal.99=`.split("\n");
    const items = await file.complete(lines.length - 1, (lines.at(-1) ?? "").length);
    for (const { textEdit, command } of items)
      expect(command?.arguments).toEqual((textEdit?.newText.length ?? 0) > 100 ? [lines.length - 1] : undefined);
  });

  it("links the files and folders that exist", async () => {
    await using file = await open(nodeConfig(everybody), { commands: ["chainside.revealConfigFolder"] });
    const links = await file.client.request<DocumentLink[]>("textDocument/documentLink", {
      textDocument: file.textDocument,
    });
    const targets = links.map(({ target }) => decodeURIComponent(target ?? "").replace(file.workspace.folder, "…"));
    expect(targets).toEqual([
      'command:chainside.revealConfigFolder?["…/nodes/127.0.0.1/node0"]',
      "file://…/nodes/127.0.0.1/node0/nodes.json",
      'command:chainside.revealConfigFolder?["…/nodes/127.0.0.1/node0/conf"]',
      "file://…/nodes/127.0.0.1/node0/conf/ca.crt",
    ]);
  });

  it("formats without touching values, comments or lines it does not understand", async () => {
    const before = "[ p2p ] tail\r\n\tlisten_port =  30300 \r\n;note  \r\nwhat\r\n\r\n  [rpc]\r\nname = a  b ; c\r\n";
    await using file = await open(before);
    const edits = await file.client.request<TextEdit[]>("textDocument/formatting", {
      textDocument: file.textDocument,
      options: { tabSize: 4, insertSpaces: true },
    });
    expect(applyEdits(before, edits)).toBe(
      "[p2p] tail\r\n    listen_port=30300\r\n    ;note\r\nwhat\r\n\r\n[rpc]\r\n    name=a  b ; c\r\n",
    );
  });
});
