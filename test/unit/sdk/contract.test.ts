import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inspectSignedTransaction } from "../../../src/chain/encoding/signedTransaction";
import { hexToBytes } from "../../../src/crypto/bytes/hex";
import { ChainError } from "../../../src/errors/chainError";
import {
  type Abi,
  balances,
  bfs,
  type Contract,
  ContractRevert,
  customErrorOf,
  decodeLogs,
  deploy,
  generateAccount,
  getBlock,
  getBlockHash,
  getBlockNumber,
  getCode,
  getContract,
  getLinkedContract,
  getLogs,
  getPendingCount,
  getReceipt,
  getSealers,
  keyValues,
  proofs,
  sendSignedTransaction,
  sendTransaction,
  signTransaction,
  tables,
  watchBlocks,
  withAccount,
} from "../../../src/sdk/sdk";
import { startTestChain, type TestChain } from "../../../src/sdk/testing/testing";
import { kioskAbi } from "../../support/kioskAbi";

const { bytecode } = JSON.parse(
  readFileSync(new URL("../../fixtures/artifacts/contracts/Kiosk.sol/Kiosk.json", import.meta.url), "utf8"),
) as { bytecode: string };

const owner = `0x${"ab".repeat(20)}` as const;
const item = (id: bigint, name: string) => ({ id, name, owner, prices: [1n, 2n ** 200n] });

