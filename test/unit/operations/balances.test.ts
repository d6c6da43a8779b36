import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { transact } from "../../../src/chain/transaction/transact";
import type { Address } from "../../../src/crypto/bytes/hex";
import { balanceOperations } from "../../../src/operations/balance/balance";
import { setConfigOperation } from "../../../src/operations/config/config";
import type { Operation } from "../../../src/operations/model/operation";
import { shardOperations } from "../../../src/operations/shard/shard";
import { deployFailing, errorAbi, errorData } from "../../support/failingContract";
import { type OperationChain, operationChain } from "../../support/operationChain";
import { operationNamed } from "../../support/operations";

const [
  ,
  ,
  addBalanceOperation,
  subtractBalanceOperation,
  transferBalanceOperation,
  transferValueOperation,
  registerCallerOperation,
  unregisterCallerOperation,
] = balanceOperations;

let chain: OperationChain;

async function asked(
  operations: readonly Operation[],
  verb: string,
  values: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const outcome = await operations
    .find((each) => each.verb === verb)
    ?.prepare({ session: chain.session }, values)
    .run();
  return outcome && "result" in outcome ? outcome.result : outcome;
}

const balanceOf = (account: Address): Promise<unknown> =>
  asked(balanceOperations as readonly Operation[], "show", { account });

describe("balances and shards with their features on", () => {
  beforeAll(async () => {
    const features = ["feature_balance", "feature_balance_precompiled", "feature_sharding"];
    chain = await operationChain({ features, auth: true, executorVersion: 0 });
  });
  afterAll(() => chain.close());

  it("registers who may change balances: a governor does", async () => {
    const [governor, other] = chain.signers;
    const before = addBalanceOperation.prepare(chain.as(governor), {
      account: other.address,
      amount: "5",
      unit: "ether",
    });
    expect((await before.preview()).refusal?.code).toBe("notBalanceGovernor");
    const theirs = registerCallerOperation.prepare(chain.as(other), { account: other.address });
    expect((await theirs.preview()).refusal?.code).toBe("notGovernor");
    const register = registerCallerOperation.prepare(chain.as(governor), { account: governor.address });
    expect(await register.preview()).toMatchObject({
      title: `Let ${governor.address} change balances`,
      warnings: ["This account can then create balance out of nothing and take it from anyone."],
    });
    expect(await register.run(governor)).toMatchObject({ result: { code: 0 } });
    expect(await asked(balanceOperations as readonly Operation[], "list-callers", {})).toEqual([governor.address]);
    const last = unregisterCallerOperation.prepare(chain.as(governor), { account: governor.address });
    expect((await last.preview()).blocked?.code).toBe("lastCaller");
  });

  it("adds, subtracts and moves, and says what is left", async () => {
    const [governor, other] = chain.signers;
    const context = chain.as(governor);
    const account = other.address;
    const add = addBalanceOperation.prepare(context, { account, amount: "5", unit: "ether" });
    expect(await add.preview()).toMatchObject({
      lines: [{ value: account }, { value: "5000000000000000000 wei" }],
      warnings: [`${account} has 0 wei now, and 5000000000000000000 wei afterwards.`],
    });
    await add.run(governor);
    await subtractBalanceOperation.prepare(context, { account, amount: "2 ether" }).run(governor);
    await transferBalanceOperation
      .prepare(context, { from: account, to: governor.address, amount: "1 ether" })
      .run(governor);
    expect([await balanceOf(account), await balanceOf(governor.address)]).toEqual([
      "2000000000000000000",
      "1000000000000000000",
    ]);
    const tooMuch = subtractBalanceOperation.prepare(context, { account, amount: "3 ether" });
    expect((await tooMuch.preview()).blocked).toMatchObject({ code: "balanceTooLow", details: { account } });
    await expect(tooMuch.run(governor)).rejects.toMatchObject({ kind: "execution" });
    const none = addBalanceOperation.prepare(context, { account, amount: "much" });
    await expect(none.run(governor)).rejects.toMatchObject({ code: "invalidAmount" });
  });

  it("moves value with a transaction, and says where that is switched off", async () => {
    const [governor, other] = chain.signers;
    const values = { to: other.address, amount: "1", unit: "gwei" } as const;
    const transfer = transferValueOperation.prepare(chain.as(governor), values);
    const [has, before] = [
      BigInt(String(await balanceOf(governor.address))),
      BigInt(String(await balanceOf(other.address))),
    ];
    expect((await transfer.preview()).warnings).toEqual([
      `${governor.address} has ${has} wei now, and ${has - 1_000_000_000n} wei afterwards.`,
    ]);
    await setConfigOperation.prepare(chain.as(governor), { key: "balance_transfer", value: "1" }).run(governor);
    await transfer.run(governor);
    expect(await balanceOf(other.address)).toBe(String(before + 1_000_000_000n));
    const shut = await deployFailing(chain.session, governor, errorData(chain.session, errorAbi("Shut", [])));
    const refused = transferValueOperation.prepare(chain.as(governor), { ...values, to: shut });
    await expect(refused.run(governor)).rejects.toMatchObject({
      kind: "execution",
      code: 16,
      nodeMessage: expect.stringContaining("which no known ABI names"),
    });
    await setConfigOperation.prepare(chain.as(governor), { key: "balance_transfer", value: "0" }).run(governor);
    expect((await transfer.preview()).warnings).toEqual([
      "This chain moves no value, as balance_transfer is 0. The transaction goes through, and its amount stays where it is.",
    ]);
    expect(await transfer.run(governor)).toMatchObject({ result: { code: 0 } });
    expect(await balanceOf(other.address)).toBe(String(before + 1_000_000_000n));
  });

  it("makes shards, and keeps contracts in them", async () => {
    const [governor] = chain.signers;
    const data = "0x600160005360016000f3";
    const contract = (await transact(chain.session, governor, { data })).contractAddress as Address;
    const shard = (): Promise<unknown> => asked(shardOperations as readonly Operation[], "show", { contract });
    const make = operationNamed("shard make").prepare(chain.as(governor), { name: "hot" });
    expect(await make.preview()).toMatchObject({
      lines: [{ value: "/shards/hot" }],
      warnings: ["A shard is permanent: it can't be renamed or removed."],
    });
    await make.run(governor);
    expect(await shard()).toBeNull();
    const link = operationNamed("shard link").prepare(chain.as(governor), { name: "hot", contract });
    expect((await link.preview()).warnings).toEqual(["The contract stays in this shard permanently."]);
    await link.run(governor);
    expect(await shard()).toBe("hot");
    expect((await link.preview()).blocked).toMatchObject({ code: "contractInShard", details: { shard: "hot" } });
    await expect(link.run(governor)).rejects.toMatchObject({ kind: "execution" });
  });
});

describe("balances with their feature off", () => {
  beforeAll(async () => {
    chain = await operationChain();
  });
  afterAll(() => chain.close());

  it("are refused with the feature's name", async () => {
    const [first] = chain.signers;
    await expect(balanceOf(first.address)).rejects.toMatchObject({ code: "builtinSwitchedOff" });
    const add = addBalanceOperation.prepare(chain.as(first), { account: first.address, amount: "1" });
    await expect(add.preview()).rejects.toMatchObject({ code: "builtinSwitchedOff" });
    await expect(add.run(first)).rejects.toMatchObject({ code: "builtinSwitchedOff" });
  });
});
