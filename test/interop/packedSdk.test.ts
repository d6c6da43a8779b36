// The operations of operations.test.ts once more, as applications have them: through `chainside/sdk` alone, out of the file that npm packs.
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as Sdk from "../../src/sdk/sdk";
import { kioskAbi } from "../support/kioskAbi";
import { npmWithoutRegistry, packSdk } from "../support/packedSdk";
import { until } from "../support/until";
import { freshName, type InteropChain, interopTargets } from "./interopChain";

const kioskFile = new URL("../fixtures/artifacts/contracts/Kiosk.sol/Kiosk.json", import.meta.url);
const { bytecode } = JSON.parse(readFileSync(kioskFile, "utf8")) as { bytecode: string };
const fakeNode = randomBytes(64).toString("hex");

let folder: string;
let sdk: typeof Sdk;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "chainside-packed-"));
  const { tarball } = await packSdk(folder);
  const app = join(folder, "app");
  mkdirSync(app);
  writeFileSync(join(app, "package.json"), '{"private":true,"type":"module"}');
  npmWithoutRegistry(folder, app, "install", "--silent", "--ignore-scripts", tarball);
  writeFileSync(join(app, "entry.mjs"), 'export * from "chainside/sdk";\n');
  sdk = (await import(pathToFileURL(join(app, "entry.mjs")).href)) as typeof Sdk;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `kind code: message` of the SDK's error that an action ends with; "done" when it does not. */
async function failure(action: Promise<unknown>): Promise<string> {
  try {
    await action;
    return "done";
  } catch (error) {
    if (error instanceof sdk.ChainError) return `${error.kind} ${error.code}: ${error.message}`;
    throw error;
  }
}

const open = (chain: Sdk.Chain) =>
  sdk.deploy(chain, { abi: kioskAbi, bytecode: bytecode as Sdk.Hex, args: ["corner shop"] });