describe.each(["standard", "sm"] as const)("a contract on a %s chain", (suite) => {
  let chain: TestChain;
  let kiosk: Contract<typeof kioskAbi>;
  beforeAll(async () => {
    chain = await startTestChain({ suite });
    kiosk = await deploy(chain, { abi: kioskAbi, bytecode, args: ["corner"], link: "/apps/Kiosk/1.0" });
  });
  afterAll(() => chain.close());

  it("reads in the types of the ABI", async () => {
    expect(await kiosk.read.label()).toBe("corner");
    expect(await kiosk.read.divide([7n, -2n])).toEqual([
      -3n,
      `0x${Buffer.from("quotient").toString("hex").padEnd(64, "0")}`,
    ]);
    expect(await kiosk.read.caller()).toBe(`0x${"0".repeat(40)}`);
    expect(await kiosk.read.caller({ account: chain.account })).toBe(chain.account.address);
  });

  it("sends, and gives receipt, result, and events", async () => {
    const { hash, receipt, result, events } = await kiosk.write.stock([item(1n, "tea")]);
    expect(receipt).toMatchObject({ status: 0, transactionHash: hash });
    expect(result).toBe(await kiosk.read.count());
    expect(events.map(({ eventName }) => eventName)).toEqual(["Stocked", "Quiet"]);
    const [stocked] = events;
    if (stocked?.eventName !== "Stocked") throw new Error("no event");
    expect(stocked.args).toMatchObject({ id: 1n, owner, prices: [1n, 2n ** 200n] });
    expect(stocked.args.name).toMatch(/^0x[0-9a-f]{64}$/);
    expect(await kiosk.decodeReceipt(await getReceipt(chain, { hash }))).toEqual(events);
  });

  it("tells overloads apart by their values, or by signature", async () => {
    await kiosk.write.stock([item(2n, "milk")]);
    expect(await kiosk.read.find([2n])).toEqual(item(2n, "milk"));
    const [found, complete] = await kiosk.read.find([[2n, 99n]]);
    expect([found[0], complete]).toEqual([item(2n, "milk"), false]);
    expect((await kiosk.read["find(uint64)"]([2n])).name).toBe("milk");
  });

  it("throws the contract's own errors with their values", async () => {
    const error = await kiosk.read.find([77n]).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ChainError);
    expect(error).toMatchObject({ kind: "execution", code: 16 });
    const custom = customErrorOf(kioskAbi, error);
    expect(custom).toEqual({ errorName: "OutOfStock", args: [77n, "nothing there"] });
    const plain = await kiosk.write.setLabel([""]).catch((thrown: unknown) => thrown);
    expect(plain).toMatchObject({ details: { transactionHash: expect.stringMatching(/^0x/) } });
    expect((plain as ChainError).cause).toBeInstanceOf(ContractRevert);
    expect((plain as ChainError).cause).toMatchObject({ errorName: "Error", args: ["a label is needed"] });
    expect(customErrorOf(kioskAbi, plain)).toBeUndefined();
    await expect(kiosk.read.broken()).rejects.toMatchObject({ cause: { errorName: "Panic", args: [1n] } });
  });

  it("tries out without a transaction", async () => {
    const height = await getBlockNumber(chain);
    const count = await kiosk.read.count();
    const tried = await kiosk.simulate.stock([item(3n, "salt")]);
    expect(tried).toEqual({ result: count + 1n, blockNumber: height, asSender: true });
    await expect(kiosk.simulate.setLabel([""])).rejects.toMatchObject({ cause: { errorName: "Error" } });
    await expect(kiosk.simulate.pay({ value: 1n })).rejects.toMatchObject({ code: "notSimulatedAmount" });
    expect(await getBlockNumber(chain)).toBe(height);
  });

  it("finds events by their indexed values", async () => {
    await kiosk.write.stock([item(41n, "oil")]);
    const { receipt } = await kiosk.write.stock([item(42n, "rice")]);
    const found = await kiosk.events.Stocked.get({ args: { id: [42n, 43n] } });
    expect(found.map(({ args, blockNumber }) => [args.id, blockNumber])).toEqual([[42n, receipt.blockNumber]]);
    const bothNames = await kiosk.events.Stocked.get({ args: { name: ["rice", "oil"] }, fromBlock: 1 });
    expect(bothNames.map(({ args }) => args.id)).toEqual([41n, 42n]);
    await expect(kiosk.events.Stocked.get({ args: { prices: 1n } as object })).rejects.toMatchObject({
      code: "notIndexed",
    });
    expect(decodeLogs(chain, kioskAbi, found).length).toBe(1);
  });

  it("watches events of the blocks that are made after going back, and of none before the first that is wanted", async () => {
    const [seen, later]: [bigint[], bigint[]] = [[], []];
    const stop = await kiosk.events.Stocked.watch({
      onLogs: (events) => void seen.push(...events.map(({ args }) => args.id)),
    });
    const fromBlock = (await getBlockNumber(chain)) + 3;
    const stopLater = await kiosk.events.Stocked.watch({
      fromBlock,
      onLogs: (events) => void later.push(...events.map(({ args }) => args.id)),
    });
    const snapshot = await chain.snapshot();
    await kiosk.write.stock([item(501n, "tea")]);
    await chain.revert(snapshot);
    for (const id of [502n, 503n, 504n]) await kiosk.write.stock([item(id, "tea")]);
    expect(seen).toEqual([501n, 502n, 503n, 504n]);
    expect(later).toEqual([504n]);
    stop();
    stopLater();
  });

  it("looks for events no further than the chain goes, and for no hash of a block that isn't there", async () => {
    const all = await getLogs(chain, {});
    expect(await getLogs(chain, { fromBlock: 0, toBlock: 2 ** 45 })).toEqual(all);
    expect(await getLogs(chain, { fromBlock: 2 ** 45 })).toEqual([]);
    expect(await kiosk.events.Stocked.get({ toBlock: 2 ** 45 })).toEqual(await kiosk.events.Stocked.get());
    const newest = await getBlockNumber(chain);
    expect(await getBlockHash(chain, newest)).toBe((await getBlock(chain, { number: newest })).hash);
    await expect(getBlockHash(chain, newest + 100)).rejects.toMatchObject({ kind: "rpc", code: 3006 });
  });

  it("leaves done what is done, where the result is another than the ABI says", async () => {
    const other = kioskAbi.map((each) =>
      each.type === "function" && each.name === "stock" ? { ...each, outputs: [{ name: "", type: "string" }] } : each,
    );
    const mistaken = getContract({ chain, address: kiosk.address, abi: other as Abi });
    const { receipt, result } = (await mistaken.write["stock"]?.([item(40n, "milk")])) ?? {};
    expect([receipt?.status, result]).toEqual([0, undefined]);
  });

  it("names a signed transaction by the hash that the chain gives it, texts that are no UTF-8 included", async () => {
    const { signed } = await signTransaction(chain, { to: kiosk.address, nonce: "nonce-of-mine" });
    const odd = signed.replace(Buffer.from("of").toString("hex"), "c080") as `0x${string}`;
    let message = "";
    const sent = sendSignedTransaction(chain, odd, { onSigned: (hash) => (message = hash) });
    // since 3.17 a standard chain takes it as another sender's, since the client's hash no longer counts
    if (suite === "sm") await expect(sent).rejects.toThrow("InvalidSignature");
    else expect((await sent).transactionHash).toBe(message);
    expect(message).toBe(inspectSignedTransaction(chain.suite, hexToBytes(odd)).hash);
  });

  it("deploys nothing for a link that can't be", async () => {
    const height = await getBlockNumber(chain);
    const made = deploy(chain, { abi: kioskAbi, bytecode, args: ["corner"], link: "/tables/Kiosk" });
    await expect(made).rejects.toMatchObject({ code: "linkOutsideApps" });
    expect(await getBlockNumber(chain)).toBe(height);
  });

  it("says where a contract is that was deployed and couldn't be linked", async () => {
    await bfs.mkdir(chain, chain.account, "/apps/taken/folder");
    const made = deploy(chain, { abi: kioskAbi, bytecode, args: ["corner"], link: "/apps/taken/folder" });
    const { details } = (await made.catch((error: unknown) => error)) as ChainError;
    const address = details["contractAddress"] as `0x${string}`;
    expect(await getCode(chain, address)).toBe(await getCode(chain, kiosk.address));
  });

  it("watches events from the next block on, until it is stopped", async () => {
    const seen: bigint[] = [];
    const stop = await kiosk.events.Stocked.watch({
      args: { id: [60n, 61n] },
      onLogs: (events) => void seen.push(...events.map(({ args }) => args.id)),
    });
    for (const id of [60n, 7n, 61n]) await kiosk.write.stock([item(id, "x")]);
    await expect.poll(() => seen).toEqual([60n, 61n]);
    stop();
    await kiosk.write.stock([item(60n, "x")]);
    expect(seen).toEqual([60n, 61n]);
  });

  it("is found by its link, and sends for another account", async () => {
    const [, other] = chain.accounts;
    if (!other) throw new Error("no second account");
    const linked = await getLinkedContract({ chain, path: "/apps/Kiosk/1.0", abi: kioskAbi, account: other });
    expect(linked.address).toBe(kiosk.address);
    expect((await linked.write.setLabel(["theirs"])).receipt.from).toBe(other.address);
    expect((await bfs.list(chain, "/apps/Kiosk")).entries.map(({ name }) => name)).toEqual(["1.0"]);
    await expect(getLinkedContract({ chain, path: "/apps/Nothing", abi: kioskAbi })).rejects.toMatchObject({
      code: "notALink",
    });
  });

  it("works on an ABI that is only known at run time", async () => {
    const abi = JSON.parse(JSON.stringify(kioskAbi)) as { type: string }[];
    const loose = getContract({ chain, address: kiosk.address, abi });
    expect(await loose.read["divide"]?.([9n, 2n])).toEqual([4n, expect.any(String)]);
  });

  it("signs apart from sending", async () => {
    const request = { to: kiosk.address, data: await kiosk.encode("setLabel", ["apart"]), blockLimit: 400 };
    const signed = await signTransaction(chain, request);
    const receipt = await sendSignedTransaction(chain, signed.signed);
    expect(receipt.transactionHash).toBe(signed.hash);
    await expect(sendSignedTransaction(chain, signed)).resolves.toMatchObject({ transactionHash: signed.hash });
    // what became of other bytes isn't told of these, whatever hash comes with them
    const other = await signTransaction(chain, { to: kiosk.address, data: "0x" });
    const mistaken = { hash: signed.hash, signed: other.signed };
    await expect(sendSignedTransaction(chain, mistaken, { waitMs: 1 })).resolves.toMatchObject({
      transactionHash: other.hash,
    });
    await expect(sendTransaction(chain, { ...request, blockLimit: 1 })).rejects.toMatchObject({
      code: 10001,
      details: { transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
    });
    await expect(sendTransaction(chain, { ...request, data: "0xabc" })).rejects.toMatchObject({
      code: "wrongParameter",
    });
    const nobody = { ...chain, account: undefined };
    await expect(sendTransaction(nobody as never, request)).rejects.toMatchObject({ code: "noAccount" });
    const foreign = generateAccount(suite === "sm" ? "standard" : "sm");
    await expect(sendTransaction(withAccount(chain, foreign), request)).rejects.toMatchObject({
      code: "signerOfOtherSuite",
    });
  });

  it("keeps tables and values", async () => {
    await tables.create(chain, chain.account, { table: "shelf", keyField: "id", valueFields: ["what"] });
    await tables.insert(chain, chain.account, { table: "shelf", row: { id: "1", what: "tea" } });
    expect(await tables.get(chain, "shelf", "1")).toEqual({ id: "1", what: "tea" });
    const where = [{ field: "what", operator: "=", value: "tea" }] as const;
    expect([await tables.count(chain, "shelf", where), await tables.select(chain, "shelf", where)]).toEqual([
      1,
      [{ id: "1", what: "tea" }],
    ]);
    await keyValues.create(chain, chain.account, { table: "notes", keyField: "k", valueField: "v" });
    await keyValues.set(chain, chain.account, { table: "notes", key: "a", value: "1" });
    expect([await keyValues.get(chain, "notes", "a"), await keyValues.get(chain, "notes", "b")]).toEqual([
      "1",
      undefined,
    ]);
  });

  it("proves blocks, transactions, and receipts", async () => {
    const { hash } = await kiosk.write.setLabel(["proven"]);
    const sealers = (await getSealers(chain)).map(({ nodeID, weight }) => ({ nodeId: nodeID, weight }));
    const trust = { chainId: chain.chainId, groupId: chain.groupId, sealers };
    const block = await proofs.getVerifiedBlock(chain, await getBlockNumber(chain), { trust });
    const transaction = await proofs.getVerifiedTransaction(chain, hash, { trust });
    const receipt = await proofs.getVerifiedReceipt(chain, hash, { trust });
    expect([block, transaction, receipt].map(({ finding }) => finding.verified)).toEqual([true, true, true]);
    const strangers = { ...trust, sealers: [{ nodeId: "ab".repeat(64), weight: 1 }] };
    const doubted = await proofs.getVerifiedReceipt(chain, hash, { trust: strangers });
    expect(doubted.finding.verified).toBe(false);
    expect(doubted.finding.links.at(-1)).toMatchObject({ name: "sealers", state: "unproven" });
  });

  it("proves a receipt with an event by the ABI that is at hand, and by no other", async () => {
    const { hash } = await kiosk.write.pay();
    const sealers = (await getSealers(chain)).map(({ nodeID, weight }) => ({ nodeId: nodeID, weight }));
    const trust = { chainId: chain.chainId, groupId: chain.groupId, sealers };
    const reported = [
      {
        type: "event",
        name: "Told",
        inputs: [
          { name: "who", type: "address", indexed: true },
          { name: "what", type: "string" },
        ],
      },
    ] as const;
    const [{ finding: alone }, { finding: known }, { finding: other }] = await Promise.all([
      proofs.getVerifiedReceipt(chain, hash, { trust }),
      proofs.getVerifiedReceipt(chain, hash, { trust, contracts: [{ address: kiosk.address, abi: kioskAbi }] }),
      proofs.getVerifiedReceipt(chain, hash, { trust, contracts: [{ address: kiosk.address, abi: reported }] }),
    ]);
    const members = ({ links }: proofs.Finding) => links.find(({ name }) => name === "members")?.state;
    expect([members(alone), members(known), members(other)]).toEqual(["unproven", "proven", "unproven"]);
    expect([alone.verified, known.verified]).toEqual([false, true]);
  });
});

