import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import type { Diagnostic, DocumentSymbol, Hover } from "vscode-languageserver/node";
import { seededNumbers } from "../../support/seededNumbers";
import { nodeConfig } from "./nodeFixture";
import { type ClientOptions, TestClient, TestWorkspace } from "./testClient";

const settings = { solidity: { compiler: resolve(import.meta.dirname, "../../../node_modules/solc") } };
const linux = process.platform === "linux";

/** Processes that a process started: of languages alone, not the compilers below them. */
const childrenOf = (pid: number | undefined): number[] =>
  execFileSync("ps", ["-e", "-o", "pid=,ppid="], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []));

/** An editor whose client starts the server again when it ends, with every document as it is then. */
class Editor {
  readonly texts = new Map<string, string>();
  client!: TestClient;
  starts = 0;

  constructor(private readonly options: ClientOptions) {}

  async begin(): Promise<void> {
    this.client = await TestClient.start(this.options);
    this.starts += 1;
    for (const [uri, text] of this.texts) this.client.open(uri, text);
  }

  /** Kills the server, and is an editor that notices it. */
  async kill(): Promise<void> {
    const { client } = this;
    const closed = once(client.process, "close");
    client.process.kill("SIGKILL");
    await closed;
    client.connection.dispose();
    await this.begin();
  }

  open(uri: string, text: string): void {
    this.texts.set(uri, text);
    this.client.open(uri, text);
  }

  insertLine(uri: string, line: number, text: string): void {
    const start = { line, character: 0 };
    this.client.change(uri, { range: { start, end: start }, text: `${text}\n` });
    this.texts.set(uri, this.client.texts.get(uri) ?? "");
  }

  removeLine(uri: string, line: number): void {
    this.client.change(uri, {
      range: { start: { line, character: 0 }, end: { line: line + 1, character: 0 } },
      text: "",
    });
    this.texts.set(uri, this.client.texts.get(uri) ?? "");
  }
}

const report = (diagnostics: readonly Diagnostic[]): string[] =>
  diagnostics.map(({ message, range }) => `${range.start.line}:${range.start.character} ${String(message)}`).sort();

const files = {
  "node0/config.ini": nodeConfig("[certificate_whitelist]"),
  "Coin.sol": "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\ncontract Coin {\n}\n",
  "s.chain.yaml": "scenario: S\nsteps:\n  - getBlockNumber:\n",
};
type Name = keyof typeof files;
/** The line that edits begin at, and what the nth edit writes: what the server says of the text tells whether it has each of them. */
const edits: Readonly<Record<Name, { readonly line: number; readonly write: (n: number) => string }>> = {
  "node0/config.ini": {
    line: files["node0/config.ini"].split("[certificate_whitelist]")[0]?.split("\n").length ?? 0,
    write: (n) => `cal.${n}=wrong${n}`,
  },
  "Coin.sol": { line: 3, write: (n) => `uint256 public unused${n}; function f${n}() public { uint256 x${n}; }` },
  "s.chain.yaml": { line: 2, write: (n) => `  - wrong${n}: /` },
};

