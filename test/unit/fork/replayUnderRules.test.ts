import { afterEach, expect, test } from "vitest";
import { createHttpTransport } from "../../../src/chain/transport/httpTransport";
import type { DevChainOptions } from "../../../src/devchain/settings/options";
import { refusalOf } from "../../../src/fork/blockUnderRules";
import type { ReplayTransaction } from "../../../src/fork/chainBlocks";
import { planRules, type RulesReplay } from "../../../src/fork/replayUnderRules";
import { ForkChain, type SentReceipt } from "../../support/forkChain";

const source = `// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.6.10 <0.9.0;
contract Store {
  event Kept(uint256 value);
  mapping(uint256 => uint256) public kept;
  uint256 public total;
  function keep(uint256 at, uint256 value) external { kept[at] = value; emit Kept(value); }
  function add(uint256 value) external { total += value; }
  function fail() external { total = 1; assembly { returndatacopy(0, 0, 1) } }
  function read() external view returns (uint256) { return total; }
}`;

let chain: ForkChain | undefined;
afterEach(() => chain?.close());

const start = async (options: DevChainOptions): Promise<ForkChain> => {
  chain = await ForkChain.start(source, options);
  return chain;
};

async function compared(of: ForkChain, to: string, more: { blocks?: number; limits?: { blocks: number } } = {}) {
  const { web3Url } = of.chain;
  const web3 = web3Url === undefined ? undefined : createHttpTransport({ url: web3Url });
  const doing: string[] = [];
  const plan = await planRules({
    client: of.client(),
    web3,
    to,
    blocks: 100,
    report: (progress) => doing.push(progress.doing),
    ...more,
  });
  const reported = await plan.carryOut();
  await web3?.close();
  return { reported, lines: plan.lines, doing };
}

const outcome = ({ changed }: RulesReplay) =>
  changed.map(({ hash, differences, causes, follows }) => ({
    hash,
    members: differences.map(({ member, receipt, here }) => [member, receipt, here]),
    causes,
    follows,
  }));

const old = { nodeVersion: "3.16.4", compatibilityVersion: "3.16.0", executorVersion: 1 } as const;

test("a first write costs more under 3.17, and the flag that does it is named", async () => {
  const of = await start(old);
  const { contractAddress } = await of.deploy("Store");
  const first = await of.send(contractAddress, "Store", "keep", [1, 7]);
  const read = await of.send(contractAddress, "Store", "read", []);
  const { reported, doing } = await compared(of, "3.17.1");
  expect(reported).toMatchObject({
    state: "rebuilt",
    program: "3.16.4",
    dataVersion: "3.16.0",
    transactions: 3,
    incomparable: [],
    doubts: [],
  });
  const [kept, ...others] = outcome(reported);
  expect(kept).toMatchObject({ hash: first.transactionHash, causes: ["bugfix_evm_storage_status"], follows: false });
  expect(kept?.members).toEqual([["gasUsed", "27404", "44504"]]);
  expect(others.map(({ hash }) => hash)).not.toContain(read.transactionHash);
  expect(reported.same).toBe(2);
  expect(new Set(doing)).toEqual(new Set(["Reading blocks", "Comparing blocks"]));
});

test("only the latest blocks are compared, on the state that the chain had before them", async () => {
  const of = await start(old);
  const { contractAddress } = await of.deploy("Store");
  await of.send(contractAddress, "Store", "keep", [1, 7]);
  await of.send(contractAddress, "Store", "read", []);
  const { reported, lines } = await compared(of, "3.17.1", { blocks: 1 });
  expect(reported).toMatchObject({ first: 3, last: 3, transactions: 1, same: 1, changed: [], doubts: [] });
  expect(lines.join(" ")).toContain("3 to 3");
});

test("an exception costs the whole limit and has another status", async () => {
  const of = await start({ ...old, txGasLimit: 1_000_000n });
  const { contractAddress } = await of.deploy("Store");
  const { transactionHash, status } = await of.send(contractAddress, "Store", "fail", []);
  const { reported } = await compared(of, "3.17.0");
  expect(status).not.toBe(0);
  expect(outcome(reported).find(({ hash }) => hash === transactionHash)).toMatchObject({
    members: [
      ["status", "12", "1"],
      ["gasUsed", expect.any(String), "1000000"],
    ],
    causes: ["bugfix_v1_error_handling"],
  });
  expect(reported.incomparable).toEqual([]);
});

test("to the release that the chain has nothing differs", async () => {
  const of = await start(old);
  const { contractAddress } = await of.deploy("Store");
  await of.send(contractAddress, "Store", "keep", [1, 7]);
  const { reported } = await compared(of, "3.16.4");
  expect(reported).toMatchObject({ transactions: 2, same: 2, changed: [], refused: [], incomparable: [] });
});

test("what isn't as on the chain under the rules of today isn't compared", async () => {
  const of = await start(old);
  const from = `0x${"1a".repeat(20)}`;
  // no transaction made this balance
  await of.own("dev_setBalance", from, "1000");
  const paid = await of.own<SentReceipt>("dev_sendTransaction", {
    from,
    to: `0x${"2b".repeat(20)}`,
    data: "0x",
    value: "10",
  });
  const { reported } = await compared(of, "3.17.1");
  expect(paid.status).toBe(0);
  expect(reported).toMatchObject({ same: 0, changed: [] });
  expect(reported.incomparable).toMatchObject([{ hash: paid.transactionHash }]);
  expect(reported.incomparable[0]?.members).toContain("status");
});

test("with more blocks than are re-executed, the state is that of now, counted back; without a port it is refused", async () => {
  const of = await start({ ...old, web3Port: 0 });
  const { contractAddress } = await of.deploy("Store");
  for (let at = 0; at < 6; at++) await of.send(contractAddress, "Store", "keep", [at, 1]);
  const added = await of.send(contractAddress, "Store", "keep", [9, 3]);
  const { reported } = await compared(of, "3.17.1", { blocks: 1, limits: { blocks: 4 } });
  expect(reported).toMatchObject({ state: "fetched", transactions: 1, incomparable: [] });
  expect(reported.doubts).toEqual([]);
  expect(outcome(reported)).toMatchObject([{ hash: added.transactionHash, causes: ["bugfix_evm_storage_status"] }]);
  const alone = planRules({ client: of.client(), to: "3.17.1", blocks: 1, limits: { blocks: 4 } });
  await expect(alone).rejects.toMatchObject({ code: "cannotCompareRules" });
});

test("what the new program's pool refuses is known before any execution", () => {
  const sent = (to: string, version = 0): ReplayTransaction => ({
    hash: "0x",
    version,
    executable: { sender: "", to, input: new Uint8Array(0), abi: "", value: 0n, ethereumNonce: undefined },
  });
  const change = { program: "3.16.4", to: "3.17.1" };
  expect(refusalOf(sent("0x1009"), change)).toBe("to");
  expect(refusalOf(sent(""), change)).toBeUndefined();
  expect(refusalOf(sent("", 3), change)).toBe("version");
  expect(refusalOf(sent("0x1009"), { program: "3.17.0", to: "3.17.1" })).toBeUndefined();
});

test("it ends when it is no longer wanted", async () => {
  const of = await start(old);
  const { contractAddress } = await of.deploy("Store");
  await of.send(contractAddress, "Store", "keep", [1, 7]);
  const stop = new AbortController();
  const plan = await planRules({
    client: of.client(),
    to: "3.17.1",
    blocks: 10,
    signal: stop.signal,
    report: () => stop.abort(),
  });
  await expect(plan.carryOut()).rejects.toMatchObject({ code: "cancelled" });
});
