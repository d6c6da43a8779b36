import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runStorage } from "../../../src/cli/commands/storage";
import { storageLines } from "../../../src/cli/output/inspectionLines";
import { inspect } from "../../../src/debugger/inspect/inspect";
import type { StorageView } from "../../../src/debugger/inspect/messages";
import { closeCompiler } from "../../../src/debugger/program/startDebuggee";
import { asNode } from "../../support/asNode";
import { ForkChain } from "../../support/forkChain";

// Storage of a chain that tells none: out of its blocks, executed again.

const source = `// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.6.10 <0.9.0;
contract Shelf {
    uint256 public count;
    mapping(address => uint256) private balances;
    mapping(address => bool) private nobody;
    function put(uint256 by) external payable { count += by; balances[msg.sender] += by; }
}`;
const folder = mkdtempSync(join(tmpdir(), "chainside-rebuilt-"));
let chain: ForkChain;
beforeAll(async () => {
  writeFileSync(join(folder, "Shelf.sol"), source);
  chain = await ForkChain.start(source);
});
afterAll(async () => {
  await chain.close();
  closeCompiler();
  rmSync(folder, { recursive: true });
});

const sender = `0x${"1a".repeat(20)}`;
async function read(address: string): Promise<{ view: StorageView; messages: string[] }> {
  const messages: string[] = [];
  const view = await inspect(
    {
      kind: "storage",
      address,
      keys: [sender],
      transactions: [],
      expressions: [],
      folder,
      trusted: true,
      from: { kind: "rebuilt", url: chain.chain.url, group: "group0" },
    },
    undefined,
    {
      client: chain.client(),
      begin: async (lines) => {
        messages.push(...lines);
        return true;
      },
      report: () => undefined,
    },
  );
  return { view, messages };
}

test("without a web3 port storage is read from a re-execution, and it is said how sure it is", async () => {
  const { contractAddress: shelf } = await chain.deploy("Shelf");
  const { contractAddress: other } = await chain.deploy("Shelf");
  for (const by of [3, 4]) await chain.send(shelf, "Shelf", "put", [by]);
  const { view, messages } = await read(shelf);
  expect(messages.join()).toContain("4 blocks");
  expect(view).toMatchObject({ contract: "Shelf", block: 4, certainty: "exact" });
  expect(view.notes.join()).toContain("all 4 receipts are equal");
  expect(storageLines(view)).toEqual(
    expect.arrayContaining([
      "  uint256 count = 7",
      `    uint256 [${sender}] = 7`,
      // a chain doesn't tell keys: this isn't known to be empty
      "  mapping(address => bool) nobody = <no key is known>",
    ]),
  );
  // what ends otherwise here: value that no block tells of
  const rich = `0x${"2b".repeat(20)}`;
  await chain.own("dev_setBalance", rich, "1000");
  const data = chain.abi("Shelf").abi.encodeCall("put", [5]);
  const { transactionHash } = await chain.own<{ transactionHash: string }>("dev_sendTransaction", {
    from: rich,
    to: shelf,
    data,
    value: "10",
  });
  const doubted = (await read(shelf)).view;
  expect(doubted.certainty).toBe("equal");
  expect(doubted.notes.join()).toContain(transactionHash);
  const sure = (await read(other)).view;
  expect(sure.certainty).toBe("exact");
  expect(sure.notes.join()).toContain(transactionHash);
});

test("the command line takes that way for a chain that is no embedded one", async () => {
  const { contractAddress: shelf } = await chain.deploy("Shelf");
  await chain.send(shelf, "Shelf", "put", [9]);
  const { url, close } = await asNode(chain.chain.url);
  const out: string[] = [];
  const [log, error] = (["log", "error"] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((text: string) => void out.push(text)),
  );
  try {
    const code = await runStorage([shelf, "--url", url, "--folder", folder, "--key-of", sender]);
    expect([code, code === 0 ? "" : out.join()]).toEqual([0, ""]);
    expect(out.join("\n")).toContain("uint256 count = 9");
    expect(out.join("\n")).toContain("blocks are re-executed on a copy");
    out.length = 0;
    expect(await runStorage([shelf, "--url", url, "--folder", folder, "--blocks", "1"])).toBe(1);
    expect(out.join("\n")).toContain("at most 1 are");
  } finally {
    log?.mockRestore();
    error?.mockRestore();
    await close();
  }
});