describe.each(interopTargets)("the packed SDK on $name", (target) => {
  let given: InteropChain;
  let chain: Sdk.Chain;
  let me: Sdk.Account;
  let stranger: Sdk.Account;
  let kiosk: Awaited<ReturnType<typeof open>>;

  beforeAll(async () => {
    given = await target.open();
    const { urls, tls, session } = given;
    chain = await sdk.connect({
      url: urls,
      group: session.groupId,
      timeoutMs: 30_000,
      account: given.signer,
      ...(urls[0]?.startsWith("ws") ? { transport: "webSocket" } : {}),
      ...(tls === undefined ? {} : { tls: tls as Sdk.TlsOptions }),
    });
    me = given.signer;
    stranger = sdk.generateAccount(chain.suite.name);
    kiosk = await open(chain);
  });
  afterAll(async () => {
    await chain?.close();
    await given?.close();
  });

  test("says what it is", async () => {
    expect(await sdk.getGroups(chain)).toContain(chain.groupId);
    expect(chain.compatibilityVersion).toMatch(/^3\.\d+\.\d+$/);
    expect(await sdk.getBlockNumber(chain)).toBeGreaterThan(0);
    expect((await sdk.getSealers(chain)).length).toBeGreaterThan(0);
    expect([chain.authEnabled, chain.suite.name]).toEqual([given.session.authEnabled, given.session.suite.name]);
  });

  test("contracts: values, events, errors, accounts", async () => {
    const owner = `0x${"12".repeat(20)}` as const;
    const item = { id: 7n, name: "苹果 apples", owner, prices: [1n, 2n ** 255n] };
    expect(await kiosk.read.label()).toBe("corner shop");
    const { result, receipt, events } = await kiosk.write.stock([item]);
    expect([result, receipt.status]).toEqual([1n, 0]);
    expect(await kiosk.read.find([7n])).toEqual(item);
    expect(await kiosk.read.find([[7n, 8n]])).toMatchObject([[item, { name: "" }], false]);
    expect((await kiosk.read.divide([-7n, 2n]))[0]).toBe(-3n);
    expect(events.map(({ eventName }) => eventName)).toEqual(["Stocked", "Quiet"]);
    const past = await kiosk.events.Stocked.get({ fromBlock: receipt.blockNumber, args: { id: 7n } });
    expect(past.map(({ transactionHash }) => transactionHash)).toEqual([receipt.transactionHash]);
    const missing = await kiosk.read.find([99n]).catch((error: unknown) => sdk.customErrorOf(kioskAbi, error));
    expect(missing).toMatchObject({ errorName: "OutOfStock", args: [99n, "nothing there"] });
    expect(await failure(kiosk.write.setLabel([""]))).toContain("a label is needed");
    expect(await failure(kiosk.read.broken())).toMatch(/^execution /);
    expect(await failure(kiosk.read.divide([1n, 0n]))).toMatch(/^execution /);
    expect(await kiosk.read.caller()).toBe(`0x${"0".repeat(40)}`);
    expect(await kiosk.read.caller({ account: stranger })).toBe(stranger.address);
    expect(JSON.stringify(await sdk.getAbi(chain, kiosk.address))).toContain("stock");
  });

  test("proofs and signatures verify offline", async () => {
    const sealers = (await sdk.getSealers(chain)).map(({ nodeID, weight }) => ({ nodeId: nodeID, weight }));
    const trust = { chainId: chain.chainId, groupId: chain.groupId, sealers };
    const sent = await Promise.all(["a", "b", "c"].map((label) => kiosk.write.setLabel([label])));
    for (const { hash } of sent) {
      const { finding } = await sdk.proofs.getVerifiedReceipt(chain, hash, { trust });
      // equal receipts of one block share the path of the first
      expect(["proven", "contained"], JSON.stringify(finding.links)).toContain(finding.outcome);
      const others = { ...trust, sealers: sealers.slice(0, 1).map((each) => ({ ...each, nodeId: fakeNode })) };
      expect((await sdk.proofs.getVerifiedReceipt(chain, hash, { trust: others })).finding.verified).not.toBe(true);
    }
    const { hash } = await kiosk.write.setLabel(["alone"]);
    const { finding } = await sdk.proofs.getVerifiedReceipt(chain, hash, { trust });
    expect(finding.verified, JSON.stringify(finding.links)).toBe(true);
  });

  test("the file system", async () => {
    const name = freshName("d");
    expect((await sdk.bfs.mkdir(chain, me, `/apps/${name}/deep/er`)).code).toBe(0);
    expect(await failure(sdk.bfs.mkdir(chain, me, `/apps/${name}/deep`))).toContain("precompiled -53002");
    const path = `/apps/${name}/kiosk`;
    const abi = JSON.stringify(kioskAbi);
    expect((await sdk.bfs.link(chain, me, { path, address: kiosk.address, abi })).code).toBe(0);
    expect(await sdk.bfs.readLink(chain, path)).toBe(kiosk.address);
    expect(await sdk.resolveAddress(chain, `~/${name}/./deep/../kiosk`)).toBe(kiosk.address);
    expect(await (await sdk.getLinkedContract({ chain, path, abi: kioskAbi })).read.label()).toBe(
      await kiosk.read.label(),
    );
    const { entries } = await sdk.bfs.list(chain, `/apps/${name}`);
    expect(entries.map((entry) => `${entry.name} ${entry.type}`)).toEqual(["deep directory", "kiosk link"]);
    expect(await failure(sdk.bfs.list(chain, `/apps/${name}/none`))).toContain("precompiled -53001");
    const sys = await sdk.bfs.list(chain, "/sys");
    const part = await sdk.bfs.list(chain, "/sys", { offset: 2, limit: 3 });
    expect(part).toEqual({ entries: sys.entries.slice(2, 5), more: true });
  });

  test("consensus", async () => {
    expect(await failure(sdk.consensus.addSealer(chain, me, { nodeId: fakeNode, weight: 1 }))).toContain(
      "usage nodeNotInGroup",
    );
    const [sealer] = await sdk.getSealers(chain);
    const same = { nodeId: sealer?.nodeID ?? "", weight: Number(sealer?.weight ?? 1) };
    const unchecked = { nodeId: fakeNode, skipChecks: true };
    if (chain.authEnabled) {
      expect(await failure(sdk.consensus.addObserver(chain, me, unchecked))).toContain("precompiled -50000");
      return;
    }
    try {
      expect((await sdk.consensus.addObserver(chain, me, unchecked)).code).toBe(0);
      expect(await sdk.getObservers(chain)).toContain(fakeNode);
    } finally {
      expect((await sdk.consensus.removeNode(chain, me, unchecked)).code).toBe(0);
    }
    expect(await failure(sdk.consensus.removeNode(chain, me, unchecked))).toContain("precompiled -51103");
    expect((await sdk.consensus.setWeight(chain, me, same)).code).toBe(0);
  });

  test("system configuration", async () => {
    const key = "tx_count_limit";
    const value = (await sdk.systemConfig.get(chain, key))?.value ?? "";
    expect(Number(value)).toBeGreaterThan(0);
    expect((await sdk.systemConfig.list(chain)).find((each) => each.key === key)?.value).toBe(value);
    expect(await sdk.systemConfig.get(chain, "no_such_key")).toBeUndefined();
    expect(await failure(sdk.systemConfig.set(chain, me, { key, value: "0" }))).toContain("usage configOutOfRange");
    const again = await failure(sdk.systemConfig.set(chain, me, { key, value }));
    expect(again).toContain(chain.authEnabled ? "precompiled -50000" : "done");
  });

  test("tables and key-value tables", async () => {
    const [table, values] = [freshName("t"), freshName("kv")];
    const request = { table: values, keyField: "id", valueField: "text" };
    expect((await sdk.keyValues.create(chain, me, request)).code).toBe(0);
    expect(await failure(sdk.keyValues.create(chain, me, request))).toContain("precompiled -50001");
    expect((await sdk.keyValues.set(chain, me, { table: values, key: "键", value: "值 1" })).code).toBe(1);
    expect(await sdk.keyValues.get(chain, values, "键")).toBe("值 1");
    expect(await sdk.keyValues.get(chain, values, "none")).toBeUndefined();
    await sdk.tables.create(chain, me, { table, keyField: "id", valueFields: ["name", "age"] });
    for (const [id, name, age] of [
      ["1", "bob", "40"],
      ["2", "王五", "25"],
    ] as const)
      expect((await sdk.tables.insert(chain, me, { table, row: { id, name, age } })).code).toBe(1);
    expect(await failure(sdk.tables.insert(chain, me, { table, row: { id: "1", name: "x", age: "1" } }))).toContain(
      "precompiled -51506",
    );
    expect(await sdk.tables.get(chain, table, "2")).toEqual({ id: "2", name: "王五", age: "25" });
    expect((await sdk.tables.update(chain, me, { table, key: "1", changes: { age: "41" } })).code).toBe(1);
    expect((await sdk.tables.remove(chain, me, { table, key: "2" })).code).toBe(1);
    expect(await sdk.tables.get(chain, table, "2")).toBeUndefined();
    await sdk.tables.appendColumns(chain, me, { table, columns: ["city"] });
    expect(await sdk.tables.describe(chain, table)).toMatchObject({
      keyField: "id",
      valueFields: ["name", "age", "city"],
    });
  });

  test("the committee", async () => {
    if (!given.governs) {
      const removing = sdk.governance.propose(chain, me, { kind: "removeNode", nodeId: fakeNode });
      expect(await failure(removing)).toMatch(/you must be governor|usage noCommittee/);
      return;
    }
    const { governors, participatesRate, winRate } = await sdk.governance.getCommittee(chain);
    expect(governors.map(({ address }) => address)).toContain(me.address);
    const nobody = sdk.governance.propose(chain, stranger, { kind: "setRate", participatesRate, winRate });
    expect(await failure(nobody)).toContain("you must be governor");
    const before = await sdk.governance.countProposals(chain);
    const weight = { kind: "setGovernorWeight", account: stranger.address } as const;
    const added = await sdk.governance.propose(chain, me, { ...weight, weight: 1 });
    const { id } = added.proposal;
    expect(id).toBeGreaterThan(before);
    expect((await sdk.governance.listProposals(chain, { from: id, to: id })).map(({ type }) => type)).toEqual([
      "setGovernorWeight",
    ]);
    if (!added.executed) {
      expect((await sdk.governance.revoke(chain, me, id)).proposal.status).toBe("revoked");
      return;
    }
    expect((await sdk.governance.getProposal(chain, id)).status).toBe("finished");
    expect(await sdk.governance.isGovernor(chain, stranger.address)).toBe(true);
    expect((await sdk.governance.propose(chain, me, { ...weight, weight: 0 })).executed).toBe(true);
    expect(await sdk.governance.isGovernor(chain, stranger.address)).toBe(false);
  });

  test("rights", async () => {
    expect(await sdk.permissions.getDeployPolicy(chain)).toMatch(/^(none|whiteList|blackList)$/);
    expect(await sdk.permissions.mayDeploy(chain, me.address)).toBe(true);
    const closed = await open(chain);
    expect(await sdk.permissions.getAdmin(chain, closed.address)).toBe(me.address);
    const selector = (await closed.encode("setLabel", ["x"])).slice(0, 10) as Sdk.Hex;
    const its = { contract: closed.address, method: selector };
    const notAdmin = sdk.permissions.setMethodPolicy(chain, stranger, { ...its, type: "whiteList" });
    expect(await failure(notAdmin)).toContain("precompiled -50000");
    expect((await sdk.permissions.setMethodPolicy(chain, me, { ...its, type: "whiteList" })).code).toBe(0);
    expect(await sdk.permissions.mayCall(chain, its, stranger.address)).toBe(false);
    const byStranger = () => failure(closed.write.setLabel(["x"], { account: stranger }));
    expect(await byStranger()).toMatch(chain.authEnabled ? /^execution 18/ : /^done$/);
    const opened = { ...its, account: stranger.address, open: true };
    expect((await sdk.permissions.setMethodAuth(chain, me, opened)).code).toBe(0);
    expect(await sdk.permissions.getMethodAuth(chain, its)).toMatchObject({ open: [stranger.address] });
    expect(await byStranger()).toBe("done");
    const freeze = { account: stranger.address, status: "frozen" } as const;
    if (given.governs) {
      expect((await sdk.permissions.setAccountStatus(chain, me, freeze)).code).toBe(0);
      expect(await byStranger()).toMatch(chain.authEnabled ? /^execution 22/ : /^done$/);
      expect(await sdk.permissions.getAccountStatus(chain, stranger.address)).toBe("frozen");
      await sdk.permissions.setAccountStatus(chain, me, { ...freeze, status: "normal" });
      expect(await byStranger()).toBe("done");
    } else expect(await failure(sdk.permissions.setAccountStatus(chain, me, freeze))).toContain("precompiled -50000");
  });

  test("shards and balances, where they are on", async () => {
    const name = freshName("s");
    const isOn = async (flag: string) => (await sdk.systemConfig.get(chain, flag))?.value === "1";
    if (!(await isOn("feature_sharding")))
      expect(await failure(sdk.shards.make(chain, me, name))).toContain("usage builtinSwitchedOff");
    else if (chain.authEnabled && !given.governs)
      expect(await failure(sdk.shards.make(chain, me, name))).not.toBe("done");
    else {
      expect((await sdk.shards.make(chain, me, name)).code).toBe(0);
      const { address } = await open(chain);
      expect((await sdk.shards.link(chain, me, { name, contract: address })).code).toBe(0);
      expect(await sdk.shards.get(chain, address)).toContain(name);
    }
    if (!(await isOn("feature_balance_precompiled"))) {
      expect(await failure(sdk.balances.get(chain, me.address))).toContain("usage builtinSwitchedOff");
      return;
    }
    const governors = await sdk.balances.listGovernors(chain);
    if (!governors.includes(me.address) && !given.governs) return;
    if (!governors.includes(me.address))
      await sdk.balances.setGovernor(chain, me, { account: me.address, registered: true });
    const before = await sdk.balances.get(chain, stranger.address);
    const change = { account: stranger.address, wei: 5n } as const;
    await sdk.balances.change(chain, me, { kind: "add", ...change });
    expect(await sdk.balances.get(chain, stranger.address)).toBe(before + 5n);
    await sdk.balances.change(chain, me, { kind: "subtract", ...change });
    expect(await sdk.balances.get(chain, stranger.address)).toBe(before);
  });

  const archiving = async (): Promise<void> => {
    const { archive } = given;
    if (!archive) throw new Error("an embedded chain has an archive");
    const { archived } = await sdk.archive.getArchivable(chain);
    const start = Math.max(1, archived);
    const [sent] = (await sdk.getBlock(chain, { number: start, detail: "transactions" })).transactions;
    const hash = sent?.hash ?? "0x";
    const receipt = await sdk.getReceipt(chain, { hash });
    await sdk.archive.deleteArchived(archive.url, { start, end: start + 1 });
    expect((await sdk.archive.getArchivable(chain)).archived).toBe(start + 1);
    expect(await failure(sdk.getTransaction(chain, { hash }))).toContain("3008");
    const options = { archive: archive.queryUrl };
    expect((await sdk.archive.getTransaction(chain, hash, options)).value).toEqual(sent);
    const { status, gasUsed, contractAddress } = receipt;
    const kept = (await sdk.archive.getReceipt(chain, hash, options)).value;
    expect(kept).toMatchObject({ status, gasUsed, contractAddress });
  };
  if (target.archives) test("archiving: what leaves the node is in the archive", archiving);

  test("pushes: blocks and events", async () => {
    const [blocks, events]: [number[], bigint[]] = [[], []];
    const stopBlocks = await sdk.watchBlocks(chain, { onBlock: (number) => void blocks.push(number) });
    const stop = await kiosk.events.Stocked.watch({
      onLogs: (logs) => void events.push(...logs.flatMap(({ args }) => args.id ?? [])),
    });
    const sent = [101n, 102n, 103n];
    let last = 0;
    for (const id of sent)
      last = (await kiosk.write.stock([{ id, name: "n", owner: kiosk.address, prices: [] }])).receipt.blockNumber;
    await until(() => events.length >= sent.length && blocks.some((number) => number >= last));
    expect(events).toEqual(sent);
    expect(blocks).toEqual([...new Set(blocks)].sort((one, other) => one - other));
    stop();
    stopBlocks();
  });
});
