import { expect, test } from "vitest";
import { createClient, type Transport } from "../../../../src/chain/client/client";
import { getAccountStatus, setAccountStatus } from "../../../../src/chain/services/account/accountStatus";
import { changeBalance, getBalance, listBalanceGovernors } from "../../../../src/chain/services/balance/balance";
import { getContractAdmin } from "../../../../src/chain/services/contractAuth/contractAdmin";
import { isContractAvailable, setContractStatus } from "../../../../src/chain/services/contractAuth/contractStatus";
import { getDeployAuthType, hasDeployAuth } from "../../../../src/chain/services/contractAuth/deployAuth";
import {
  checkMethodAuth,
  getMethodAuth,
  methodSelector,
  setMethodAuth,
  setMethodAuthType,
} from "../../../../src/chain/services/contractAuth/methodAuth";
import { hashOnChain } from "../../../../src/chain/services/crypto/cryptoViews";
import { getExecutorVersion } from "../../../../src/chain/services/executorVersion";
import { getCommitteeInfo, isGovernor } from "../../../../src/chain/services/governance/committee";
import { initAuth } from "../../../../src/chain/services/governance/initAuth";
import { countProposals, getProposal, listProposals } from "../../../../src/chain/services/governance/proposal";
import { type ProposalRequest, propose } from "../../../../src/chain/services/governance/propose";
import { revokeProposal, voteProposal } from "../../../../src/chain/services/governance/vote";
import { checkRights, type Operation } from "../../../../src/chain/services/rights/checkRights";
import { getContractShard, linkShard, makeShard } from "../../../../src/chain/services/sharding/shard";
import { insertRow, removeRows, updateRows } from "../../../../src/chain/services/table/rows";
import { runSql } from "../../../../src/chain/services/table/sql/runSql";
import { smSuite, standardSuite } from "../../../../src/crypto/suites";
import { ChainError } from "../../../../src/errors/chainError";
import { clientError } from "../../../../src/errors/clientError";
import { refusalOf } from "../../../../src/operations/kit/proposalPreview";
import { failure } from "../../../support/failure";
import { replay } from "./replayNode";

const admin = "0x308f3a68ae6b5a93ce91ff520c56632531f66018";
const u1 = "0x1a642f0e3c3af545e7acbd38b07251b3990914f1";
const u2 = "0x5050a4f4b3f9338c3472dcc01a87c76a144b3c9c";
const contract = "0xf9c1fa9c25fb71f1c66d0bd5d9f0821bec66255d";
const interval = 1000;

test("a vote that is done names its transaction, where the chain can't be asked afterwards", async () => {
  const { session, signer } = replay("auth1-committee");
  const { transport } = session.client;
  let sent: string | undefined;
  const then = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    if (sent !== undefined) throw clientError("connectionRefused", { endpoint: "http://n:1", method });
    const answer = await transport.request(method, params);
    if (method === "sendTransaction") sent = (answer as { transactionHash: string }).transactionHash;
    return answer;
  };
  const breaking = { ...session, client: createClient({ ...transport, label: "n", request: then }, "group0") };
  // recorded before the vote that counted
  expect(await failure(voteProposal(session, signer, { id: 4, agree: true }))).toContain("Already voted");
  const vote = voteProposal(breaking, signer, { id: 4, agree: true });
  const error = await vote.catch((failed: unknown) => failed as ChainError);
  expect(error).toMatchObject({ code: "connectionRefused", details: { transactionHash: sent } });
});

test("what is asked before a signature ends with the write, and a node that doesn't answer has no say", async () => {
  const { session, signer } = replay("auth0-committee");
  const { signal } = new AbortController();
  const signals = new Set<unknown>();
  const transport: Transport = {
    label: "lost",
    request: async (method, _params, options) => {
      signals.add(options?.signal);
      // whatever else is asked, it would go on to sign
      if (method !== "call") return 7;
      throw clientError("connectionLost", { endpoint: "http://n:1", method });
    },
    close: async () => undefined,
  };
  const lost = { ...session, client: createClient(transport, "group0") };
  const row = { id: "1" };
  for (const written of [
    initAuth(lost, signer, admin, { signal }),
    insertRow(lost, signer, { table: "t", row }, { signal }),
    updateRows(lost, signer, { table: "t", key: "1", changes: {} }, { signal }),
    removeRows(lost, signer, { table: "t", key: "1" }, { signal }),
    runSql(lost, signer, "delete from t where id = 1", { signal }),
    runSql(lost, signer, "insert into t values (1)", { signal }),
  ])
    expect(await failure(written)).toContain("transport connectionLost");
  expect([...signals]).toEqual([signal]);
  const asking = { session: lost, account: u1 } as const;
  await expect(refusalOf(asking, () => ({ kind: "propose" }))).rejects.toMatchObject({ code: "connectionLost" });
});

