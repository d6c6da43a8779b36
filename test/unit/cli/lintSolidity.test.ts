import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runLint } from "../../../src/cli/commands/lint";
import { englishAfterEach, useSources } from "../../support/chinese";

const shop = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

contract Shop {
    address private immutable owner = msg.sender;

    function close(address payable to) external {
        require(tx.origin == owner, "only the owner");
        to.transfer(1);
    }

    function isToken(bytes4 selector) external pure returns (bool) {
        return selector == 0xa9059cbb;
    }
}
`;

let folder: string;
function write(name: string, content: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

async function run(...args: string[]): Promise<{ code: number; output: string; errors: string }> {
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const code = await runLint(args);
  const text = (spy: typeof log): string => spy.mock.calls.map((call) => String(call[0])).join("\n");
  const outcome = { code, output: text(log), errors: text(error) };
  vi.restoreAllMocks();
  return outcome;
}
/** Lines of the text report without what is said. */
const found = (output: string): string[] =>
  output.split("\n").flatMap((line) => /:(\d+:\d+: \w+ [\w.]+):/.exec(line.slice(folder.length))?.[1] ?? []);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-lint-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
englishAfterEach();

describe("chainside lint, of Solidity", () => {
  it("finds sources of a folder beside files of nodes, and leaves packages alone", async () => {
    write("contracts/Shop.sol", shop);
    write("node0/config.ini", "[p2p]\nlisten_port=80\n");
    write("node_modules/other/Shop.sol", shop);
    const { code, output } = await run(folder);
    expect(found(output)).toEqual(["2:13: error value.port", "8:17: warning access.origin", "9:12: hint coin.moved"]);
    expect(output).toContain("Errors: 1, warnings: 1, notes: 1");
    expect(code).toBe(1);
  });

  it("asks what the chain is, and which rule weighs what", async () => {
    const file = write("Shop.sol", shop);
    expect(await run(file)).toMatchObject({ code: 0 });
    expect(found((await run(file, "--suite", "sm", "--coins", "off")).output)).toEqual([
      "8:17: warning access.origin",
      "9:12: warning coin.moved",
      "13:28: warning hash.constant",
    ]);
    expect(found((await run(file, "--coins", "on")).output)).toEqual(["8:17: warning access.origin"]);
    const chosen = await run(file, "--severity", "*=off", "--severity", "access.origin=error");
    expect(found(chosen.output)).toEqual(["8:17: error access.origin"]);
    expect(chosen.code).toBe(1);
  });

  it("refuses what it doesn't know", async () => {
    const file = write("Shop.sol", shop);
    for (const [given, answer] of [
      [["--severity", "no.rule=off"], "there is no rule no.rule"],
      [["--severity", "coin.moved=loud"], "off, hint, information, warning, error"],
      [["--severity", "coin.moved"], "such as coin.moved=off"],
      [["--coins", "some"], "--coins must be one of on, off"],
      [["--suite", "both"], "--suite must be one of standard, sm"],
    ] as const) {
      const { code, errors } = await run(file, ...given);
      expect(errors).toContain(answer);
      expect(code).toBe(2);
    }
    expect(await run(join(folder, "None.sol"))).toMatchObject({ code: 2, errors: expect.stringContaining("None.sol") });
  });

  it("hears remarks that take findings back", async () => {
    const line = "        require(tx.origin";
    const remarked = async (text: string): Promise<string[]> =>
      found((await run(write("Shop.sol", text), "--coins", "off")).output);
    const coin = (at: number): string => `${at}:12: warning coin.moved`;
    expect(await remarked(shop.replace(line, `// chainside-disable-next-line access.origin\n${line}`))).toEqual([
      coin(10),
    ]);
    expect(await remarked(shop.replace('owner");', 'owner"); // chainside-disable-line'))).toEqual([coin(9)]);
    expect(await remarked(`/* chainside-disable coin.moved, access.origin */\n${shop}`)).toEqual([]);
    expect(await remarked(`// chainside-disable\n${shop}`)).toEqual([]);
    const other = shop.replace(line, `// chainside-disable-next-line coin.moved\n${line}`);
    expect(await remarked(other)).toEqual(["9:17: warning access.origin", coin(10)]);
    const unlike = shop.replace(line, `// chainside-disabled access.origin\n${line}`);
    expect(await remarked(unlike)).toEqual(["9:17: warning access.origin", coin(10)]);
    const inText = shop.replace("only the owner", "// chainside-disable");
    expect(await remarked(inText)).toEqual(["8:17: warning access.origin", coin(9)]);
  });

  it("answers about a source that is half written", async () => {
    const file = write("Shop.sol", shop.replace("to.transfer(1);", "to.transfer(1"));
    expect(found((await run(file)).output)).toEqual(["8:17: warning access.origin", "9:12: hint coin.moved"]);
  });

  it("writes SARIF 2.1.0: each result has a rule that the run declares, a level, and a region from 1", async () => {
    const file = write("Shop.sol", shop);
    const sarif = JSON.parse((await run(file, "--format", "sarif")).output) as {
      version: string;
      $schema: string;
      runs: {
        columnKind: string;
        results: {
          ruleId: string;
          level: string;
          message: { text: string };
          locations: { physicalLocation: { artifactLocation: { uri: string }; region: Record<string, number> } }[];
        }[];
        tool: { driver: { name: string; rules: { id: string; shortDescription?: { text: string } }[] } };
      }[];
    };
    expect(sarif.version).toBe("2.1.0");
    const [only] = sarif.runs;
    expect(only?.columnKind).toBe("utf16CodeUnits");
    const ids = only?.tool.driver.rules.map(({ id }) => id) ?? [];
    expect(new Set(ids).size).toBe(ids.length);
    expect(only?.results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ["access.origin", "warning"],
      ["coin.moved", "note"],
    ]);
    for (const { ruleId, message, locations } of only?.results ?? []) {
      expect(ids).toContain(ruleId);
      expect(message.text).not.toBe("");
      const [{ physicalLocation } = expect.fail("no place")] = locations;
      expect(physicalLocation.artifactLocation.uri).toMatch(/Shop\.sol$/);
      const { startLine = 0, startColumn = 0, endLine = 0, endColumn = 0 } = physicalLocation.region;
      expect([startLine, startColumn].every((each) => each >= 1)).toBe(true);
      expect([endLine === startLine, endColumn > startColumn]).toEqual([true, true]);
    }
  });

  it("shows what Slither found beside its own, as text and as a run of SARIF of its own", async () => {
    const file = write("Shop.sol", shop);
    const place = (path: string, lines: readonly number[]) => ({
      source_mapping: { filename_absolute: path, lines, starting_column: 5, ending_column: 6 },
    });
    const detector = (check: string, impact: string, ...elements: readonly object[]) => ({
      check,
      impact,
      confidence: "High",
      description: `Shop.${check} is\n\tunsafe\u202e\n`,
      elements,
    });
    const detectors = [
      detector("arbitrary-send-eth", "High", { source_mapping: {} }, place(file, [7, 8, 9, 10])),
      detector("solc-version", "Informational", place(file, [2])),
      detector("naming", "Low", place(join(folder, "Other.sol"), [2])),
      detector("no-place", "High"),
      detector("no\u001b[31mname", "High", place(file, [2])),
    ];
    const report = write("slither.json", JSON.stringify({ success: true, error: null, results: { detectors } }));
    const { code, output } = await run(file, "--slither", report, "--severity", "*=off");
    expect(output.split("\n").map((line) => line.slice(file.length))).toEqual([
      expect.stringMatching(/^:7:5: error Slither arbitrary-send-eth: Shop\.arbitrary-send-eth is unsafe/),
      expect.stringMatching(/^:2:5: information Slither solc-version: /),
      expect.any(String),
    ]);
    expect(output).not.toMatch(/[\u202e\u001b]/);
    expect(code).toBe(1);
    const sarif = JSON.parse((await run(file, "--slither", report, "--format", "sarif")).output) as {
      runs: { tool: { driver: { name: string } }; results: { ruleId: string }[] }[];
    };
    expect(sarif.runs.map(({ tool, results }) => [tool.driver.name, results.map(({ ruleId }) => ruleId)])).toEqual([
      ["chainside", ["access.origin", "coin.moved"]],
      ["Slither", ["arbitrary-send-eth", "solc-version"]],
    ]);
    for (const text of ["{", "[1]", '{"success":false,"results":{}}', "no JSON"]) {
      const wrong = await run(file, "--slither", write("wrong.json", text));
      expect(wrong.code).toBe(2);
      expect(wrong.errors).toContain("isn't a report of Slither");
    }
  });

  it("speaks Chinese", async () => {
    useSources("zh-cn");
    const { output } = await run(write("Shop.sol", shop), "--severity", "coin.moved=off");
    expect(output).toContain("未签名的调用中它为零");
  });
});
