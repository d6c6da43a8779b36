import { describe, expect, it } from "vitest";
import type { CodeAction, Range } from "vscode-languageserver/node";
import { madeUpId, nodeConfig, nodeFolders } from "./nodeFixture";
import { TestClient, TestWorkspace } from "./testClient";

const uri = "untitled:config.ini";
const a = madeUpId(1, 128);
const b = madeUpId(2, 128);

const wholeLine = (line: number): Range => ({ start: { line, character: 0 }, end: { line, character: 0 } });

/** What the editor offers on a line. */
async function offered(client: TestClient, line: number, only?: string[], of = uri): Promise<CodeAction[]> {
  const context = { diagnostics: [], ...(only ? { only } : {}) };
  return client.request("textDocument/codeAction", { textDocument: { uri: of }, range: wholeLine(line), context });
}

async function take(client: TestClient, actions: CodeAction[], title: string): Promise<void> {
  const action = actions.find((one) => one.title === title);
  if (!action) throw new Error(`not offered: ${title}; but ${actions.map((one) => one.title).join(" | ")}`);
  const resolved = action.edit ? action : await client.request<CodeAction>("codeAction/resolve", action);
  if (resolved.edit) client.apply(resolved.edit);
}

/** The text after the named fix on a line of `text`. */
async function mended(text: string, line: number, title: string): Promise<string | undefined> {
  await using client = await TestClient.start();
  client.open(uri, text);
  await client.diagnostics(uri);
  await take(client, await offered(client, line), title);
  return client.texts.get(uri);
}

const list = (...entries: string[]): string =>
  `[certificate_whitelist]\n${entries.map((entry) => `${entry}\n`).join("")}`;

describe("quick fixes", () => {
  it("strip 0x, and say whether they are the one answer", async () => {
    await using client = await TestClient.start();
    client.open(uri, list(`cal.0=0x${a}`));
    const [first] = await offered(client, 1);
    expect(first?.isPreferred).toBe(true);
    expect(first?.diagnostics?.[0]?.code).toBe("nodeid.prefix0x");
    await take(client, [first as CodeAction], first?.title ?? "");
    expect(client.texts.get(uri)).toBe(list(`cal.0=${a}`));
    expect(await client.diagnostics(uri)).toEqual([]);
  });

  it("remove a duplicate, and renumber", async () => {
    await using client = await TestClient.start();
    client.open(uri, list(`cal.0=${a}`, `cal.1=${a}`, `cal.2=${b}`));
    const duplicates = await offered(client, 2);
    await take(client, duplicates, duplicates[0]?.title ?? "");
    expect(client.texts.get(uri)).not.toContain("cal.1=");
    const gap = await offered(client, 2);
    expect(gap[0]?.diagnostics?.[0]?.code).toBe("nodeid.indexGap");
    await take(client, gap, gap[0]?.title ?? "");
    expect(client.texts.get(uri)).toBe(list(`cal.0=${a}`, `cal.1=${b}`));
  });

  it("comment out what cannot be mended", async () => {
    expect(await mended("[p2p]\nwhat is this\n", 1, "Comment out this line")).toMatch(/\[p2p\]\n; ?what is this\n/);
  });

  it("mend everything that has one answer at once, also for whoever asks for fixes on save", async () => {
    const text = list(`cal.0=0x${a}`, `cal.1=${b.toUpperCase()}`, `cal.2=${b}`, "cal.3=what");
    const byQuickFix = await mended(text, 1, "Fix everything that can be fixed in only one way");
    expect(byQuickFix).toContain(`cal.0=${a}\n`);
    expect(byQuickFix).toContain("=what");
    expect(byQuickFix?.toLowerCase().split(b)).toHaveLength(2);
    await using client = await TestClient.start();
    client.open(uri, text);
    await take(client, await offered(client, 0, ["source.fixAll"]), "Fix everything that can be fixed in only one way");
    expect(client.texts.get(uri)).toBe(byQuickFix);
  });

  it("put the TLS identity of the node in the place of its consensus identity", async () => {
    using workspace = new TestWorkspace(nodeFolders(2, () => ""));
    await using client = await TestClient.start({ workspace });
    const own = workspace.uri("nodes/127.0.0.1/node0/config.ini");
    await client.scanned();
    client.open(own, nodeConfig(list(`cal.0=${madeUpId(0, 512)}`, `cal.1=${madeUpId(1, 128)}`)));
    await client.diagnostics(own);
    const actions = await offered(client, 9, undefined, own);
    await take(client, actions, actions[0]?.title ?? "");
    expect(client.texts.get(own)).toBe(nodeConfig(list(`cal.0=${madeUpId(0, 512)}`, `cal.1=${madeUpId(1, 512)}`)));
  });

  it("offer the other identity length only to an editor that can set it", async () => {
    const text = list(`cal.0=${madeUpId(1, 512)}`);
    for (const commands of [[], ["chainside.setIdentityLength"]]) {
      await using client = await TestClient.start({ commands });
      client.open(uri, text);
      const found = (await offered(client, 1)).flatMap(({ command }) => command ?? []);
      expect(found.map(({ arguments: given }) => given)).toEqual(commands.length > 0 ? [[512]] : []);
    }
  });

  it("add the workspace's nodes that a whitelist lacks", async () => {
    using workspace = new TestWorkspace(nodeFolders(3, () => ""));
    await using client = await TestClient.start({ workspace });
    const own = workspace.uri("nodes/127.0.0.1/node0/config.ini");
    await client.scanned();
    client.open(own, nodeConfig(list(`    cal.0=${madeUpId(1, 512)}`)));
    await client.diagnostics(own);
    await take(client, await offered(client, 7, undefined, own), "Add missing nodes of the workspace");
    const wanted = [1, 0, 2].map((node, index) => `    cal.${index}=${madeUpId(node, 512)}`);
    expect(client.texts.get(own)).toBe(nodeConfig(list(...wanted)));
  });

  it("speak Chinese", async () => {
    await using client = await TestClient.start({ locale: "zh-cn" });
    client.open(uri, list(`cal.0=0x${a}`, `cal.1=0x${b}`));
    const titles = (await offered(client, 1)).map(({ title }) => title);
    expect(titles).toContain("修复所有只有一种改法的问题");
    for (const title of titles) expect(title).toMatch(/[\u4e00-\u9fff]/);
  });
});
