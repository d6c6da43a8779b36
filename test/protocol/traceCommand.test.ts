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
  const result = async (...words: string[]) => {
    const { out } = await trace(hashes[1] ?? "", "--json", ...words);
    const { ok, operation, result } = JSON.parse(out);
    expect({ ok, operation }).toEqual({ ok: true, operation: "tx trace" });
    return result;
  };
  const own = await result("--token", chain.chain.devToken ?? "");
  const exact = await result();
  const web3 = chain.chain.web3Url ?? "";
  const fetched = await result("--blocks", "2", "--web3", web3);
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

it("traces, reads storage, and verifies by operations of the catalogue, in the folder of the terminal", async () => {
  const operate = async (...words: string[]) => {
    const { code, out, err } = await chainside([...words, "--json", "--url", chain.chain.url], { cwd: folder });
    expect(out, err).not.toBe("");
    return { code, ...(JSON.parse(out) as { ok: boolean; result?: unknown; error?: { code: string } }) };
  };
  const hash = hashes[1] ?? "";
  const token = ["--token", chain.chain.devToken ?? ""];
  const traced = await operate("tx", "trace", hash);
  expect(traced).toMatchObject({ code: 0, ok: true, result: { status: 0, certainty: "exact" } });
  const recorded = await operate("tx", "trace", hash, ...token);
  expect(recorded.result).toMatchObject({ certainty: "recorded", call: (traced.result as { call: object }).call });
  const changed = await operate("tx", "changes", hash, ...token);
  expect(changed.result).toMatchObject({ accounts: [{ contracts: ["History"], changes: expect.any(Array) }] });
  const { contractAddress } = await chain.deploy("History");
  const storage = await operate("contract", "storage", contractAddress, ...token);
  expect(storage.result).toMatchObject({ contract: "History", variables: expect.any(Array) });
  const verified = await operate("contract", "verify", contractAddress, "All.sol:History");
  expect(verified).toMatchObject({ code: 0, result: { contract: "History", identical: true } });
  const other = await operate("contract", "verify", `0x${"0".repeat(36)}1001`, "All.sol:History");
  expect(other).toMatchObject({ ok: false, error: { code: "noCodeAt" } });
}, 240_000);

it("gives steps of scenarios the same, on chains of their own and on connected ones", async () => {
  const steps = `scenario: Looked into
steps:
  - deploy: All.sol:History
    as: history
  - send: history.step
    args: [5]
  - getBlock: latest
    as: block
  - readStorage: $\{history}
    expect: { result: { contract: History } }
  - verifyContract: { contract: "$\{history}", source: All.sol:History }
    expect: { result: { identical: true } }
  - verifyContract: { contract: "$\{history}", source: All.sol:Child }
    expect: { result: { identical: false } }
  - traceTransaction: $\{block.transactions[0]}
    expect: { result: { status: 0, certainty: recorded } }
  - getStateChanges: $\{block.transactions[0]}
    expect: { result: { status: 0 } }
`;
  writeFileSync(join(folder, "looked.chain.yaml"), steps);
  const own = await chainside(["run", "looked.chain.yaml"], { cwd: folder });
  expect(own.code, own.out + own.err).toBe(0);
  writeFileSync(
    join(folder, "traced.chain.yaml"),
    `scenario: Traced\nsteps:\n  - traceTransaction: "${hashes[1]}"\n    expect: { result: { certainty: exact } }\n`,
  );
  const connected = await chainside(["run", "traced.chain.yaml", "--url", chain.chain.url], { cwd: folder });
  expect(connected.code, connected.out + connected.err).toBe(0);
}, 240_000);