test.each(["auth0-committee", "auth1-committee"])("the committee of %s", async (file) => {
  const { session } = replay(file);
  const info = await getCommitteeInfo(session);
  expect(info).toMatchObject({ participatesRate: 0, winRate: 0, governors: [{ address: admin, weight: 1 }] });
  expect([await isGovernor(session, admin), await isGovernor(session, u2)]).toEqual([true, false]);
});

test.each(["auth0-committee", "auth1-committee"])("proposals of %s", async (file) => {
  const { session, signer } = replay(file);
  const ask = (request: ProposalRequest, blocks = interval): Promise<string> =>
    failure(propose(session, signer, request, { interval: blocks }));
  const governor = { kind: "setGovernorWeight", account: u2, weight: 1 } as const;
  expect(await ask(governor)).toBe("execution 16: The contract reverted (RevertInstruction, 16): you must be governor");
  const added = await propose(session, signer, governor, { interval });
  expect(added).toMatchObject({
    executed: true,
    proposal: { id: 1, type: "setGovernorWeight", status: "finished", agree: [admin] },
  });
  expect(await ask({ kind: "setRate", participatesRate: 101, winRate: 80 })).toContain("usage invalidRate");
  expect(await ask({ kind: "setSystemConfig", key: "tx_count_limit", value: "abc" })).toContain(
    "usage configNotNumber",
  );
  const pending = await propose(
    session,
    signer,
    { kind: "setSystemConfig", key: "tx_count_limit", value: "1500" },
    { interval },
  );
  expect(pending).toMatchObject({ executed: false, proposal: { id: 4, type: "setSystemConfig", status: "open" } });
  expect(await ask({ kind: "setSystemConfig", key: "tx_count_limit", value: "1600" })).toContain(
    "Current proposal not end",
  );
  expect(await failure(voteProposal(session, signer, { id: 4, agree: true }))).toContain("Already voted");
  const voted = await voteProposal(session, signer, { id: 4, agree: true });
  expect(voted).toMatchObject({ executed: true, proposal: { status: "finished", agree: [admin, u2] } });
  expect(await failure(voteProposal(session, signer, { id: 99, agree: true }))).toContain("Proposal not exist");
  expect((await getProposal(session, 5)).status).toBe("open");
  expect(await failure(revokeProposal(session, signer, 6))).toContain("Only proposer can revoke");
});

test("a passed proposal whose execution failed is a failure", async () => {
  const nodeId = "ab".repeat(64);
  const sealers = ["cd", "ef"].map((pair) => ({ nodeID: pair.repeat(64), weight: 1 }));
  const { session, signer } = replay("auth0-committee", { extra: { getSealerList: sealers } });
  const removal = await failure(propose(session, signer, { kind: "removeNode", nodeId }, { interval }));
  expect(removal).toContain("precompiled -51103");
});

test("a proposal to remove the last sealer is not made", async () => {
  const nodeId = "ab".repeat(64);
  const { session, signer } = replay("auth0-committee", { extra: { getSealerList: [{ nodeID: nodeId, weight: 1 }] } });
  expect(await failure(propose(session, signer, { kind: "removeNode", nodeId }))).toContain("usage lastSealer");
});

