// What a project keeps of its proxies: written step by step, read back, and believed only where the chain says the same.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DeployedAt, ProxyStep, RecordedChain } from "../../../../src/chain/proxy/proxyRecord";
import type { Address, Hex } from "../../../../src/crypto/bytes/hex";
import { compareInUse, layoutInUse } from "../../../../src/solidity/deployed/layoutInUse";
import {
  type CompiledSource,
  keepProxyStep,
  manifestName,
  proxyRecords,
  readManifestIn,
} from "../../../../src/solidity/deployed/manifestFile";
import { manifestText, readManifest } from "../../../../src/solidity/deployed/proxyManifest";

const address = (digit: string): Address => `0x${digit.repeat(40)}`;
const hash = (digit: string): Hex => `0x${digit.repeat(64)}`;
const chain: RecordedChain = { name: "chain0/group0", genesis: hash("a"), isEmbedded: false };
const [first, second, proxy, beacon, sibling] = ["1", "2", "3", "4", "5"].map(address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
];

const compiled = (...variables: string[]): CompiledSource => ({
  name: "Vault",
  sourceName: "contracts/Vault.sol",
  compiler: "0.8.26+commit.8a97fa7a",
  storageLayout: {
    storage: variables.map((label, slot) => ({
      astId: 1000 + slot,
      contract: "contracts/Vault.sol:Vault",
      label,
      offset: 0,
      slot: String(slot),
      type: "t_uint256",
    })),
    types: { t_uint256: { label: "uint256", numberOfBytes: "32" } },
  },
});

const at = (implementation: Address, more: Partial<DeployedAt> = {}): DeployedAt => ({
  chain,
  implementation,
  codeHash: hash(implementation[2] ?? ""),
  ...more,
});

