import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type ChainClient, createClient } from "../../../src/chain/client/client";
import { standardSuite } from "../../../src/crypto/suites";
import { encodeCall } from "../../../src/devchain/precompiled/host/contract";
import type { DevChainOptions } from "../../../src/devchain/settings/options";
import { planFork, verdictLines } from "../../../src/fork/openFork";
import { ForkChain, type SentReceipt } from "../../support/forkChain";

// A transaction that comes out otherwise takes exactness from what it can have changed, and from nothing else.

const source = `${readFileSync(resolve(import.meta.dirname, "../../fixtures/contracts/History.sol"), "utf8")}
contract Purse {
  uint256 public seen;
  History public history;
  constructor(History known) public { history = known; }
  function look() external { seen += address(this).balance + 1; }
  function pass() external payable { history.step(3); }
}`;
let chain: ForkChain | undefined;
afterEach(() => chain?.close());

const rich = `0x${"2b".repeat(20)}`;
const start = async (options: DevChainOptions = {}): Promise<ForkChain> => {
  chain = await ForkChain.start(source, options);
  await chain.own("dev_setBalance", rich, "1000");
  return chain;
};
/** What no block tells: who was given a balance by the chain's own people can pay on the chain, and not here. */
const pays = (of: ForkChain, to: string, data = "0x", from = rich): Promise<SentReceipt> =>
  of.own("dev_sendTransaction", { from, to, data, value: "10" });
const verdictOf = async (client: ChainClient, hash: string) =>
  (await (await planFork({ client, transaction: hash })).carryOut()).verdict;

test("what a differing transaction can't have touched stays exact, and the transaction is named", async () => {
  const of = await start();
  const { contractAddress: history } = await of.deploy("History");
  const { contractAddress: purse } = await of.deploy("Purse", [history]);
  const { contractAddress: other } = await of.deploy("History");
  await of.send(other, "History", "step", [1]);
  const paid = await pays(of, purse, of.abi("Purse").abi.encodeCall("pass", []));
  expect(paid.status).toBe(0);
  const sent = {
    other: await of.send(other, "History", "step", [2]),
    purse: await of.send(purse, "Purse", "look", []),
    // the purse knows it, so it can have been called
    history: await of.send(history, "History", "step", [2]),
    again: await of.send(other, "History", "push", [2]),
  };
  const verdicts = Object.fromEntries(
    await Promise.all(
      Object.entries(sent).map(async ([name, { transactionHash }]) => [
        name,
        await verdictOf(of.client(), transactionHash),
      ]),
    ),
  );
  expect(verdicts.other).toMatchObject({ certainty: "exact", doubts: [], differing: [{ hash: paid.transactionHash }] });
  expect(verdicts.again).toMatchObject({ certainty: "exact", doubts: [] });
  // it gives nothing back, so only what it was reading is not known
  expect(verdicts.purse.certainty).toBe("equal");
  // its counter is another one on the chain
  expect(verdicts.history.certainty).toBe("differs");
  const lines = verdictLines(verdicts.other);
  expect(lines[0]).toContain("can't have changed anything it reads");
  expect(lines.join("\n")).toContain(paid.transactionHash);
});

test("what looked at something affected passes it on", async () => {
  const of = await start();
  const { contractAddress: history } = await of.deploy("History");
  const { contractAddress: purse } = await of.deploy("Purse", [history]);
  const { contractAddress: reader } = await of.deploy("Purse", [history]);
  await pays(of, purse, of.abi("Purse").abi.encodeCall("pass", []));
  await of.send(history, "History", "toggle", []); // equal, though the contract may be otherwise
  const toggled = await of.send(history, "History", "toggle", []);
  const { transactionHash } = await of.send(reader, "Purse", "look", []);
  expect(await verdictOf(of.client(), toggled.transactionHash)).toMatchObject({ certainty: "equal" });
  expect(await verdictOf(of.client(), transactionHash)).toMatchObject({ certainty: "exact" });
});

test("what failed on both sides has changed nothing", async () => {
  const of = await start();
  const { contractAddress } = await of.deploy("History");
  // without value here, the function refuses; on the chain it has it, and refuses too, with other words
  const failed = await pays(of, contractAddress, of.abi("History").abi.encodeCall("give", [rich]));
  expect(failed.status).not.toBe(0);
  const { transactionHash } = await of.send(contractAddress, "History", "step", [2]);
  expect(await verdictOf(of.client(), transactionHash)).toMatchObject({ certainty: "exact", doubts: [] });
});

/** The chain, whose receipts of some transactions have another gas: as where the committee's contracts are a node's own. */
function dearer(of: ForkChain, hashes: ReadonlySet<string>, blocks: ReadonlySet<number>): ChainClient {
  const { transport } = of.client();
  const change = (method: string, result: unknown): unknown => {
    const shown = result as { transactionHash?: string; gasUsed?: string; number?: number; receiptsRoot?: string };
    if (method === "getTransactionReceipt" && hashes.has(shown.transactionHash ?? ""))
      return { ...shown, gasUsed: String(Number(shown.gasUsed) + 1) };
    if (method === "getBlockByNumber" && blocks.has(shown.number ?? -1))
      return { ...shown, receiptsRoot: `0x${"77".repeat(32)}` };
    return result;
  };
  const request: ChainClient["transport"]["request"] = async (method, ...rest) =>
    change(method, await transport.request(method, ...rest));
  return createClient({ label: transport.label, request, close: () => transport.close() }, "group0");
}

test("the gas of the committee's contracts isn't compared, and nothing behind them loses its exactness", async () => {
  const admin = `0x${"1a".repeat(20)}` as const;
  const of = await start({ auth: true, admin });
  const { contractAddress } = await of.deploy("History");
  await of.send(contractAddress, "History", "step", [1]);
  const data = encodeCall(standardSuite, "createSetSysConfigProposal(string,string,uint256)", [
    "tx_gas_limit",
    "2000000000",
    100n,
  ]);
  const proposed = await of.own<SentReceipt>("dev_sendTransaction", {
    from: admin,
    to: `0x${"10001".padStart(40, "0")}`,
    data: `0x${Buffer.from(data).toString("hex")}`,
  });
  expect(proposed.status).toBe(0);
  const stepped = await of.send(contractAddress, "History", "step", [2]);
  const client = dearer(of, new Set([proposed.transactionHash]), new Set([proposed.blockNumber]));
  expect(await verdictOf(client, stepped.transactionHash)).toMatchObject({ certainty: "exact", doubts: [] });
  const own = await verdictOf(client, proposed.transactionHash);
  expect(own).toMatchObject({ certainty: "equal", differences: [] });
  expect(own.doubts.join()).toContain("gas isn't compared");
});

test("another gas of other contracts takes exactness from what looks at them alone", async () => {
  const of = await start();
  const [one, two] = [(await of.deploy("History")).contractAddress, (await of.deploy("History")).contractAddress];
  const stepped = await of.send(one, "History", "step", [1]);
  const after = [await of.send(one, "History", "step", [2]), await of.send(two, "History", "step", [2])];
  const client = dearer(of, new Set([stepped.transactionHash]), new Set([stepped.blockNumber]));
  const verdicts = await Promise.all(after.map(({ transactionHash }) => verdictOf(client, transactionHash)));
  expect(verdicts.map(({ certainty }) => certainty)).toEqual(["equal", "exact"]);
  expect(verdicts[1]?.differing).toEqual([
    { block: stepped.blockNumber, hash: stepped.transactionHash, members: ["gasUsed"] },
  ]);
});
