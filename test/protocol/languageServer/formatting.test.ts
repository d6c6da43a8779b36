import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { TextEdit } from "vscode-languageserver/node";
import { applyEdits, type ClientOptions, TestClient, TestWorkspace } from "./testClient";

const untidy = "contract A{\n  uint x=1;\n  uint y=2;\n}\n";
const options = { tabSize: 2, insertSpaces: true };

/** The formatted text of `A.sol` in a workspace. */
async function formatted(files: Record<string, string>, more: ClientOptions = {}, line?: number) {
  using workspace = new TestWorkspace({ "A.sol": untidy, ...files });
  await using client = await TestClient.start({ workspace, ...more });
  const uri = workspace.uri("A.sol");
  const text = files["A.sol"] ?? untidy;
  client.open(uri, text);
  const textDocument = { uri };
  const edits =
    line === undefined
      ? await client.request<TextEdit[] | null>("textDocument/formatting", { textDocument, options })
      : await client.request<TextEdit[] | null>("textDocument/rangeFormatting", {
          textDocument,
          options,
          range: { start: { line, character: 2 }, end: { line, character: 3 } },
        });
  return edits && applyEdits(text, edits);
}

describe("formatting of Solidity", () => {
  it("writes a source as its project does, or some of its lines", async () => {
    expect(await formatted({})).toBe("contract A {\n    uint x = 1;\n    uint y = 2;\n}\n");
    expect(await formatted({ ".prettierrc": "tabWidth: 3" }, {}, 1)).toBe(
      "contract A{\n   uint x = 1;\n  uint y=2;\n}\n",
    );
  });

  it("follows the setting, and formats nothing where it is off", async () => {
    const files = { ".prettierrc": "tabWidth: 3", "foundry.toml": "[fmt]\ntab_width = 1" };
    expect(await formatted(files, { settings: { solidity: { formatter: "forge" } } })).toContain("{\n uint x = 1;");
    expect(await formatted(files, { settings: { solidity: { formatter: "off" } } })).toBeNull();
  });

  it.skipIf(process.platform === "win32")(
    "has the installed forge format where the settings say so and the workspace is trusted",
    async () => {
      using home = new TestWorkspace({
        forge:
          '#!/bin/sh\nread -r first\necho "$first // by forge"\nwhile IFS= read -r line; do printf \'%s\\n\' "$line"; done\n',
      });
      chmodSync(join(home.folder, "forge"), 0o755);
      const settings = { solidity: { formatter: "forge-fmt" } };
      const near = "contract A {\n    uint x = 1;\n    uint y = 2;\n}\n";
      const forge = await formatted({}, { settings, environment: { PATH: home.folder } });
      expect(forge).toBe(untidy.replace("{\n", "{ // by forge\n"));
      const untrusted = { settings, environment: { PATH: home.folder }, initializationOptions: { trusted: false } };
      expect(await formatted({}, untrusted)).toBe(near);
      const words: string[] = [];
      const answers = {
        "window/showMessageRequest": ({ message }: { message: string }) => {
          words.push(message);
          return null;
        },
      };
      const missing = { settings, environment: { PATH: "", HOME: home.folder }, answers };
      expect(await formatted({}, missing)).toBe(near);
      expect(words).toEqual(["forge isn't installed, or not on the path: Chainside formats, in a style near it."]);
    },
  );

  it("says why it leaves a file alone", async () => {
    const broken = { "A.sol": "contract A {\n  uint x = ;\n" };
    await expect(formatted(broken)).rejects.toThrow("Not formatted. Line 2 isn't finished Solidity.");
    await expect(formatted(broken, { locale: "zh-cn" })).rejects.toThrow("未格式化。第 2 行不是完整的 Solidity 代码。");
  });
});
