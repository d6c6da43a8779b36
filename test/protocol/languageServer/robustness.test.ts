import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { CodeAction, Range, TextEdit } from "vscode-languageserver/node";
import { madeUpId, nodeConfig, nodeFolders } from "./nodeFixture";
import { applyEdits, TestClient, TestWorkspace } from "./testClient";

const uri = "untitled:fuzz/config.ini";
const freshUri = "untitled:fresh/config.ini";

/** A small generator of our own, so that a failure can be run again: the seed stands in the test's name. */
function randomSource(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return state % below;
  };
}

const pieces = [
  "\n",
  "\r\n",
  "\r",
  "=",
  "[",
  "]",
  ";",
  "#",
  " ",
  "\t",
  "\u3000",
  "\uFEFF",
  "\0",
  "🌸",
  "名单",
  "\ud800",
  "a",
  "0x",
  ":",
  '"',
  "[certificate_whitelist]\n",
  "[certificate_blacklist]\r\n",
  "[crl]\n",
  "[p2p]\n",
  "cal.0=",
  "cal.1=",
  "crl.7=",
  "listen_port=",
  "sm_ssl=true\n",
  madeUpId(1, 128),
  madeUpId(1, 512),
  `cal.3=${madeUpId(2, 128)}\n`,
  `crl.3=${madeUpId(2, 128).toUpperCase()}\n`,
];

function randomRange(random: (below: number) => number, text: string): Range {
  const lines = text.split(/\r\n|\r|\n/);
  const place = () => {
    const line = random(lines.length + 1);
    return { line, character: random((lines[line]?.length ?? 0) + 3) };
  };
  const one = place();
  const other = random(3) === 0 ? place() : { line: one.line, character: one.character + random(3) };
  const before = one.line < other.line || (one.line === other.line && one.character <= other.character);
  return before ? { start: one, end: other } : { start: other, end: one };
}

/** Everything an editor asks while the user types. */
async function askEverything(client: TestClient, random: (below: number) => number): Promise<void> {
  const textDocument = { uri };
  const range = randomRange(random, client.texts.get(uri) ?? "");
  const position = range.start;
  const options = { tabSize: 4, insertSpaces: true };
  await Promise.all([
    client.request("textDocument/completion", { textDocument, position }),
    client.request("textDocument/hover", { textDocument, position }),
    client.request("textDocument/definition", { textDocument, position }),
    client.request("textDocument/references", { textDocument, position, context: { includeDeclaration: true } }),
    client.request("textDocument/documentHighlight", { textDocument, position }),
    client.request("textDocument/documentSymbol", { textDocument }),
    client.request("textDocument/foldingRange", { textDocument }),
    client.request("textDocument/documentLink", { textDocument }),
    client.request("textDocument/codeLens", { textDocument }),
    client.request("textDocument/inlayHint", { textDocument, range }),
    client.request<CodeAction[]>("textDocument/codeAction", { textDocument, range, context: { diagnostics: [] } }),
    client.request<TextEdit[]>("textDocument/formatting", { textDocument, options }).then((edits) => {
      applyEdits(client.texts.get(uri) ?? "", edits);
    }),
  ]);
}

describe("the server", () => {
  for (const seed of [1, 2, 3]) {
    it(`says after many random edits what it says of the same text opened afresh (seed ${seed})`, async () => {
      const random = randomSource(seed);
      await using client = await TestClient.start();
      client.open(uri, nodeConfig(`[certificate_whitelist]\ncal.0=${madeUpId(1, 128)}\n`));
      for (let round = 0; round < 20; round++) {
        for (let edit = 0; edit < 170; edit++) {
          const text = Array.from({ length: random(3) }, () => pieces[random(pieces.length)] ?? "").join("");
          client.change(uri, { range: randomRange(random, client.texts.get(uri) ?? ""), text });
        }
        await askEverything(client, random);
        const incremental = await client.diagnostics(uri);
        client.open(freshUri, client.texts.get(uri) ?? "");
        expect(await client.diagnostics(freshUri)).toEqual(incremental);
        client.close(freshUri);
        client.forget(freshUri);
      }
      expect(client.stderr).toBe("");
    });
  }

  it("survives arbitrary bytes", async () => {
    const random = randomSource(7);
    await using client = await TestClient.start();
    for (let round = 0; round < 20; round++) {
      const bytes = Uint8Array.from({ length: random(2000) }, () => random(round % 2 === 0 ? 256 : 96));
      client.open(uri, Buffer.from(bytes).toString(round % 3 === 0 ? "utf16le" : round % 3 === 1 ? "latin1" : "utf8"));
      await client.diagnostics(uri);
      await askEverything(client, random);
      client.close(uri);
      client.forget(uri);
    }
    expect(client.stderr).toBe("");
  });

  it("works fully in a workspace that nobody trusts, and neither runs nor writes anything there", async () => {
    const script = "#!/bin/sh\ntouch ran\n";
    const files = nodeFolders(2, () => `[certificate_whitelist]\ncal.0=0x${madeUpId(0, 512)}\n`);
    for (const path of Object.keys(files)) {
      if (path.endsWith("/config.ini")) files[path.replace("config.ini", "start.sh")] = script;
    }
    using workspace = new TestWorkspace({ ...files, "nodes/127.0.0.1/fisco-bcos": script });
    const before = readdirSync(workspace.folder, { recursive: true }).map(String).sort();
    await using client = await TestClient.start({ workspace });
    const own = workspace.uri("nodes/127.0.0.1/node0/config.ini");
    client.open(own, workspace.read("nodes/127.0.0.1/node0/config.ini"));
    expect((await client.diagnostics(own)).map(({ code }) => code)).toContain("nodeid.prefix0x");
    const position = { line: 8, character: 12 };
    const range = { start: position, end: position };
    const actions = await client.request<CodeAction[]>("textDocument/codeAction", {
      textDocument: { uri: own },
      range,
      context: { diagnostics: [] },
    });
    expect(actions.length).toBeGreaterThan(0);
    expect(readdirSync(workspace.folder, { recursive: true }).map(String).sort()).toEqual(before);
    for (const [path, text] of Object.entries(files)) expect(workspace.read(path)).toBe(text);
  });
});