test("lists of proposals, those that ran out included", async () => {
  const { session, node } = replay("auth1-committee", { extra: { getBlockNumber: 100_000 } });
  expect((await getProposal(session, 4)).status).toBe("expired");
  expect(await failure(listProposals(session, { from: 0, to: 5 }))).toContain("usage invalidProposalRange");
  expect(await failure(listProposals(session, { from: 1, to: 101 }))).toContain("usage invalidProposalRange");
  // The recording counts from none on: go on to the seventh.
  let count = 0;
  while (count < 7) count = await countProposals(session);
  const list = await listProposals(session, { from: 1, to: 20 });
  expect(node.asked.at(-1)).toBe("call");
  expect(list.map(({ id, type, status }) => `${id} ${type} ${status}`)).toEqual([
    "1 setGovernorWeight finished",
    "2 setGovernorWeight finished",
    "3 setRate finished",
    "4 setSystemConfig finished",
    "5 setSystemConfig denied",
    "6 setSystemConfig revoked",
    "7 setSystemConfig finished",
  ]);
});

test("deploy, method and contract permissions", async () => {
  const { session, signer, node } = replay("auth1-contract-account-auth");
  const method = { contract, method: "set( string value )" } as const;
  expect(await getDeployAuthType(session)).toBe("none");
  expect(await hasDeployAuth(session, u1)).toBe(true);
  expect(await getContractAdmin(session, contract)).toBe(u1);
  expect(await getMethodAuth(session, method)).toEqual({ type: "none", open: [], closed: [] });
  expect(await failure(setMethodAuthType(session, signer, { ...method, type: "whiteList" }))).toContain(
    "precompiled -50000",
  );
  expect((await setMethodAuthType(session, signer, { ...method, type: "whiteList" })).code).toBe(0);
  expect(await checkMethodAuth(session, method, u2)).toBe(false);
  expect((await setMethodAuth(session, signer, { ...method, account: u2, open: true })).code).toBe(0);
  expect((await setMethodAuth(session, signer, { ...method, account: u2, open: false })).code).toBe(0);
  expect(await getMethodAuth(session, method)).toEqual({ type: "whiteList", open: [], closed: [u2] });
  expect(await isContractAvailable(session, contract)).toBe(true);
  // Executor version 1 answers the input of the call for a frozen contract.
  expect(await isContractAvailable(session, contract)).toBe(false);
  expect(await failure(setContractStatus(session, signer, { contract, status: "normal" }))).toContain(
    "precompiled -50000",
  );
  node.after("reset admin proposal");
  expect(await getContractAdmin(session, contract)).toBeUndefined();
});

test("freezing a contract for good needs an override", async () => {
  const extra = { "getSystemConfigByKey executor_version": { blockNumber: 0, value: "1" } };
  const { session, signer } = replay("auth1-contract-account-auth", { extra });
  const freeze = (override: boolean): Promise<string> =>
    failure(setContractStatus(session, signer, { contract, status: "frozen", override }));
  expect(await freeze(false)).toContain("usage frozenForGood");
  expect(await freeze(true)).toBe("done");
});

test("the executor is known by its key, and else by what it does with a full page", async () => {
  const notSet = { getSystemConfigByKey: new ChainError({ kind: "rpc", code: 3008, message: "not set" }) };
  const page = (status: number) => ({
    blockNumber: 1,
    status,
    output: status === 0 ? `0x${"0".repeat(63)}3${"0".repeat(62)}40${"0".repeat(64)}` : "0x",
  });
  const version = (extra: object, compatibilityVersion = "3.16.0"): Promise<number> =>
    getExecutorVersion(replay("auth1-contract-account-auth", { extra: { ...extra }, compatibilityVersion }).session);
  expect(await version({ getSystemConfigByKey: { blockNumber: 0, value: "0" } })).toBe(0);
  expect(await version({ getSystemConfigByKey: { blockNumber: 0, value: "1" } })).toBe(1);
  expect(await version({ ...notSet, call: page(15) })).toBe(1);
  expect(await version({ ...notSet, call: page(0) })).toBe(0);
  expect(await version(notSet, "3.0.0")).toBe(0);
});

test("accounts", async () => {
  const { session, signer } = replay("auth1-contract-account-auth");
  expect(await getAccountStatus(session, u2)).toBe("normal");
  expect(await failure(setAccountStatus(session, signer, { account: u2, status: "frozen" }))).toContain(
    "precompiled -50000",
  );
  expect((await setAccountStatus(session, signer, { account: u2, status: "frozen" })).code).toBe(0);
  expect((await setAccountStatus(session, signer, { account: u2, status: "normal" })).code).toBe(0);
  expect(await failure(setAccountStatus(session, signer, { account: admin, status: "abolished" }))).toContain(
    "Should not set governor's status.",
  );
});