describe("a server that is killed", () => {
  it.skipIf(!linux)("loses no edit and no diagnostic of a thousand edits in three languages", async () => {
    using workspace = new TestWorkspace(files);
    const random = seededNumbers(26);
    const editor = new Editor({ workspace, settings });
    await editor.begin();
    const names = Object.keys(files) as Name[];
    const written = new Map(names.map((name) => [name, 0]));
    for (const name of names) editor.open(workspace.uri(name), files[name]);
    const kills = new Set(Array.from({ length: 24 }, () => random(1000)));
    let workers = 0;
    let worker: number | undefined;
    for (let n = 0; n < 1000; n++) {
      const name = names[random(names.length)] as Name;
      const { line, write } = edits[name];
      const uri = workspace.uri(name);
      const lines = written.get(name) ?? 0;
      if (lines > 8 || (lines > 0 && random(3) === 0)) {
        editor.removeLine(uri, line + random(lines));
        written.set(name, lines - 1);
      } else {
        editor.insertLine(uri, line + random(lines + 1), write(n));
        written.set(name, lines + 1);
      }
      if (!kills.has(n)) continue;
      if (random(2) === 0) {
        // a process that has read one of the texts, and hears of the next changes while it ends
        await editor.client.diagnostics(workspace.uri("s.chain.yaml"));
        worker = childrenOf(editor.client.process.pid).at(random(2) - 1);
        if (worker === undefined) throw new Error("no language has a process");
        process.kill(worker, "SIGKILL");
        workers += 1;
      } else await editor.kill();
    }
    expect(workers).toBeGreaterThan(3);
    expect(editor.starts).toBeGreaterThan(3);
    await using fresh = await TestClient.start({ workspace, settings });
    for (const name of names) {
      const uri = workspace.uri(name);
      fresh.open(uri, editor.texts.get(uri) ?? "");
      const now = report(await editor.client.diagnostics(uri));
      expect(now).toEqual(report(await fresh.diagnostics(uri)));
      expect(now.length).toBeGreaterThan(0);
      const textDocument = { uri };
      const symbols = await editor.client.request<DocumentSymbol[]>("textDocument/documentSymbol", { textDocument });
      expect(symbols).toEqual(await fresh.request("textDocument/documentSymbol", { textDocument }));
    }
    await editor.client[Symbol.asyncDispose]();
  });

  it.skipIf(!linux)("answers what was asked before it ended", async () => {
    using workspace = new TestWorkspace(files);
    await using client = await TestClient.start({ workspace, settings });
    const uri = workspace.uri("s.chain.yaml");
    client.open(uri, files["s.chain.yaml"]);
    await client.diagnostics(uri);
    const [worker] = childrenOf(client.process.pid);
    process.kill(worker as number, "SIGSTOP");
    const hover = client.request<Hover>("textDocument/hover", {
      textDocument: { uri },
      position: { line: 2, character: 6 },
    });
    process.kill(worker as number, "SIGKILL");
    expect(JSON.stringify((await hover).contents)).toContain("block");
  });
});

/** A text that is deep, wide, or the same again and again. */
const bombs: Readonly<Record<string, readonly [string, string][]>> = {
  "config.ini": [
    ["depth", "[".repeat(200_000)],
    ["width", `[p2p]\n${"a=b\n".repeat(100_000)}`],
    ["repetition", `[p2p]\nnodes_path=${"../".repeat(100_000)}\n`],
  ],
  "s.chain.yaml": [
    ["depth", "{a: ".repeat(50_000)],
    ["width", `scenario: S\nsteps:\n${"  - wrong: /\n".repeat(40_000)}`],
    ["repetition", `${"&a [*a, *a, *a, ".repeat(20_000)}`],
  ],
  "Bomb.sol": [
    ["depth", `contract C { function f() public { ${"(".repeat(20_000)} } }`],
    ["nested blocks", `contract C { function f() public ${"{".repeat(20_000)} }`],
    ["width", `${"contract C { uint256 a; } ".repeat(5000)}`],
    ["repetition", `contract C { string a = "${"a".repeat(2_000_000)}; }`],
    ["remarks", "/*".repeat(200_000)],
  ],
};

describe("a bomb", () => {
  for (const [name, all] of Object.entries(bombs))
    for (const [kind, text] of all)
      it(`of ${kind} in ${name} ends in a word, and others are answered`, async () => {
        using workspace = new TestWorkspace(files);
        await using client = await TestClient.start({ workspace, settings });
        const uri = workspace.uri(`bombs/${name}`);
        client.open(uri, text);
        const [first] = await client.diagnostics(uri);
        expect(String(first?.message).length).toBeGreaterThan(3);
        await client.request("textDocument/documentSymbol", { textDocument: { uri } });
        const other = workspace.uri("s.chain.yaml");
        client.open(other, files["s.chain.yaml"].replace("getBlockNumber", "wrong"));
        expect(report(await client.diagnostics(other))).toEqual(['2:4 No step begins with "wrong".']);
      });
});
