import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getArchivableBlocks, requireArchivable } from "../../src/chain/archive/archiveRange";
import { deleteArchivedData } from "../../src/chain/archive/deleteService";
import { getArchivedReceipt, getArchivedReceipts, getArchivedTransaction } from "../../src/chain/archive/queryService";
import { getBlockByNumber, getBlockNumber } from "../../src/chain/rpc/blocks";
import { getGroupInfo, getGroupPeers } from "../../src/chain/rpc/groups";
import { getLogs } from "../../src/chain/rpc/logs";
import { getObserverList, getSealerList } from "../../src/chain/rpc/members";
import { getTransaction, getTransactionReceipt } from "../../src/chain/rpc/transactions";
import { getAccountStatus, setAccountStatus } from "../../src/chain/services/account/accountStatus";
import {
  changeBalance,
  getBalance,
  listBalanceGovernors,
  setBalanceGovernor,
} from "../../src/chain/services/balance/balance";
import { mkdir, touch } from "../../src/chain/services/bfs/directories";
import { link } from "../../src/chain/services/bfs/link";
import { listDirectory } from "../../src/chain/services/bfs/listDirectory";
import { readLink, resolveTarget } from "../../src/chain/services/bfs/readLink";
import { addObserver, addSealer, removeNode, setWeight } from "../../src/chain/services/consensus/memberChanges";
import { callAs } from "../../src/chain/services/contract/callAs";
import { lookUpAbi } from "../../src/chain/services/contract/lookUpAbi";
import { getContractAdmin } from "../../src/chain/services/contractAuth/contractAdmin";
import {
  getContractStatus,
  isContractAvailable,
  setContractStatus,
} from "../../src/chain/services/contractAuth/contractStatus";
import { getDeployAuthType, hasDeployAuth } from "../../src/chain/services/contractAuth/deployAuth";
import {
  checkMethodAuth,
  getMethodAuth,
  setMethodAuth,
  setMethodAuthType,
} from "../../src/chain/services/contractAuth/methodAuth";
import {
  castValue,
  hashOnChain,
  verifySm2OnChain,
  verifyVrfOnChain,
} from "../../src/chain/services/crypto/cryptoViews";
import { getCommitteeInfo, isGovernor } from "../../src/chain/services/governance/committee";
import { countProposals, getProposal, listProposals } from "../../src/chain/services/governance/proposal";
import { propose } from "../../src/chain/services/governance/propose";
import { revokeProposal } from "../../src/chain/services/governance/vote";
import { createKvTable, describeKvTable, getValue, setValue } from "../../src/chain/services/kvTable/kvTable";
import { checkRights } from "../../src/chain/services/rights/checkRights";
import { getContractShard, linkShard, makeShard } from "../../src/chain/services/sharding/shard";
import { getSystemConfig } from "../../src/chain/services/systemConfig/getSystemConfig";
import { listSystemConfig } from "../../src/chain/services/systemConfig/listSystemConfig";
import { setSystemConfig } from "../../src/chain/services/systemConfig/setSystemConfig";
import { openTable } from "../../src/chain/services/table/openTable";
import { runSql } from "../../src/chain/services/table/sql/runSql";
import { transact } from "../../src/chain/transaction/transact";
import { type Address, bytesToHex, type Hex } from "../../src/crypto/bytes/hex";
import { smSuite } from "../../src/crypto/suites";
import { atLeast } from "../../src/text/versions";
import { failure } from "../support/failure";
import { headerFaults, receiptFaults, transactionFaults } from "../support/offlineProof";
import { until } from "../support/until";
import {
  deployKiosk,
  type FixtureContract,
  freshName,
  type InteropChain,
  interopTargets,
  untried,
} from "./interopChain";

/** A node that is nowhere, another one in every run: several runs may be under way on one chain. */
const fakeNode = randomBytes(64).toString("hex");