test("selectors of methods", () => {
  expect(methodSelector(standardSuite, "set(string)")).toBe("0x4ed3885e");
  expect(methodSelector(smSuite, "set(string)")).toBe("0x3590b49f");
  expect(methodSelector(smSuite, "0x4ED3885E")).toBe("0x4ed3885e");
  for (const wrong of ["set", "0x12", "set(string", ""]) expect(() => methodSelector(standardSuite, wrong)).toThrow();
});

test("sharding and balances", async () => {
  const shards = replay("air4-sharding");
  const lab = "0x6849f21d1e455e9f0712b1e99fa4fcd23758e8f1";
  expect((await makeShard(shards.session, shards.signer, "smwpjds3n")).code).toBe(0);
  expect(await failure(makeShard(shards.session, shards.signer, "smwpjds3n"))).toContain("has already exists");
  expect((await linkShard(shards.session, shards.signer, { name: "smwpjds3n", contract: lab })).code).toBe(0);
  expect(await failure(linkShard(shards.session, shards.signer, { name: "a/b", contract: lab }))).toContain(
    "usage shardName",
  );
  expect(await getContractShard(shards.session, lab)).toBe("smwpjds3n");

  const { session, signer } = replay("air4-balance-governor");
  expect(await listBalanceGovernors(session)).toEqual([admin]);
  expect((await changeBalance(session, signer, { kind: "add", account: u1, wei: 10n ** 18n })).code).toBe(0);
  expect((await changeBalance(session, signer, { kind: "transfer", from: u1, to: u2, wei: 7n })).code).toBe(0);
  expect(await failure(changeBalance(session, signer, { kind: "add", account: u2, wei: 1n }))).toContain(
    "listBalanceGovernor",
  );
  expect(await failure(changeBalance(session, signer, { kind: "add", account: u2, wei: 0n }))).toContain(
    "usage amountZero",
  );
  expect(await getBalance(session, u1)).toBe(999_999_999_999_999_992n);
  const off = replay("auth1-balance");
  expect(await failure(getBalance(off.session, u1))).toContain("usage builtinSwitchedOff");
});

test("views under both suites, and a chain without a committee", async () => {
  const { session } = replay("sm1-misc-precompiles");
  expect(await hashOnChain(session, "sm3", "0x616263")).toBe(
    "0x66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0",
  );
  const without = replay("sm1-misc-precompiles", { extra: { call: { blockNumber: 1, status: 16, output: "0x" } } });
  expect(await failure(getCommitteeInfo(without.session))).toContain("usage noCommittee");
});

test("who may do what", async () => {
  const { session } = replay("auth1-contract-account-auth");
  const refusal = async (account: `0x${string}`, operation: Operation): Promise<string> =>
    String((await checkRights({ ...session, authEnabled: false }, account, operation))?.code ?? "allowed");
  expect(await refusal(u2, { kind: "setContractStatus", contract })).toBe("notContractAdmin");
  expect(await refusal(u2, { kind: "setSystemConfig" })).toBe("allowed");
  expect(await refusal(u2, { kind: "makeDirectory" })).toBe("allowed");
  const enforced = await checkRights({ ...session, compatibilityVersion: "3.0.0" }, u2, { kind: "addSealer" });
  expect(enforced?.code).toBe("onlyByProposal");
});

test("a committee made later", async () => {
  const present = replay("auth1-committee");
  expect(await failure(initAuth(present.session, present.signer, admin))).toContain("usage committeeExists");
  const { session, signer } = replay("air4-bfs", { extra: { call: { blockNumber: 1, status: 19, output: "0x" } } });
  expect(await failure(initAuth(session, signer, "0x12"))).toContain("usage badTarget");
  expect(await failure(initAuth({ ...session, compatibilityVersion: "3.2.0" }, signer, admin))).toContain(
    "usage needsCompatibility",
  );
  // What goes out: initAuth(string) with the address as text.
  const text = Buffer.from(admin).toString("hex");
  await expect(initAuth(session, signer, admin)).rejects.toThrow(new RegExp(`1005 with 0x8805dd3c.*${text}`));
});
