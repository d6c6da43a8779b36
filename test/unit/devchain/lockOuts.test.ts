import { afterEach, expect, test } from "vitest";
import { createClient, type Transport } from "../../../src/chain/client/client";
import { openSession } from "../../../src/chain/openSession";
import { mkdir } from "../../../src/chain/services/bfs/directories";
import { getExecutorVersion } from "../../../src/chain/services/executorVersion";
import { getCommitteeInfo } from "../../../src/chain/services/governance/committee";
import { proposalWarnings } from "../../../src/chain/services/governance/proposalWarnings";
import { type ProposalRequest, propose } from "../../../src/chain/services/governance/propose";
import { checkSystemConfig } from "../../../src/chain/services/systemConfig/checkSystemConfig";
import { setSystemConfig } from "../../../src/chain/services/systemConfig/setSystemConfig";
import type { ChainSession } from "../../../src/chain/session";
import { readPrecompiled, writePrecompiled } from "../../../src/chain/transaction/precompiledCall";
import { transact } from "../../../src/chain/transaction/transact";
import { createHttpTransport } from "../../../src/chain/transport/httpTransport";
import { hexToBytes } from "../../../src/crypto/bytes/hex";
import type { Signer } from "../../../src/crypto/cryptoSuite";
import { privateKeySigner } from "../../../src/crypto/privateKeySigner";
import type { DevChainOptions } from "../../../src/devchain/settings/options";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { failure } from "../../support/failure";

let chain: DevChain;
let transport: Transport;
afterEach(async () => {
  await transport.close();
  await chain.close();
});

/** A chain, a session with it, and its first two accounts; the first is the governor where there are permissions. */
async function open(options: DevChainOptions): Promise<{ session: ChainSession; signers: [Signer, Signer] }> {
  chain = await startDevChain({ executorVersion: 0, ...options });
  transport = createHttpTransport({ url: chain.url, timeoutMs: 60_000 });
  const session = await openSession(createClient(transport, "group0"));
  const [one, other] = await Promise.all(
    chain.accounts.slice(0, 2).map(({ privateKey }) => privateKeySigner(session.suite, hexToBytes(privateKey))),
  );
  if (!one || !other) throw new Error("the chain has two accounts");
  return { session, signers: [one, other] };
}

/** Every warning is of something that a chain does: each is tried with the override that the warning stands before. */
test("a gas price locks out whoever has no balance, the one that set it included", async () => {
  const { session, signers } = await open({ executorVersion: 1 });
  const request = { key: "tx_gas_price", value: "0x1" };
  expect(await failure(setSystemConfig(session, signers[0], request))).toContain("usage configGasPrice");
  expect(await failure(setSystemConfig(session, signers[0], { ...request, override: true }))).toBe("done");
  expect(await failure(mkdir(session, signers[0], "/apps/late"))).toContain("execution 7");
});

test("permission management can be switched on by anybody, and then anybody has lost its rights", async () => {
  const { session, signers } = await open({});
  const request = { key: "auth_check_status", value: "1" };
  expect(await failure(setSystemConfig(session, signers[1], request))).toContain("usage configAuthOn");
  expect(await failure(setSystemConfig(session, signers[1], { ...request, override: true }))).toBe("done");
  const limit = { key: "tx_count_limit", value: "1500" };
  await mkdir(session, signers[1], "/apps/next");
  expect(await failure(setSystemConfig(session, signers[1], limit))).toContain("precompiled -50000");
});

test("numbers of the configuration count by their value, however they are written", async () => {
  const { session, signers } = await open({ executorVersion: 1 });
  const set = (key: string, value: string) =>
    writePrecompiled(session, signers[0], { contract: "SystemConfig", function: "setValueByKey", args: [key, value] });
  await set("auth_check_status", "+00");
  await set("executor_version", "01");
  expect((await openSession(session.client)).authEnabled).toBe(false);
  expect(await getExecutorVersion(session)).toBe(1);
  // neither permissions nor the classic executor: that one shows a full page
  expect(await failure(set("tx_count_limit", "1500"))).toBe("done");
  const page = { contract: "BFS", function: "list(string,uint256,uint256)", args: ["/", 0, 1] } as const;
  expect(await failure(readPrecompiled(session, page))).toContain("execution 15");
});

test("a data version that no node knows is taken, and there is no way back", async () => {
  const { session, signers } = await open({});
  const request = { key: "compatibility_version", value: "9.9.9" };
  const { warnings } = await checkSystemConfig(session, request.key, request.value);
  expect(warnings.map(({ error }) => error.code)).toEqual(["configVersionTooNew", "configVersionForGood"]);
  expect(await failure(setSystemConfig(session, signers[0], { ...request, override: true }))).toBe("done");
  const later = { ...session, compatibilityVersion: "9.9.9" };
  const back = { key: "compatibility_version", value: "3.16.0", override: true };
  expect(await failure(setSystemConfig(later, signers[0], back))).toContain("usage configVersionDown");
});

test("a recipient that stops a chain is never signed", async () => {
  const { session, signers } = await open({ executorVersion: 1 });
  for (const to of [`0x${"1".repeat(39)}`, " 0x", "hello", "/apps/x", "0x1234"])
    expect(await failure(transact(session, signers[0], { to, data: "0x" }))).toContain("usage badRecipient");
  expect(await failure(mkdir(session, signers[0], "/apps/alive"))).toBe("done");
});

test("what locks a committee out", async () => {
  const { session, signers } = await open({ auth: true });
  const [first, second] = signers;
  const warned = async (request: ProposalRequest): Promise<string[]> =>
    proposalWarnings(await getCommitteeInfo(session), request, first.address).map(({ code }) => String(code));
  const put = (request: ProposalRequest): Promise<string> => failure(propose(session, first, request));

  const last: ProposalRequest = { kind: "setGovernorWeight", account: first.address, weight: 0 };
  expect(await warned(last)).toEqual(["lastGovernor", "passesAlone"]);
  expect(await put(last)).toContain("You can not remove yourself!");

  const join: ProposalRequest = { kind: "setGovernorWeight", account: second.address, weight: 1 };
  expect(await put(join)).toBe("done");
  expect(await warned(last)).toEqual(["removesItself", "passesAlone"]);
  const heavy: ProposalRequest = { kind: "setGovernorWeight", account: second.address, weight: 42_949_672 };
  expect(await warned(heavy)).toEqual(["weightTooLarge", "passesAlone"]);

  expect(await warned({ kind: "setRate", participatesRate: 0, winRate: 0 })).toEqual(["oneDecides", "passesAlone"]);
  expect(await warned({ kind: "setRate", participatesRate: 50, winRate: 0 })).toEqual(["minorityWins", "passesAlone"]);
  const all: ProposalRequest = { kind: "setRate", participatesRate: 100, winRate: 60 };
  expect(await warned(all)).toEqual(["everyoneNeeded", "passesAlone"]);
  expect(await put(all)).toBe("done");
  // Neither passes anything without the other from now on.
  const limit: ProposalRequest = { kind: "setSystemConfig", key: "tx_count_limit", value: "1500" };
  expect(await warned(limit)).toEqual([]);
  expect((await propose(session, first, limit)).executed).toBe(false);
});