describe.each(interopTargets)("$name", ({ open, archives }) => {
  let chain: InteropChain;
  let kiosk: FixtureContract;

  beforeAll(async () => {
    chain = await open();
    kiosk = await deployKiosk(chain.session, chain.signer);
  });
  afterAll(async () => {
    if (process.env["CHAINSIDE_TEST_URL"]) for (const line of await untried(chain)) console.log(`not tried, ${line}`);
    await chain.close();
  });

  test("says what it is", async () => {
    const { session } = chain;
    const info = await getGroupInfo(session.client);
    expect(info?.groupID).toBe(session.groupId);
    expect(session.compatibilityVersion).toMatch(/^3\.\d+\.\d+$/);
    expect(await getBlockNumber(session.client)).toBeGreaterThan(0);
    expect((await getSealerList(session.client)).length).toBeGreaterThan(0);
  });

  describe("contracts", () => {
    const item = {
      id: "7",
      name: "苹果 apples",
      owner: `0x${"12".repeat(20)}`,
      prices: ["1", (2n ** 255n).toString()],
    };

    test("calls with structs, lists and overloads", async () => {
      expect(await kiosk.read("label")).toEqual(["corner shop"]);
      const receipt = await kiosk.send(chain.signer, "stock", item);
      expect(receipt.status).toBe(0);
      expect(kiosk.abi.decodeOutput("stock", receipt.output)[0]?.value).toBe("1");
      expect(await kiosk.read("find(uint64)", 7)).toEqual([item]);
      const [found, complete] = await kiosk.read("find(uint64[2])", [7, 8]);
      expect([found, complete]).toMatchObject([[item, { name: "" }], false]);
      expect(await kiosk.read("divide", -7, 2)).toEqual([
        "-3",
        `0x${Buffer.from("quotient").toString("hex").padEnd(64, "0")}`,
      ]);
    });

    test("events, in the receipt and from getLogs", async () => {
      const receipt = await kiosk.send(chain.signer, "stock", { ...item, id: 9 });
      const events = receipt.logEntries.map((log) => kiosk.abi.decodeEvent(log));
      expect(events.map((event) => event?.name)).toEqual(["Stocked", "Quiet"]);
      expect(events[0]?.arguments.map(({ name, hashed }) => `${name}${hashed ? " (hash)" : ""}`)).toEqual([
        "id",
        "name (hash)",
        "owner",
        "prices",
      ]);
      // nodes have the method since 3.9
      if (!atLeast(chain.session.nodeVersion, "3.9.0")) return;
      const topic = kiosk.abi.events.find((event) => event.name === "Stocked")?.topic ?? "";
      const range = { fromBlock: Math.max(0, receipt.blockNumber - 25), toBlock: receipt.blockNumber };
      const logs = await getLogs(chain.session.client, { ...range, addresses: [kiosk.address], topics: [topic] });
      expect(logs.some((log) => log.transactionHash === receipt.transactionHash)).toBe(true);
    });

    test("reasons of failures", async () => {
      const missing = await kiosk.rawCall("find(uint64)", 99);
      expect(missing.status).toBe(16);
      expect(kiosk.abi.decodeRevert(missing.output)).toMatchObject({
        kind: "custom",
        name: "OutOfStock",
        arguments: [{ value: "99" }, { value: "nothing there" }],
      });
      const refused = await kiosk.send(chain.signer, "setLabel", "");
      expect(refused.status).toBe(16);
      expect(kiosk.abi.decodeRevert(refused.output)).toEqual({ kind: "error", message: "a label is needed" });
      expect(kiosk.abi.decodeRevert((await kiosk.rawCall("broken")).output)).toMatchObject({ kind: "panic", code: 1 });
      expect(kiosk.abi.decodeRevert((await kiosk.rawCall("divide", 1, 0)).output)).toMatchObject({
        kind: "panic",
        code: 0x12,
      });
      expect(await failure(transact(chain.session, chain.signer, { to: "0x1234", data: "0x" }))).toContain("usage");
    });

    test("a call as an account", async () => {
      expect(await kiosk.read("caller")).toEqual([`0x${"0".repeat(40)}`]);
      const data = kiosk.abi.encodeCall("caller");
      const { status, output } = await callAs(chain.session, chain.stranger, { to: kiosk.address, data });
      expect([status, kiosk.abi.decodeOutput("caller", output)[0]?.value]).toEqual([0, chain.stranger.address]);
    });

    test("the chain keeps the ABI", async () => {
      const found = await lookUpAbi(chain.session, kiosk.address);
      expect(found.source).toEqual({ kind: "chain" });
      // Standard code wants to be called under its own suite, on an SM chain too.
      expect(found.abi?.getFunction("stock").selector).toBe(kiosk.abi.getFunction("stock").selector);
      expect(found.abi?.functions.map((item) => item.name)).toContain("stock");
      expect((await lookUpAbi(chain.session, `0x${"100e".padStart(40, "0")}`)).source).toEqual({
        kind: "builtin",
        name: "BFS",
      });
    });
  });

  test("proofs and signatures verify offline", async () => {
    const { session, signer } = chain;
    const receipts = await Promise.all(["a", "b", "c"].map((label) => kiosk.send(signer, "setLabel", label)));
    for (const { transactionHash, blockNumber } of receipts) {
      const block = await getBlockByNumber(session.client, blockNumber);
      expect(headerFaults(session.suite, block)).toEqual([]);
      const receipt = await getTransactionReceipt(session.client, transactionHash, true);
      expect(receiptFaults(session.suite, receipt, block)).toEqual([]);
      const transaction = await getTransaction(session.client, transactionHash, true);
      expect(transactionFaults(session.suite, transaction, block)).toEqual([]);
      expect(receiptFaults(session.suite, { ...receipt, status: 1 }, block)).toContain("hashDiffers");
    }
  });

  test("the file system: directories, links, what the node refuses", async () => {
    const { session, signer } = chain;
    const name = freshName("d");
    expect((await mkdir(session, signer, `/apps/${name}/deep/er`)).code).toBe(0);
    expect(await failure(mkdir(session, signer, `/apps/${name}/deep`))).toContain("precompiled -53002");
    expect((await touch(session, signer, `/apps/${name}/touched`, "directory")).code).toBe(0);
    const path = `/apps/${name}/kiosk`;
    const abi = JSON.stringify([{ type: "function", name: "label", inputs: [], outputs: [{ type: "string" }] }]);
    expect((await link(session, signer, { path, address: kiosk.address, abi })).code).toBe(0);
    expect(await readLink(session, path)).toBe(kiosk.address);
    expect(await resolveTarget(session, `~/${name}/./deep/../kiosk`)).toBe(kiosk.address);
    expect(await failure(resolveTarget(session, `/apps/${name}`))).toContain("usage notALink");
    const { entries } = await listDirectory(session, `/apps/${name}`);
    expect(entries.map((entry) => `${entry.name} ${entry.type}`)).toEqual([
      "deep directory",
      "kiosk link",
      "touched directory",
    ]);
    expect((await listDirectory(session, path)).entries).toEqual([
      { name: "kiosk", path, type: "link", address: kiosk.address, abi },
    ]);
    expect(await failure(listDirectory(session, `/apps/${name}/none`))).toContain("precompiled -53001");
    const sys = await listDirectory(session, "/sys");
    const part = await listDirectory(session, "/sys", { offset: 2, limit: 3 });
    expect(part).toEqual({ entries: sys.entries.slice(2, 5), more: true });
    expect(await failure(link(session, signer, { path: `/apps/${name}`, address: kiosk.address }))).toContain(
      "precompiled -53002",
    );
  });

  test("consensus", async () => {
    const { session, signer } = chain;
    const connected = await getGroupPeers(session.client);
    const sealer = (await getSealerList(session.client)).find(({ nodeID }) => connected.includes(nodeID));
    const same = { nodeId: sealer?.nodeID ?? "", weight: Number(sealer?.weight ?? 1) };
    expect(await failure(addSealer(session, signer, { nodeId: fakeNode, weight: 1 }))).toContain(
      "usage nodeNotInGroup",
    );
    expect(await failure(addObserver(session, signer, { nodeId: fakeNode }))).toContain("usage nodeNotInGroup");
    expect(await failure(addSealer(session, signer, same))).toContain("usage nodeAlreadySealer");
    const unchecked = { nodeId: fakeNode, skipChecks: true };
    if (session.authEnabled) {
      expect(await failure(addObserver(session, signer, unchecked))).toContain("precompiled -50000");
      expect((await checkRights(session, signer.address, { kind: "addObserver" }))?.code).toBe("onlyByProposal");
      return;
    }
    expect(await failure(addSealer(session, signer, { ...unchecked, weight: 1 }))).toContain("precompiled -51104");
    try {
      expect((await addObserver(session, signer, unchecked)).code).toBe(0);
      expect(await getObserverList(session.client)).toContain(fakeNode);
    } finally {
      expect((await removeNode(session, signer, unchecked)).code).toBe(0);
    }
    expect(await getObserverList(session.client)).not.toContain(fakeNode);
    expect(await failure(removeNode(session, signer, unchecked))).toContain("precompiled -51103");
    expect((await setWeight(session, signer, same)).code).toBe(0);
    const after = (await getSealerList(session.client)).find(({ nodeID }) => nodeID === same.nodeId);
    expect(Number(after?.weight)).toBe(same.weight);
  });

  test("system configuration", async () => {
    const { session, signer } = chain;
    const limit = (await getSystemConfig(session, "tx_count_limit"))?.value ?? "";
    expect(Number(limit)).toBeGreaterThan(0);
    expect((await listSystemConfig(session)).find(({ key }) => key === "tx_count_limit")?.value).toBe(limit);
    expect(await getSystemConfig(session, "no_such_key")).toBeUndefined();
    expect(await failure(setSystemConfig(session, signer, { key: "tx_count_limit", value: "0" }))).toContain(
      "usage configOutOfRange",
    );
    expect(await failure(setSystemConfig(session, signer, { key: "tx_gas_price", value: "1" }))).toContain(
      "usage configGasPrice",
    );
    const again = await failure(setSystemConfig(session, signer, { key: "tx_count_limit", value: limit }));
    expect(again).toContain(session.authEnabled ? "precompiled -50000" : "done");
  });

  test("key-value tables", async () => {
    const { session, signer } = chain;
    const table = freshName("kv");
    const request = { table, keyField: "id", valueField: "text" };
    expect((await createKvTable(session, signer, request)).code).toBe(0);
    expect(await failure(createKvTable(session, signer, request))).toContain("precompiled -50001");
    const stages: string[] = [];
    const onProgress = ({ stage }: { stage: string }): void => void stages.push(stage);
    expect((await setValue(session, signer, { table, key: "键", value: "值 1" }, { onProgress })).code).toBe(1);
    expect(stages).toEqual(["opened", "signed", "mined"]);
    expect(await getValue(session, table, "键")).toBe("值 1");
    expect(await getValue(session, table, "none")).toBeUndefined();
    const address = await openTable(session, table);
    expect((await lookUpAbi(session, address)).source?.kind).toMatch(/^(chain|builtin)$/);
    expect((await lookUpAbi(session, `/tables/${table}`)).abi?.functions.map(({ name }) => name)).toContain("get");
    expect(await describeKvTable(session, table)).toEqual({ table, keyField: "id", valueField: "text" });
    expect((await listDirectory(session, `/tables/${table}`)).entries[0]?.type).toBe("link");
    expect(await failure(getValue(session, freshName("no"), "k"))).toContain("usage tableNotFound");
  });

  test("tables by SQL", async () => {
    const { session, signer } = chain;
    const table = freshName("t");
    const sql = async (statement: string): Promise<unknown> => {
      const result = await runSql(session, signer, statement.replaceAll("$t", table));
      if (result.kind === "rows") return result.rows.map((row) => Object.values(row).join("|"));
      if (result.kind === "count") return result.count;
      return result.kind === "written" ? result.rows : result.description;
    };
    await sql("create table $t(id integer, name varchar, age varchar, primary key(id))");
    for (const [id, name, age] of [
      ["2", "bob", "40"],
      ["10", "alice", "30"],
      ["-3", "王五", "25"],
    ] as const) {
      expect(await sql(`insert into $t values (${id}, '${name}', ${age})`)).toBe(1);
    }
    expect(await failure(runSql(session, signer, `insert into ${table} values (2, x, 1)`))).toContain(
      "precompiled -51506",
    );
    expect(await sql("select * from $t")).toEqual(["-3|王五|25", "2|bob|40", "10|alice|30"]);
    expect(await sql("select name from $t where id = 10")).toEqual(["alice"]);
    expect(await sql("select name from $t where id > 0 and name like 'b%'")).toEqual(["bob"]);
    expect(await sql("select name from $t limit 1, 1")).toEqual(["bob"]);
    expect(await sql("select count(*) from $t where age >= 30")).toBe(2);
    expect(await sql("update $t set age = 41 where id = 2")).toBe(1);
    expect(await sql("update $t set age = 50 where name != bob")).toBe(2);
    expect(await sql("delete from $t where age = 50 limit 1")).toBe(1);
    expect(await failure(runSql(session, signer, `delete from ${table} where id = 77`))).toContain(
      "precompiled -51508",
    );
    await sql("alter table $t add city varchar");
    expect(await sql("desc $t")).toMatchObject({
      keyField: "id",
      valueFields: ["name", "age", "city"],
      keyOrder: "numerical",
    });
    expect(await failure(runSql(session, signer, `select nope from ${table}`))).toContain("usage fieldUnknown");
  });

  test("the committee", async () => {
    const { session, signer, stranger, governs } = chain;
    if (!governs) {
      const refused = await failure(propose(session, signer, { kind: "removeNode", nodeId: fakeNode }));
      expect(refused).toMatch(/you must be governor|usage noCommittee/);
      return;
    }
    const { governors, participatesRate, winRate } = await getCommitteeInfo(session);
    expect(governors.map(({ address }) => address)).toContain(signer.address);
    const nobody = await failure(propose(session, stranger, { kind: "setRate", participatesRate, winRate }));
    expect(nobody).toContain("you must be governor");
    expect((await checkRights(session, stranger.address, { kind: "propose" }))?.code).toBe("notGovernor");
    expect(await failure(getProposal(session, 1_000_000_000))).toContain("usage proposalNotFound");
    const before = await countProposals(session);
    const added = await propose(session, signer, { kind: "setGovernorWeight", account: stranger.address, weight: 1 });
    const { id } = added.proposal;
    expect(id).toBeGreaterThan(before);
    expect(added.proposal).toMatchObject({ type: "setGovernorWeight", proposer: signer.address });
    expect((await listProposals(session, { from: id, to: id })).map(({ type }) => type)).toEqual(["setGovernorWeight"]);
    if (!added.executed) {
      // Other governors would have to vote: leave nothing open behind.
      expect((await revokeProposal(session, signer, id)).proposal.status).toBe("revoked");
      return;
    }
    expect((await getProposal(session, id)).status).toBe("finished");
    expect(await isGovernor(session, stranger.address)).toBe(true);
    const removed = await propose(session, signer, { kind: "setGovernorWeight", account: stranger.address, weight: 0 });
    expect(removed.executed).toBe(true);
    expect(await isGovernor(session, stranger.address)).toBe(false);
    const limit = (await getSystemConfig(session, "tx_count_limit"))?.value ?? "";
    const config = await propose(session, signer, { kind: "setSystemConfig", key: "tx_count_limit", value: limit });
    expect(config.executed).toBe(true);
    const wrong = await failure(propose(session, signer, { kind: "removeNode", nodeId: fakeNode }));
    expect(wrong).toContain("precompiled -51103");
    const observer = await propose(session, signer, { kind: "addObserver", nodeId: fakeNode, skipChecks: true });
    expect(observer.executed).toBe(true);
    expect(await getObserverList(session.client)).toContain(fakeNode);
    expect((await propose(session, signer, { kind: "removeNode", nodeId: fakeNode })).executed).toBe(true);
    expect(await getObserverList(session.client)).not.toContain(fakeNode);
  });

  describe("rights", () => {
    const method = () => ({ contract: kiosk.address, method: kiosk.abi.getFunction("setLabel").selector });

    test("what they are", async () => {
      const { session, signer, stranger } = chain;
      expect(await getDeployAuthType(session)).toMatch(/^(none|whiteList|blackList)$/);
      expect(await hasDeployAuth(session, signer.address)).toBe(true);
      expect(await getContractAdmin(session, kiosk.address)).toBe(signer.address);
      expect(await isContractAvailable(session, kiosk.address)).toBe(true);
      const notAdmin = await failure(setMethodAuthType(session, stranger, { ...method(), type: "whiteList" }));
      expect(notAdmin).toContain("precompiled -50000");
      const { code } =
        (await checkRights(session, stranger.address, { kind: "setMethodAuth", contract: kiosk.address })) ?? {};
      expect(code).toBe("notContractAdmin");
    });

    test("functions of a contract, by account", async () => {
      const { session, signer, stranger } = chain;
      const closed = await deployKiosk(session, signer);
      const its = { ...method(), contract: closed.address };
      expect((await setMethodAuthType(session, signer, { ...its, type: "whiteList" })).code).toBe(0);
      expect(await checkMethodAuth(session, its, stranger.address)).toBe(false);
      const refusal = (await checkRights(session, stranger.address, { kind: "callMethod", ...its }))?.code;
      // The lists are kept on every chain; permissions must be on for anyone to look at them.
      expect(refusal).toBe(session.authEnabled ? "methodNotAllowed" : undefined);
      expect((await closed.send(stranger, "setLabel", "x")).status).toBe(session.authEnabled ? 18 : 0);
      expect((await setMethodAuth(session, signer, { ...its, account: stranger.address, open: true })).code).toBe(0);
      expect(await checkMethodAuth(session, its, stranger.address)).toBe(true);
      expect(await getMethodAuth(session, its)).toEqual({ type: "whiteList", open: [stranger.address], closed: [] });
      expect((await closed.send(stranger, "setLabel", "x")).status).toBe(0);
    });

    test("frozen accounts", async () => {
      const { session, signer, stranger, governs } = chain;
      const freeze = { account: stranger.address, status: "frozen" } as const;
      const byStranger = await failure(setAccountStatus(session, stranger, { ...freeze, account: signer.address }));
      expect(byStranger).toContain("precompiled -50000");
      if (!governs) {
        expect(await failure(setAccountStatus(session, signer, freeze))).toContain("precompiled -50000");
        return;
      }
      expect((await setAccountStatus(session, signer, freeze)).code).toBe(0);
      expect((await kiosk.send(stranger, "setLabel", "y")).status).toBe(session.authEnabled ? 22 : 0);
      // The next block is the first one that knows it.
      expect(await getAccountStatus(session, stranger.address)).toBe("frozen");
      const refusal = (await checkRights(session, stranger.address, { kind: "makeDirectory" }))?.code;
      expect(refusal).toBe(session.authEnabled ? "accountFrozen" : undefined);
      expect((await setAccountStatus(session, signer, { ...freeze, status: "normal" })).code).toBe(0);
      expect((await kiosk.send(stranger, "setLabel", "z")).status).toBe(0);
    });

    test("frozen contracts", async () => {
      const { session, signer } = chain;
      const closed = await deployKiosk(session, signer);
      const frozen = { contract: closed.address, status: "frozen" } as const;
      const first = await failure(setContractStatus(session, signer, frozen));
      if (first !== "done") {
        expect(first).toContain("usage frozenForGood");
        await setContractStatus(session, signer, { ...frozen, override: true });
      }
      expect(await getContractStatus(session, closed.address)).toBe("frozen");
      expect((await closed.send(signer, "setLabel", "f")).status).toBe(session.authEnabled ? 21 : 0);
      const thaw = await failure(setContractStatus(session, signer, { contract: closed.address, status: "normal" }));
      // With permissions off no one has seen executor version 1 do it.
      const kept = /precompiled -50000|execution 15/;
      if (session.authEnabled) expect(thaw).toMatch(first === "done" ? /^done$/ : kept);
      else expect(thaw).toMatch(new RegExp(`^done$|${kept.source}`));
    });
  });

  test("sharding, when it is on", async () => {
    const { session, signer } = chain;
    const name = freshName("s");
    if ((await getSystemConfig(session, "feature_sharding"))?.value !== "1") {
      expect(await failure(makeShard(session, signer, name))).toContain("usage builtinSwitchedOff");
      return;
    }
    if (session.authEnabled && !chain.governs) {
      expect(await failure(makeShard(session, signer, name))).not.toBe("done");
      expect((await checkRights(session, signer.address, { kind: "makeShard" }))?.code).toBe("notGovernor");
      return;
    }
    expect((await makeShard(session, signer, name)).code).toBe(0);
    expect(await failure(makeShard(session, signer, name))).toContain("execution 15");
    const contract = (await deployKiosk(session, signer)).address;
    expect(await getContractShard(session, contract)).toBeUndefined();
    expect((await linkShard(session, signer, { name, contract })).code).toBe(0);
    expect(await getContractShard(session, contract)).toContain(name);
  });

  test("balances, when they are on", async () => {
    const { session, signer, stranger } = chain;
    const to: Address = stranger.address;
    if ((await getSystemConfig(session, "feature_balance_precompiled"))?.value !== "1") {
      expect(await failure(getBalance(session, to))).toContain("usage builtinSwitchedOff");
      return;
    }
    const before = await getBalance(session, to);
    const add = { kind: "add", account: to, wei: 5n } as const;
    const callers = (await listBalanceGovernors(session)).map((caller) => caller.toLowerCase());
    const mine = callers.includes(signer.address);
    if (!mine && chain.governs) {
      expect((await setBalanceGovernor(session, signer, { account: signer.address, registered: true })).code).toBe(0);
    }
    if (mine || chain.governs) {
      expect((await changeBalance(session, signer, add)).code).toBe(0);
      expect(await getBalance(session, to)).toBe(before + 5n);
      expect((await changeBalance(session, signer, { kind: "subtract", account: to, wei: 5n })).code).toBe(0);
      // The last one cannot be taken off the list.
      if (!mine && callers.length > 0)
        await setBalanceGovernor(session, signer, { account: signer.address, registered: false });
    } else {
      expect(await failure(changeBalance(session, signer, add))).toContain("execution 15");
      expect((await checkRights(session, signer.address, { kind: "changeBalance" }))?.code).toBe("notBalanceGovernor");
    }
    expect(await getBalance(session, to)).toBe(before);
  });

  test("views: conversions and hashes", async () => {
    const { session } = chain;
    expect(await castValue(session, "stringToS256", "-42")).toBe("-42");
    expect(await castValue(session, "u256ToString", 42)).toBe("42");
    expect(await castValue(session, "addrToString", kiosk.address)).toBe(kiosk.address.slice(2));
    expect(await hashOnChain(session, "sm3", "0x616263")).toBe(
      "0x66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0",
    );
    expect(await hashOnChain(session, "keccak256", "0x616263")).toBe(
      "0x4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45",
    );
    const key = new Uint8Array(32).fill(3);
    const digest = smSuite.hash(new TextEncoder().encode("abc"));
    const signature = smSuite.sign(digest, key);
    const parts = { r: bytesToHex(signature.slice(0, 32)), s: bytesToHex(signature.slice(32, 64)) };
    const publicKey = bytesToHex(smSuite.publicKey(key));
    const good = await verifySm2OnChain(session, { hash: bytesToHex(digest), publicKey, ...parts });
    expect(good).toEqual({ valid: true, account: smSuite.address(smSuite.publicKey(key)) });
    const bad = await verifySm2OnChain(session, { hash: `0x${"00".repeat(32)}`, publicKey, ...parts });
    expect(bad.valid).toBe(false);
    const vrf = await verifyVrfOnChain(session, {
      input: "0x01",
      publicKey: publicKey.slice(0, 66) as Hex,
      proof: "0x02",
    });
    expect(vrf).toEqual({ valid: false, random: 0n });
  });

  const archiving = async (): Promise<void> => {
    const { session, archive } = chain;
    if (!archive) throw new Error("an embedded chain has an archive");
    // the newest block cannot be archived
    await kiosk.send(chain.signer, "setLabel", "corner shop");
    await kiosk.send(chain.signer, "setLabel", "corner shop");
    const { archived, current } = await getArchivableBlocks(session);
    const start = Math.max(1, archived);
    const range = { start, end: start + 1 };
    requireArchivable(range, { archived, current });
    const [sent] = (await getBlockByNumber(session.client, start, "transactions")).transactions;
    const hash = sent?.hash ?? "0x";
    const receipt = await getTransactionReceipt(session.client, hash);
    expect(await getArchivedTransaction(archive.queryUrl, hash)).toBeUndefined();

    await deleteArchivedData(archive.url, range);
    expect(await failure(deleteArchivedData(archive.url, range))).toBe(
      `rpc archiveRefused: The archive service of the node refused: error, start block is not equal to archived block, ${start} != ${start + 1}`,
    );
    expect((await getArchivableBlocks(session)).archived).toBe(start + 1);
    expect(await failure(getTransaction(session.client, hash))).toContain("3008");
    expect(await failure(getBlockByNumber(session.client, start, "transactions"))).toContain("3003");
    expect(await getArchivedTransaction(archive.queryUrl, hash)).toEqual(sent);
    const { status, gasUsed, hash: receiptHash, contractAddress, logEntries, blockNumber } = receipt;
    const kept = { status, gasUsed, hash: receiptHash, contractAddress, logEntries, blockNumber };
    expect(await getArchivedReceipt(archive.queryUrl, hash)).toMatchObject({ ...kept, transactionHash: hash });
    const unknown = `0x${"cd".repeat(32)}` as const;
    const { found, missing } = await getArchivedReceipts(archive.queryUrl, [unknown, hash]);
    expect([[...found.keys()], missing]).toEqual([[hash], [unknown]]);
  };
  if (archives) test("archiving: what leaves the node is in the archive", archiving);

  test("pushes: blocks and events", async () => {
    const { session, signer } = chain;
    const socket = chain.openWebSocket();
    await socket.connect();
    const blocks: number[] = [];
    socket.onBlock(({ group, number }) => void (group === session.groupId && blocks.push(number)));
    const events: string[] = [];
    const topic = kiosk.abi.events.find((event) => event.name === "Stocked")?.topic ?? "";
    const stop = await socket.subscribeEvents(
      session.groupId,
      { addresses: [kiosk.address], topics: [topic] },
      {
        onLogs: (logs) => events.push(...logs.map((log) => kiosk.abi.decodeEvent(log)?.arguments[0]?.value as string)),
      },
    );
    const sent = ["101", "102", "103"];
    let last = 0;
    for (const id of sent) {
      const receipt = await kiosk.send(signer, "stock", { id, name: "n", owner: kiosk.address, prices: [] });
      last = receipt.blockNumber;
    }
    // Others may use the chain too, and a node that catches up tells of the newest block only.
    const seen = (): boolean => blocks.some((number) => number >= last);
    await until(() => events.length >= sent.length && seen());
    expect(events).toEqual(sent);
    expect(seen()).toBe(true);
    expect(blocks).toEqual([...new Set(blocks)].sort((one, other) => one - other));
    stop();
  });
});
