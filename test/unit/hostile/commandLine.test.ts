import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runCommand } from "../../../src/cli/commands";
import { type FakeNode, startFakeNode } from "../../support/fakeNode";

/** Clears the screen, writes to the clipboard, runs backwards, hides, rings, begins a line of its own. */
const attack = "x\u001b[2J\u001b]52;c;cm0=\u0007\u009b31m\u202eevil\u2066\u200b\r\nchainside: all is well\u0085\u007f";
const harmful = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202e\u2066]/;

describe("the command line against a hostile node", () => {
  let node: FakeNode | undefined;
  let output: string[];

  beforeEach(() => {
    output = [];
    for (const stream of ["log", "error"] as const)
      vi.spyOn(console, stream).mockImplementation((line: unknown) => void output.push(String(line)));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    return node?.close();
  });

  async function run(answer: (method: string) => object, ...args: string[]): Promise<string> {
    // whatever is asked is answered with bytes that JSON.stringify lets through
    node = await startFakeNode(({ id, method }, response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ id, jsonrpc: "2.0", ...answer(method) }));
    });
    await runCommand([...args, "--url", node.url]);
    return output.join("\n");
  }

  it.each([
    ["a list", "getGroupList", { result: { groupList: [attack], code: 0, msg: attack } }],
    ["an error", "getGroupList", { error: { code: -32_000, message: attack } }],
    ["an answer of another shape", "getBlockNumber", { result: attack }],
  ])("shows %s for what it is", async (_name, method, answer) => {
    for (const form of [[], ["--json"]]) {
      const shown = await run(() => answer, "rpc", method, "--group", "group0", ...form);
      expect(shown).not.toMatch(harmful);
      expect(shown).not.toContain("\nchainside: all is well");
      await node?.close();
    }
  });

  const abi = (method: string): object => ({
    result: method === "getABI" ? attack : { groupList: ["group0"], code: 0, msg: "" },
  });

  it("keeps the value of --json", async () => {
    const shown = await run(abi, "rpc", "getABI", `0x${"1".repeat(40)}`, "--group", "group0", "--json");
    expect(JSON.parse(shown)).toMatchObject({ result: attack });
    expect(shown).not.toMatch(harmful);
  });

  it("shows a text alone without what it would do", async () => {
    const shown = await run(abi, "rpc", "getABI", `0x${"1".repeat(40)}`, "--group", "group0");
    expect(shown).toContain("x\\u001b[2J");
    // Its lines stay lines.
    expect(shown.replace("\r\n", "\n")).not.toMatch(harmful);
  });

  it.each(["probe", "call"])("%s", async (command) => {
    const args = command === "call" ? [`0x${"1".repeat(40)}`, "get"] : [];
    const shown = await run(() => ({ error: { code: -32_000, message: attack } }), command, ...args);
    expect(shown).not.toMatch(harmful);
  });

  it("shows what it was given itself for what it is", async () => {
    await runCommand([`no\u001b[2J`]);
    expect(output.join("\n")).toContain("no\\u001b[2J");
  });
});
