import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import type { CompletionItem, Hover, Location, TextEdit, WorkspaceEdit } from "vscode-languageserver/node";
import { madeUpId, nodeFolders } from "./nodeFixture";
import { applyEdits, TestClient, TestWorkspace } from "./testClient";

const root = resolve(import.meta.dirname, "../../..");
const compiler = join(root, "node_modules/solc");
const program = ["--import", "tsx", join(root, "src/cli/main.ts"), "lsp", "--stdio"];

const coin = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

contract Coin {
    mapping(address => uint256) public coins;

    /// Gives coins.
    function give(address to, uint256 amount) external {
        uint256 unused;
        coins[to] += amount;
    }
}
`;
const shop = `scenario: Money
accounts:
  alice:
steps:
  - deploy: Coin.sol:Coin
    as: coin
  - send: coin.give
    args: ["\${alice}", 3]
  - getBlockNumber:
  - wrong: 1
  - call: price
    on: "\${coin}"
`;
const abi = [
  { type: "function", name: "sell", inputs: [{ name: "goods", type: "string" }], outputs: [], stateMutability: "view" },
];

const lists = (node: number): string =>
  `[certificate_whitelist]\n    cal.0=${madeUpId(1, 512)}\n${node === 0 ? "    cal.1=no\n" : ""}`;
const files = {
  ...nodeFolders(2, lists),
  "Coin.sol": coin,
  "shop.chain.yaml": shop,
  "Shop.json": JSON.stringify({ contractName: "Shop", abi, bytecode: "0x00" }, undefined, 1),
};
const ini = "nodes/127.0.0.1/node0/config.ini";

/** Where a word stands in a text. */
function at(text: string, word: string): { line: number; character: number } {
  const before = text.slice(0, text.indexOf(word)).split("\n");
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

describe("chainside lsp --stdio, for an editor that speaks the protocol and nothing else", () => {
  it("answers about all three languages in one connection", async () => {
    using workspace = new TestWorkspace(files);
    await using client = await TestClient.start({ workspace, program, settings: { solidity: { compiler } } });
    const uriOf = (name: string) => ({ uri: workspace.uri(name) });
    const texts: Readonly<Record<string, string>> = { ...files };
    const ask = <Answer>(method: string, name: string, word: string, more: object = {}): Promise<Answer> => {
      const textDocument = uriOf(name);
      return client.request<Answer>(`textDocument/${method}`, {
        textDocument,
        position: at(texts[name] ?? "", word),
        ...more,
      });
    };
    for (const [name, text] of Object.entries(texts))
      if (name === ini || name.endsWith(".sol") || name.endsWith(".yaml")) client.open(workspace.uri(name), text);
    const messages = async (name: string): Promise<string[]> =>
      (await client.diagnostics(workspace.uri(name))).map(({ message }) => String(message));
    expect(await messages(ini)).toContain(`The node drops this entry: "n" isn't a hex digit.`);
    expect(await messages("Coin.sol")).toEqual([expect.stringContaining("Unused local variable")]);
    expect(await messages("shop.chain.yaml")).toEqual([expect.stringContaining('No step begins with "wrong"')]);

    const hovers = [
      await ask<Hover>("hover", ini, "listen_port"),
      await ask<Hover>("hover", "Coin.sol", "give"),
      await ask<Hover>("hover", "shop.chain.yaml", "getBlockNumber"),
    ].map(({ contents }) => JSON.stringify(contents));
    expect(hovers).toEqual([
      expect.stringContaining("30300"),
      expect.stringContaining("Gives coins."),
      expect.stringContaining("block"),
    ]);
    const defined = async (name: string, word: string): Promise<string[]> =>
      [await ask<Location | Location[]>("definition", name, word)]
        .flat()
        .map(({ uri, range }) => `${uri.slice(uri.lastIndexOf("/") + 1)} ${range.start.line}`);
    expect(await defined("Coin.sol", "coins[")).toEqual(["Coin.sol 4"]);
    expect(await defined("shop.chain.yaml", "coin.give")).toEqual(["shop.chain.yaml 5"]);
    expect(await defined("shop.chain.yaml", "give")).toEqual(["Coin.sol 7"]);
    expect(await defined("shop.chain.yaml", "Coin.sol")).toEqual(["Coin.sol 3"]);

    const renamed = await ask<WorkspaceEdit>("rename", "shop.chain.yaml", "coin.give", { newName: "money" });
    const [edits = []] = Object.values(renamed.changes ?? {});
    expect(applyEdits(shop, edits as TextEdit[])).toBe(
      shop.replace("as: coin", "as: money").replace("coin.give", "money.give").replace("{coin}", "{money}"),
    );
    const taken = ask("rename", "shop.chain.yaml", "coin.give", { newName: "alice" });
    await expect(taken).rejects.toThrow('"alice" is a name of something else already.');
    const formatted = await client.request<TextEdit[]>("textDocument/formatting", {
      textDocument: uriOf("shop.chain.yaml"),
      options: { tabSize: 2, insertSpaces: true },
    });
    expect(applyEdits(shop, formatted)).toBe(shop.replace(/\[(.*)\]/, "[ $1 ]"));

    // what only some languages give is answered with nothing for the others
    const signature = { textDocument: uriOf(ini), position: { line: 0, character: 0 } };
    expect(await client.request("textDocument/signatureHelp", signature)).toBeNull();
  });

  it("reads artifacts by itself, for what a contract has", async () => {
    const text = "scenario: S\nsteps:\n  - deploy: Shop.json\n    as: shop\n  - call: shop.\n";
    using workspace = new TestWorkspace({ ...files, "a.chain.yaml": text });
    await using client = await TestClient.start({ workspace, program });
    const textDocument = { uri: workspace.uri("a.chain.yaml") };
    client.open(textDocument.uri, text);
    const position = { line: 4, character: 15 };
    const items = await client.request<CompletionItem[]>("textDocument/completion", { textDocument, position });
    expect(items.map(({ label }) => label)).toEqual(["shop.sell"]);
  });
});