describe("the records of a project's proxies", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "chainside-records-"));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const file = () => join(root, manifestName);
  const keep = (step: ProxyStep, source?: CompiledSource) => keepProxyStep(root, step, source);
  const signed = (implementation: Address, transaction: Hex, more: Partial<DeployedAt> = {}, isSource = true) =>
    keep(
      {
        step: "signed",
        change: { at: at(implementation, more), kind: "uups", isSource },
        transaction,
        blockLimit: 500,
      },
      compiled("owner", "total"),
    );
  const done = (transaction: Hex, block: number) => keep({ step: "done", chain, transaction, proxy, block });
  const inUse = (where: DeployedAt) => layoutInUse(undefined, root, { code: "0x60", at: where });
  const labels = async (where: DeployedAt) => (await inUse(where)).layout?.storage.map(({ label }) => label);

  it("doubts an upgrade that adds variables where a proxy may have its own, and no other", async () => {
    await signed(first, hash("b"));
    const place = { code: "0x61", at: at(second) };
    const found = await layoutInUse(undefined, root, { code: "0x60", at: at(first), proxies: [place] });
    const before = found.layout ?? { storage: [], types: {} };
    const [owner, total] = before.storage;
    const later = { astId: 9, contract: "", label: "fee", offset: 0, slot: "9", type: total?.type ?? "" };
    const more = { ...before, storage: [...before.storage, later] };
    expect(compareInUse(found, before, before).verdict).toBe("kept");
    expect(compareInUse(found, before, more)).toMatchObject({
      verdict: "unknown",
      changes: [{ kind: "added" }, { kind: "uncompared", message: { args: [second] } }],
    });
    // A namespace lies nowhere near.
    const namespaced = { ...later, contract: "erc7201:vault.main" };
    expect(compareInUse(found, before, { ...before, storage: [owner, total, namespaced] as never }).verdict).toBe(
      "kept",
    );
  });

  it("has a layout before its transaction is sent, and what became of it behind", async () => {
    await signed(first, hash("b"));
    const before = await proxyRecords(root, chain, "contracts/Vault.sol:Vault");
    expect(before).toMatchObject({
      file: manifestName,
      pending: [{ transaction: hash("b"), implementation: first, blockLimit: 500 }],
      implementations: [first],
    });
    expect(await labels(at(first))).toEqual(["owner", "total"]);
    await done(hash("b"), 7);
    const after = await proxyRecords(root, chain, "contracts/Vault.sol:Vault");
    expect(after).toMatchObject({ pending: [], implementations: [first] });
    expect((await readManifestIn(root)).chains[0]?.proxies[proxy]).toEqual({
      kind: "uups",
      implementation: first,
      history: [{ implementation: first, transaction: hash("b"), block: 7 }],
    });
  });

  it("forgets what failed, and keeps the code that is there", async () => {
    await signed(first, hash("b"));
    await keep({ step: "failed", chain, transaction: hash("b") });
    const { pending, implementations } = await proxyRecords(root, chain, "contracts/Vault.sol:Vault");
    expect([pending, implementations]).toEqual([[], [first]]);
    expect((await readManifestIn(root)).chains[0]?.proxies).toEqual({});
  });

  it("is believed only where the chain runs that code, by its slot and its hash", async () => {
    await signed(first, hash("b"));
    await done(hash("b"), 7);
    expect(await inUse(at(first, { proxy }))).toMatchObject({ doubts: [] });
    // The chain runs other code than what was written down.
    const elsewhere = await inUse(at(second, { proxy }));
    expect(elsewhere.layout).toBeUndefined();
    expect(elsewhere.doubts).toMatchObject([{ kind: "uncompared", message: { args: [manifestName, first, second] } }]);
    // Its code is another one.
    const other = await inUse(at(first, { proxy, codeHash: hash("f") }));
    expect([other.layout, other.doubts.length]).toEqual([undefined, 1]);
    // Another chain of the same name.
    const foreign = { chain: { ...chain, genesis: hash("e") } };
    expect(await inUse(at(first, { proxy, ...foreign }))).toEqual({ layout: undefined, doubts: [] });
    // An upgrade that was signed may be in a block.
    await signed(second, hash("c"), { proxy });
    expect(await inUse(at(second, { proxy }))).toMatchObject({ doubts: [] });
    expect(await inUse(at(first, { proxy }))).toMatchObject({ doubts: [] });
  });

  it("says nothing of code that isn't what its source compiles to", async () => {
    await signed(first, hash("b"), {}, false);
    await done(hash("b"), 7);
    expect(await inUse(at(first, { proxy }))).toEqual({ layout: undefined, doubts: [] });
  });

  it("points all proxies of a beacon to its new code", async () => {
    const change = { at: at(first), kind: "beacon", beacon, isSource: true } as const;
    for (const [transaction, made] of [
      [hash("b"), proxy],
      [hash("c"), sibling],
    ] as const) {
      await keep({ step: "signed", change, transaction, blockLimit: 500 }, compiled("owner"));
      await keep({ step: "done", chain, transaction, proxy: made, block: 7 });
    }
    const upgrade = { ...change, at: at(second, { proxy }) };
    await keep({ step: "signed", change: upgrade, transaction: hash("d"), blockLimit: 500 }, compiled("owner"));
    await keep({ step: "done", chain, transaction: hash("d"), proxy, block: 9 });
    const { proxies } = (await readManifestIn(root)).chains[0] ?? {};
    expect([proxies?.[proxy], proxies?.[sibling]]).toMatchObject([
      { implementation: second, history: [{}, { block: 9 }] },
      { implementation: second, history: [{}, { block: 9 }] },
    ]);
  });

  it("drops an embedded chain when another one has begun in its place, and no other", async () => {
    await signed(first, hash("b"));
    const embedded = (digit: string) => ({ chain: { ...chain, genesis: hash(digit), isEmbedded: true } });
    await keep({ step: "deployed", at: at(first, embedded("c")) }, compiled("owner"));
    await keep({ step: "deployed", at: at(first, embedded("d")) }, compiled("owner"));
    expect((await readManifestIn(root)).chains.map(({ genesis }) => genesis)).toEqual([hash("a"), hash("d")]);
  });

  it("is a text of which a difference shows what changed", async () => {
    await signed(first, hash("b"));
    await done(hash("b"), 7);
    const before = readFileSync(file(), "utf8");
    await signed(second, hash("c"), { proxy });
    await done(hash("c"), 9);
    const lines = readFileSync(file(), "utf8").split("\n");
    // What was there stands in its lines still, but for the comma behind the last of them and what the proxy runs.
    const gone = before.split("\n").filter((line) => !lines.includes(line) && !lines.includes(`${line},`));
    expect(gone).toEqual([`          "implementation": "${first}",`]);
    expect(before).not.toContain("astId");
    expect(manifestText(readManifest(before))).toBe(before);
  });

  it("of many at once loses none", async () => {
    const digits = [..."0123456789"];
    await Promise.all(digits.map((digit) => signed(address(digit), hash(digit))));
    expect((await proxyRecords(root, chain, "contracts/Vault.sol:Vault")).implementations).toHaveLength(digits.length);
  });

  it("that is wrong is neither used nor written over", async () => {
    await signed(first, hash("b"));
    const good = readFileSync(file(), "utf8");
    const wrong = [
      "",
      "<<<<<<< HEAD\n{}",
      "{}",
      '{"version":2,"chains":[]}',
      good.replace(hash("a"), "0xabc"),
      good.replace('"uups"', '"unheardOf"'),
      good.replace('"offset":0', '"offset":99'),
      good.replace(`"${first}": {`, '"0x12": {'),
      good.replace('"version": 1', '"version": 1, "more": []'),
      `${"[".repeat(5000)}${"]".repeat(5000)}`,
    ];
    for (const text of wrong) {
      writeFileSync(file(), text);
      await expect(proxyRecords(root, chain, "x"), text).rejects.toMatchObject({ code: "proxyRecordsWrong" });
      await expect(signed(second, hash("c")), text).rejects.toMatchObject({ code: "proxyRecordsWrong" });
      expect(readFileSync(file(), "utf8")).toBe(text);
      const { layout, doubts } = await inUse(at(first));
      expect([layout, doubts.length], text).toEqual([undefined, 1]);
    }
  });

  it("lies in the project: a link that leads out of it isn't followed", async () => {
    const outside = mkdtempSync(join(tmpdir(), "chainside-outside-"));
    try {
      mkdirSync(join(outside, "folder"));
      writeFileSync(join(outside, "proxies.json"), manifestText({ version: 1, chains: [] }));
      symlinkSync(outside, join(root, ".chainside"), "dir");
      await expect(proxyRecords(root, chain, "x")).rejects.toMatchObject({ code: "proxyRecordsWrong" });
      await expect(signed(first, hash("b"))).rejects.toMatchObject({ code: "proxyRecordsWrong" });
      expect(readFileSync(join(outside, "proxies.json"), "utf8")).toBe(manifestText({ version: 1, chains: [] }));
    } finally {
      rmSync(outside, { recursive: true });
    }
  });
});