describe("a chain for tests", () => {
  it("has any number of watchers, without a warning of Node.js", async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on("warning", onWarning);
    await using chain = await startTestChain();
    const stops = await Promise.all(Array.from({ length: 12 }, () => watchBlocks(chain, { onBlock: () => undefined })));
    await chain.mine();
    for (const stop of stops) stop();
    process.off("warning", onWarning);
    expect(warnings).toEqual([]);
  });

  it("goes back to a snapshot, moves its time, and tells blocks", async () => {
    await using chain = await startTestChain({ fund: 5 });
    const [first, second] = chain.accounts;
    if (!first || !second) throw new Error("no accounts");
    const heights: number[] = [];
    const stop = await watchBlocks(chain, { onBlock: (number) => void heights.push(number) });
    await chain.mine(2);
    await expect.poll(() => heights).toEqual([1, 2]);
    stop();
    const snapshot = await chain.snapshot();
    await chain.mine(3);
    await chain.revert(snapshot);
    expect(await getBlockNumber(chain)).toBe(2);
    const before = await getBlock(chain);
    await chain.passTime(3_600_000);
    await chain.mine();
    expect((await getBlock(chain)).timestamp - before.timestamp).toBeGreaterThanOrEqual(3_600_000);
    const receipt = await chain.sendAs(owner, { to: second.address, data: "0x" });
    expect(receipt).toMatchObject({ status: 0, from: owner });
    await chain.reset();
    expect(await getBlockNumber(chain)).toBe(0);
  });

  it("deploys with a value where the constructor takes one", async () => {
    await using chain = await startTestChain({ fund: 5, features: ["feature_balance", "feature_balance_precompiled"] });
    const abi = [{ type: "constructor", inputs: [], stateMutability: "payable" }] as const;
    const bytecode = "60206000f3"; // 32 bytes of nothing
    const { address } = await deploy(chain, { abi, bytecode, value: 9n });
    expect(await balances.get(chain, address)).toBe(9n);
  });

  it("makes no blocks while it is paused, and gives up when it is told to", async () => {
    await using chain = await startTestChain();
    await chain.pause();
    const asked = new AbortController();
    const sent = sendTransaction(chain, { to: owner }, { signal: asked.signal });
    await Promise.all([
      expect(sent).rejects.toMatchObject({ code: "transactionUnknown" }),
      expect
        .poll(() => getPendingCount(chain))
        .toBe(1)
        .then(() => asked.abort()),
    ]);
    await chain.resume();
    await expect.poll(() => getBlockNumber(chain)).toBe(1);
  });

  it("has other groups, and no answer after its end", async () => {
    const chain = await startTestChain({ groups: ["one", "two"], auth: true });
    const two = await chain.group("two");
    expect([chain.groupId, two.groupId, two.authEnabled]).toEqual(["one", "two", true]);
    await expect(chain.group("three")).rejects.toMatchObject({ code: "unknownGroup" });
    await chain.close();
    await chain.close();
    await expect(getBlockNumber(two)).rejects.toMatchObject({ code: "transportClosed" });
  });
});
