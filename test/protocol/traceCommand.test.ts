import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { chainside } from "../support/chainside";
import { ForkChain } from "../support/forkChain";
import { linkFolder } from "../support/portable";

const source = readFileSync(resolve(import.meta.dirname, "../fixtures/contracts/History.sol"), "utf8");
let chain: ForkChain;
let folder: string;
const hashes: string[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "chainside-trace-"));
  writeFileSync(join(folder, "All.sol"), source);
  linkFolder(resolve(import.meta.dirname, "../../node_modules"), join(folder, "node_modules"));
  chain = await ForkChain.start(source, { web3Port: 0 });
  const { contractAddress } = await chain.deploy("History");
  for (const by of [5, 6, 7]) {
    hashes.push((await chain.send(contractAddress, "History", "step", [by])).transactionHash);
  }
});
afterAll(async () => {
  await chain?.close();
  rmSync(folder, { recursive: true, force: true });
});

const trace = (...args: string[]) => chainside(["trace", ...args, "--url", chain.chain.url, "--folder", folder]);

it("traces a transaction of a chain that records nothing, says before what it does, and ends", async () => {
  const { code, out, err } = await trace(hashes[1] ?? "");
  expect(code).toBe(0);
  expect(err).toContain("the 2 blocks before it are re-executed first. Nothing is written to the chain.");
  const lines = out.split("\n");
  expect(lines[1]).toBe("Equal to the receipt, as are all 2 transactions before it.");
  expect(out).toMatch(/CALL History\.step\(by: 6\)/);
  expect(out).toContain("SSTORE 0x0: 0x5 → 0xb");
});

it("says to programs how sure it is", async () => {
  const own = JSON.parse((await trace(hashes[1] ?? "", "--json", "--token", chain.chain.devToken ?? "")).out);
  const exact = JSON.parse((await trace(hashes[1] ?? "", "--json")).out);
  const web3 = chain.chain.web3Url ?? "";
  const fetched = JSON.parse((await trace(hashes[1] ?? "", "--json", "--blocks", "2", "--web3", web3)).out);
  expect(own).toMatchObject({ certainty: "recorded", fork: null });
  expect(exact).toMatchObject({ certainty: "exact", fork: { state: "rebuilt", replayed: 2, differences: [] } });
  expect(fetched).toMatchObject({ certainty: "equal", fork: { state: "fetched", differences: [] } });
  expect(exact.call).toEqual(own.call);
  expect(fetched.call).toEqual(own.call);
  expect(fetched.fork.doubts.length).toBeGreaterThan(0);
});

it("refuses what is no number of blocks, and says what helps where there are too many", async () => {
  expect((await trace(hashes[1] ?? "", "--blocks", "many")).code).toBe(2);
  const { code, err } = await trace(hashes[2] ?? "", "--blocks", "1");
  expect(code).toBe(1);
  expect(err).toContain("Raise that number, or specify the node's Ethereum port");
});
