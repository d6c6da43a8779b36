import { join } from "node:path";
import { expect, it } from "vitest";
import { runLogs } from "../../../src/cli/commands/logs";
import { runTest } from "../../../src/cli/commands/test";
import { writtenLines } from "../../support/commandLine";

const { out, err } = writtenLines();

it.each([
  [["--check-gas"], "--check-gas requires --gas-snapshot"],
  [["--gas-tolerance", "5"], "--gas-tolerance requires --gas-snapshot"],
  [["--check-gas", "--gas-snapshot", join(import.meta.dirname, "none")], 'No file "'],
])("compares no gas with nothing: %j", async (args, message) => {
  expect(await runTest([...args, import.meta.dirname])).toBe(2);
  expect(err.join("\n")).toContain(message);
});

it("takes patterns for logs where a shell leaves them as they are", async () => {
  const nodes = join(import.meta.dirname, "../../fixtures/nodeLogs/leader*");
  expect(await runLogs(["analyze", nodes, "--json"])).toBe(0);
  expect((JSON.parse(out.join("\n")) as { nodes: unknown[] }).nodes.length).toBeGreaterThan(0);
});
