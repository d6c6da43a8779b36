import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import {
  type CodeAction,
  CodeActionKind,
  type Diagnostic,
  DiagnosticSeverity,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import { TestClient, TestWorkspace } from "./testClient";

const compiler = resolve(import.meta.dirname, "../../../node_modules/solc");

const shop = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

contract Shop {
    address private immutable owner = msg.sender;

    function pay(address payable to) external {
        require(tx.origin == owner, "only the owner");
        to.transfer(1);
    }
}
`;

type Settings = Readonly<Record<string, unknown>>;
const begin = async (workspace: TestWorkspace, more: Settings = {}, locale: "en" | "zh-cn" = "en") => {
  const settings = { solidity: { compiler }, ...more };
  const client = await TestClient.start({ workspace, settings, locale });
  client.open(workspace.uri("Shop.sol"), workspace.read("Shop.sol"));
  return client;
};

/** Waits until the findings of a file are these: rules with their severities. */
const until = async (client: TestClient, uri: string, wanted: readonly string[]): Promise<readonly Diagnostic[]> =>
  client.until(() => {
    const ours = client.published.get(uri)?.diagnostics.filter(({ source }) => source === "chainside");
    const found = ours?.map(({ code, severity }) => `${code} ${severity}`);
    return JSON.stringify(found) === JSON.stringify(wanted) ? ours : undefined;
  });
const origin = `access.origin ${DiagnosticSeverity.Warning}`;
const coin = (severity: DiagnosticSeverity = DiagnosticSeverity.Hint): string => `coin.moved ${severity}`;

const actionsAt = (client: TestClient, uri: string, diagnostic: Diagnostic): Promise<CodeAction[]> =>
  client.request<CodeAction[]>("textDocument/codeAction", {
    textDocument: { uri },
    range: diagnostic.range,
    context: { diagnostics: [diagnostic], only: [CodeActionKind.QuickFix] },
  });

describe("rules about Solidity in an editor", () => {
  it("are shown as problems whose code leads to the page; they are mended, and taken back", async () => {
    using workspace = new TestWorkspace({ "Shop.sol": shop });
    await using client = await begin(workspace);
    const uri = workspace.uri("Shop.sol");
    const [first] = await until(client, uri, [origin, coin()]);
    const { href = "" } = first?.codeDescription ?? {};
    const [file = "", line = ""] = href.split("#L");
    expect(readFileSync(fileURLToPath(file), "utf8").split("\n")[Number(line) - 1]).toBe("## access.origin");
    const actions = await actionsAt(client, uri, first as Diagnostic);
    expect(actions.map(({ title }) => title)).toEqual([
      "Check msg.sender",
      "Suppress access.origin for this line",
      "Suppress access.origin for this file",
    ]);
    client.apply(actions[0]?.edit as WorkspaceEdit);
    const [second] = await until(client, uri, [coin()]);
    const [line9, whole] = await actionsAt(client, uri, second as Diagnostic);
    client.apply(line9?.edit as WorkspaceEdit);
    await until(client, uri, []);
    expect(client.texts.get(uri)).toContain(
      "        // chainside-disable-next-line coin.moved\n        to.transfer(1);",
    );
    const everything = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
    client.change(uri, { range: everything, text: shop });
    await until(client, uri, [origin, coin()]);
    client.apply(whole?.edit as WorkspaceEdit);
    await until(client, uri, [origin]);
  });

  it("answer about what no compiler takes", async () => {
    using workspace = new TestWorkspace({ "Shop.sol": shop.replace("to.transfer(1);", "to.transfer(1") });
    await using client = await begin(workspace);
    await until(client, workspace.uri("Shop.sol"), [origin, coin()]);
  });

  it("weigh what the settings say, on the chain that they name", async () => {
    using workspace = new TestWorkspace({ "Shop.sol": shop.replace("== owner", "== owner && msg.sig != 0xa9059cbb") });
    const rules = { "access.origin": "error", "*": "information", "no.such": "error", "coin.moved": "loud" };
    await using client = await begin(workspace, { lint: { rules, coins: "off" }, solidity: { compiler, suite: "sm" } });
    await until(client, workspace.uri("Shop.sol"), [
      `access.origin ${DiagnosticSeverity.Error}`,
      `hash.constant ${DiagnosticSeverity.Information}`,
      coin(DiagnosticSeverity.Information),
    ]);
  });

  it("say nothing of packages", async () => {
    using workspace = new TestWorkspace({ "node_modules/shop/Shop.sol": shop, "Shop.sol": shop });
    await using client = await begin(workspace);
    const foreign = workspace.uri("node_modules/shop/Shop.sol");
    client.open(foreign, shop);
    await until(client, workspace.uri("Shop.sol"), [origin, coin()]);
    expect(client.published.get(foreign)?.diagnostics ?? []).toEqual([]);
  });

  it("speak Chinese, and lead to the Chinese page", async () => {
    using workspace = new TestWorkspace({ "Shop.sol": shop });
    await using client = await begin(workspace, {}, "zh-cn");
    const [first] = await until(client, workspace.uri("Shop.sol"), [origin, coin()]);
    expect(first?.message).toContain("未签名的调用中它为零");
    expect(first?.codeDescription?.href).toMatch(/lints\.zh-cn\.md#L\d+$/);
  });
});