const headless = ["--headless", "-u", "NONE", "-i", "NONE", "-n"];
const neovim = ["/usr/bin", ...(process.env["PATH"] ?? "").split(delimiter)]
  .map((folder) => join(folder, "nvim"))
  .find(existsSync);

describe("Neovim", () => {
  it.skipIf(neovim === undefined)("shows, explains, finds and renames with its own client", async () => {
    using workspace = new TestWorkspace(files);
    const out = join(workspace.folder, "found.json");
    await promisify(execFile)(
      neovim as string,
      [...headless, "-c", `luafile ${join(import.meta.dirname, "editor.lua")}`],
      {
        env: {
          ...process.env,
          XDG_STATE_HOME: workspace.folder,
          XDG_CACHE_HOME: join(workspace.folder, "cache"),
          CHAINSIDE_ROOT: workspace.folder,
          CHAINSIDE_OUT: out,
          CHAINSIDE_COMMAND: JSON.stringify([process.execPath, ...program]),
          CHAINSIDE_COMPILER: compiler,
          CHAINSIDE_ID: madeUpId(1, 512),
          CHAINSIDE_OTHER: madeUpId(2, 512),
        },
      },
    );
    const found = JSON.parse(readFileSync(out, "utf8"));
    expect(found.problem, JSON.stringify(found)).toBeUndefined();
    const of = (name: string) => found[name];
    expect(of("nodes/127.0.0.1/node0/config.ini").diagnostics).toContainEqual(
      expect.stringContaining(`The node drops this entry: "n" isn't a hex digit.`),
    );
    expect(of("nodes/127.0.0.1/node0/config.ini").hover).toContain("30300");
    expect(of("nodes/127.0.0.1/node0/config.ini").text).toContain(`cal.0=${madeUpId(2, 512)}`);
    expect(of("Coin.sol").diagnostics).toEqual([expect.stringContaining("Unused local variable")]);
    expect(of("Coin.sol").hover).toContain("Gives coins.");
    expect(of("Coin.sol").definition[0].range.start.line).toBe(4);
    expect(of("Coin.sol").text).toContain("held[to] += amount;");
    expect(of("shop.chain.yaml").diagnostics).toEqual([expect.stringContaining('No step begins with "wrong"')]);
    expect(of("shop.chain.yaml").hover).toContain("block");
    expect(of("shop.chain.yaml").definition[0].range.start.line).toBe(5);
    expect(of("shop.chain.yaml").text).toContain("send: money.give");
  });
});
