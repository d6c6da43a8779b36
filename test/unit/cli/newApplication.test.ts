import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runNew } from "../../../src/cli/commands/newApplication";
import { writtenLines } from "../../support/commandLine";

let folder: string;
const { err } = writtenLines();
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-new-"));
  const open = { type: "function", name: "open", inputs: [], outputs: [], stateMutability: "nonpayable" };
  writeFileSync(join(folder, "Stall.abi"), JSON.stringify([open]));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("writes nodes as every SDK takes them, however they are named", async () => {
  const [abi, out] = [join(folder, "Stall.abi"), join(folder, "stall")];
  const nodes = "http://localhost,ws://node1:20201/,http://[::1]";
  expect(await runNew(["application", abi, "--kind", "java", "--out", out, "--url", nodes]), err.join("\n")).toBe(0);
  const settings = readFileSync(join(out, "chain.properties"), "utf8");
  expect(settings).toContain("chain.peers=localhost:20200,node1:20201,[::1]:20200\n");
});

it("names what isn't Java as it likes", async () => {
  const [abi, out] = [join(folder, "Stall.abi"), join(folder, "switch")];
  expect(await runNew(["application", abi, "--kind", "java", "--out", out])).toBe(2);
  expect(err.join("\n")).toContain("org.example.switch can't be the name of a Java package");
  expect(await runNew(["application", abi, "--kind", "typescript", "--out", out])).toBe(0);
});
