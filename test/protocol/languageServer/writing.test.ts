import { describe, expect, it } from "vitest";
import type { TextEdit } from "vscode-languageserver/node";
import { applyEdits, TestClient, TestWorkspace } from "./testClient";

const head =
  "interface IToken {\n    function move(address to) external returns (bool);\n}\ncontract Bank is IToken {\n";

/** What is offered where `|` stands, with the text after an item was taken. */
async function offered(text: string, label: string): Promise<string> {
  using workspace = new TestWorkspace({ "A.sol": text.replace("|", "") });
  await using client = await TestClient.start({ workspace });
  const uri = workspace.uri("A.sol");
  client.open(uri, text.replace("|", ""));
  const lines = text.slice(0, text.indexOf("|")).split("\n");
  const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  const items = await client.completion(uri, position);
  const item = items.find((each) => each.label === label);
  expect(item?.label).toBe(label);
  return applyEdits(text.replace("|", ""), [item?.textEdit as TextEdit]);
}

describe("what is written for a person", () => {
  it("is a function that overrides another", async () => {
    expect(await offered(`${head}    function mo|\n}\n`, "override move(address to) returns (bool)")).toBe(
      `${head}    function move(address to) external override returns (bool) {}\n}\n`,
    );
  });

  it("is the documentation of what stands below", async () => {
    const below = "    function f(uint a) external {}\n}\n";
    expect(await offered(`${head}    /**| */\n${below}`, "/** … */")).toBe(
      `${head}    /**\n     * @notice \${1}\n     * @param a \${2}\n     */\n${below}`,
    );
    expect(await offered(`${head}    ///|\n${below}`, "/// …")).toBe(
      `${head}    /// @notice \${1}\n    /// @param a \${2}\n${below}`,
    );
  });
});
