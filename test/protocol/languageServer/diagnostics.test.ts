import { describe, expect, it } from "vitest";
import { madeUpId, nodeConfig, nodeFolders } from "./nodeFixture";
import { TestClient, TestWorkspace } from "./testClient";

const listOf = (...entries: string[]): string => `[certificate_whitelist]\n${entries.join("\n")}\n`;
const brief = (
  diagnostics: { range: { start: { line: number; character: number }; end: { character: number } }; code?: unknown }[],
) =>
  diagnostics.map(({ range, code }) => `${range.start.line}:${range.start.character}-${range.end.character} ${code}`);

describe("diagnostics", () => {
  it("mark exactly the entries that the node drops", async () => {
    await using client = await TestClient.start();
    const id = madeUpId(1, 128);
    const uri = "untitled:config.ini";
    client.open(
      uri,
      listOf(
        `    cal.0=${id.slice(1)}`,
        `    cal.1=${"g".repeat(128)}`,
        `    cal.2=0x${id}`,
        `    cal.3=${id}`,
        `    cal.4=${id} `,
      ),
    );
    expect(brief(await client.diagnostics(uri))).toEqual([
      "1:10-137 nodeid.length",
      "2:10-138 nodeid.notHex",
      "3:10-140 nodeid.prefix0x",
      "5:10-138 nodeid.duplicate",
    ]);
  });

  it("follow each change, several in one message too", async () => {
    await using client = await TestClient.start();
    const id = madeUpId(1, 128);
    const uri = "untitled:config.ini";
    client.open(uri, listOf(`cal.0=0x${id}`));
    expect(brief(await client.diagnostics(uri))).toContain("1:6-136 nodeid.prefix0x");
    client.change(
      uri,
      { range: { start: { line: 1, character: 6 }, end: { line: 1, character: 8 } }, text: "" },
      { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, text: "; 名单 🌸\r\n" },
    );
    expect(await client.diagnostics(uri)).toEqual([]);
    client.change(uri, { range: { start: { line: 2, character: 6 }, end: { line: 2, character: 7 } }, text: "" });
    expect(brief(await client.diagnostics(uri))).toEqual(
      ["0:0-0"].slice(1).concat(["1:0-23 list.failOpen", "2:6-133 nodeid.length"]),
    );
  });

  it("tell of a byte order mark that the editor hides", async () => {
    using workspace = new TestWorkspace(nodeFolders(1, () => ""));
    const path = "nodes/127.0.0.1/node0/config.ini";
    workspace.write(path, `\uFEFF${nodeConfig("")}`);
    await using client = await TestClient.start({ workspace });
    client.open(workspace.uri(path), nodeConfig(""));
    expect(brief(await client.diagnostics(workspace.uri(path)))).toContain("0:0-0 ini.bom");
  });

  it("take the length of the node's own TLS identity, and say who needs it", async () => {
    using workspace = new TestWorkspace(
      nodeFolders(2, () => listOf(`cal.0=${madeUpId(1, 512)}`, `cal.1=${madeUpId(0, 512)}`)),
    );
    await using client = await TestClient.start({ workspace });
    const uri = workspace.uri("nodes/127.0.0.1/node0/config.ini");
    client.open(uri, nodeConfig(listOf(`cal.0=${madeUpId(1, 512)}`, `cal.1=${madeUpId(0, 512)}`)));
    expect(await client.diagnostics(uri)).toEqual([]);
    client.change(uri, {
      range: { start: { line: 9, character: 0 }, end: { line: 9, character: 518 } },
      text: `cal.1=${madeUpId(1, 128)}`,
    });
    expect(brief(await client.diagnostics(uri))).toContain("9:6-134 nodeid.consensusId");
  });

  it("leave a foreign config.ini alone", async () => {
    using workspace = new TestWorkspace({
      "other/config.ini": "[database]\nhost\n",
      "node/config.ini": "[certificate_whitelist]\ncal.0=xyz\n",
    });
    await using client = await TestClient.start({ workspace });
    const own = workspace.uri("node/config.ini");
    expect(brief(await client.diagnostics(own))).toEqual(["0:0-23 list.failOpen", "1:6-9 nodeid.notHex"]);
    expect(client.published.has(workspace.uri("other/config.ini"))).toBe(false);
  });

  it("cover node folders that are not open, and hear of changes on disk", async () => {
    using workspace = new TestWorkspace(nodeFolders(2, () => listOf("cal.0=1")));
    await using client = await TestClient.start({ workspace });
    const uri = workspace.uri("nodes/127.0.0.1/node1/config.ini");
    expect(brief(await client.diagnostics(uri))).toContain("8:6-7 nodeid.length");
    workspace.write("nodes/127.0.0.1/node1/config.ini", nodeConfig(listOf(`cal.0=${madeUpId(1, 512)}`)));
    client.notify("workspace/didChangeWatchedFiles", { changes: [{ uri, type: 2 }] });
    await client.until(() => client.published.get(uri)?.diagnostics.length === 0 || undefined);
  });

  it("go by the release that a node printed since", async () => {
    const entries = `[certificate_whitelist]\ncal.0=1\ncal.1=${madeUpId(1, 512)}\n`;
    using workspace = new TestWorkspace({ "node/config.ini": entries });
    await using client = await TestClient.start({ workspace });
    const uri = workspace.uri("node/config.ini");
    expect(brief(await client.diagnostics(uri))).not.toContain("1:0-5 ini.sinceVersion");
    workspace.write("node/nohup.out", "FISCO BCOS Version : 3.1.0\n");
    client.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: workspace.uri("node/nohup.out"), type: 1 }] });
    const messageOf = (): string => brief(client.published.get(uri)?.diagnostics ?? []).join();
    await client.until(() => messageOf().includes("1:0-5 ini.sinceVersion") || undefined);
  });

  it("heed the settings", async () => {
    await using client = await TestClient.start({ settings: { accessList: { identityLength: "512" } } });
    const uri = "untitled:config.ini";
    client.open(uri, listOf(`cal.0=${madeUpId(1, 512)}`));
    await client.until(() => (client.published.get(uri)?.diagnostics.length === 0 ? true : undefined));
    client.settings = { accessList: { identityLength: "128" } };
    client.notify("workspace/didChangeConfiguration", { settings: null });
    await client.until(() => client.published.get(uri)?.diagnostics.length || undefined);
    expect(brief(await client.diagnostics(uri))).toContain("1:6-518 nodeid.length");
  });

  it("are pulled where the editor pulls", async () => {
    await using client = await TestClient.start({ pull: true });
    const uri = "untitled:config.ini";
    client.open(uri, listOf("cal.0=zz"));
    interface Report {
      kind: string;
      resultId: string;
      items: { code: string }[];
    }
    const first = await client.request<Report>("textDocument/diagnostic", { textDocument: { uri } });
    expect(first.kind).toBe("full");
    expect(first.items.map(({ code }) => code)).toEqual(["list.failOpen", "nodeid.notHex"]);
    const second = await client.request<Report>("textDocument/diagnostic", {
      textDocument: { uri },
      previousResultId: first.resultId,
    });
    expect(second.kind).toBe("unchanged");
    expect(client.published.has(uri)).toBe(false);
  });

  it("take back what was pushed for a closed file when an editor that pulls opens it", async () => {
    const name = "nodes/127.0.0.1/node1/config.ini";
    using workspace = new TestWorkspace(nodeFolders(2, () => listOf("cal.0=1")));
    await using client = await TestClient.start({ workspace, pull: true });
    const uri = workspace.uri(name);
    await client.until(() => client.published.get(uri)?.diagnostics.length || undefined);
    client.open(uri, workspace.read(name));
    await client.until(() => (client.published.get(uri)?.diagnostics.length === 0 ? true : undefined));
  });

  it("cover the nodes.json of a node, open or not, and nobody else's", async () => {
    const name = "nodes/127.0.0.1/node1/nodes.json";
    const bad = '{\n  "nodes": ["127.0.0.1:80", "::1:30300"]\n}\n';
    using workspace = new TestWorkspace({
      ...nodeFolders(2, () => listOf(`cal.0=${madeUpId(1, 512)}`)),
      [name]: bad,
      "other/nodes.json": bad,
      "other/config.ini": "[database]\nhost=x\n",
    });
    await using client = await TestClient.start({ workspace });
    const uri = workspace.uri(name);
    const both = ["1:13-25 value.port", "1:29-38 value.ip"];
    expect(brief(await client.diagnostics(uri))).toEqual(both);
    client.forget(uri);
    client.open(uri, bad);
    await client.until(() => (client.published.get(uri)?.diagnostics.length === 2 ? true : undefined));
    client.change(uri, {
      range: { start: { line: 1, character: 23 }, end: { line: 1, character: 25 } },
      text: "30301",
    });
    await client.until(() => (client.published.get(uri)?.diagnostics.length === 1 ? true : undefined));
    expect(brief(client.published.get(uri)?.diagnostics ?? [])).toEqual(["1:32-41 value.ip"]);
    const other = workspace.uri("other/nodes.json");
    client.open(other, bad);
    client.open("untitled:config.ini", listOf("cal.0=zz"));
    await client.diagnostics("untitled:config.ini");
    expect(client.published.get(other)?.diagnostics ?? []).toEqual([]);
  });

  it("stand once for a file whose address the editor writes in its own way", async () => {
    const below = "chain (1)+a/127.0.0.1/node1";
    const bad = '{\n  "nodes": ["127.0.0.1:80"]\n}\n';
    const folders = nodeFolders(2, () => listOf("cal.0=zz"));
    using workspace = new TestWorkspace({
      ...Object.fromEntries(
        Object.entries(folders).map(([name, text]) => [name.replace(/^nodes/, "chain (1)+a"), text]),
      ),
      [`${below}/nodes.json`]: bad,
    });
    await using client = await TestClient.start({ workspace });
    for (const [name, text] of [
      [`${below}/nodes.json`, bad],
      [`${below}/config.ini`, workspace.read(`${below}/config.ini`)],
    ] as const) {
      const ours = workspace.uri(name);
      const editors = ours.replaceAll("(", "%28").replaceAll(")", "%29").replaceAll("+", "%2B");
      expect(editors).not.toBe(ours);
      expect((await client.diagnostics(ours)).length).toBeGreaterThan(0);
      client.forget(ours);
      client.open(editors, text);
      await client.until(() => ((client.published.get(editors)?.diagnostics.length ?? 0) > 0 ? true : undefined));
      await client.until(() => (client.published.get(ours)?.diagnostics.length === 0 ? true : undefined));
    }
  });

  it("speak Chinese to a Chinese editor", async () => {
    await using client = await TestClient.start({ locale: "zh-cn" });
    const uri = "untitled:config.ini";
    client.open(uri, listOf("cal.0=zz"));
    for (const { message } of await client.diagnostics(uri)) expect(message).toMatch(/[\u4e00-\u9fff]/);
  });
});
