import { describe, expect, test } from "vitest";
import { bytesToHexDigits } from "../../../../src/crypto/bytes/hex";
import { standardSuite } from "../../../../src/crypto/suites";
import { readAccount } from "../../../../src/devchain/execution/flatStateManager";
import type { AbiItem } from "../../../../src/devchain/precompiled/host/abiBytes";
import { encodeCall } from "../../../../src/devchain/precompiled/host/contract";
import { admin, ExecutedChain, second, stranger } from "../governance/executedChain";

// 0x1011 and 0x1010 rule by rule (docs/protocol/built-in-contracts.md, "Balances" and "Shards").

const balances = "1011".padStart(40, "0");
const shards = "1010".padStart(40, "0");
const features = ["feature_balance", "feature_balance_precompiled", "feature_sharding"];
const nobody = "77".repeat(20);
const max = (1n << 256n) - 1n;
/** Passes its input on to 0x1010, and fails when that fails. */
const toShards = "3660006000376000600036600060006110105af115601957005b60006000fd";
/** Makes a contract of one byte and gives its address. */
const maker = "6460016000f36000526005601b6000f060005260206000f3";

describe.each([0, 1] as const)("executor %i", (executorVersion) => {
  async function started() {
    const chain = await ExecutedChain.start({ executorVersion, auth: true, features });
    const asks = (contract: string) => async (from: string, signature: string, values: AbiItem[], returns: string) => {
      const answer = await chain.send(contract, signature, values, from, returns);
      return typeof answer === "string" ? answer : answer.map(String).join(" ");
    };
    return { chain, ask: asks(balances), askShards: asks(shards) };
  }

  test("balances are for registered callers, whom governors register", async () => {
    const { chain, ask } = await started();
    const forbidden = (act: string): string =>
      `15 Permission denied. Please use "listBalanceGovernor" to check which account(or contract) can ${act}`;
    expect(await ask(stranger, "addBalance(address,uint256)", [second, 5n], "int32")).toBe(forbidden("addBalance"));
    expect(await ask(stranger, "subBalance(address,uint256)", [second, 5n], "int32")).toBe(forbidden("subBalance"));
    expect(await ask(stranger, "transfer(address,address,uint256)", [second, stranger, 5n], "int32")).toBe(
      forbidden("transferBalance"),
    );
    expect(await ask(stranger, "registerCaller(address)", [stranger], "int32")).toBe(
      "15 only governor can register caller",
    );
    expect(await ask(admin, "registerCaller(address)", [stranger], "int32")).toBe("0");
    expect(await ask(admin, "registerCaller(address)", [stranger], "int32")).toBe("15 caller already exist");
    expect(await ask(admin, "unregisterCaller(address)", [nobody], "int32")).toMatch(/^15 /);
    expect(await ask(stranger, "addBalance(address,uint256)", [second, 5n], "int32")).toBe("0");
    expect(await ask(nobody, "getBalance(address)", [second], "uint256")).toBe("5");
    expect(readAccount(chain.store, second)?.codeHash).toMatch(/^[0-9a-f]{64}$/);
  });

  test("nobody has less than nothing, or more than 256 bits", async () => {
    const { ask } = await started();
    await ask(admin, "registerCaller(address)", [admin], "int32");
    const failed = (words: string): string => `15 External call revert: ${executorVersion === 0 ? words : ""}`.trim();
    expect(await ask(admin, "addBalance(address,uint256)", [second, max], "int32")).toBe("0");
    expect(await ask(admin, "addBalance(address,uint256)", [second, 1n], "int32")).toBe(
      failed("Account balance overflow!"),
    );
    expect(await ask(admin, "subBalance(address,uint256)", [stranger, 1n], "int32")).toBe(
      failed("Account balance is not enough!"),
    );
    expect(await ask(admin, "transfer(address,address,uint256)", [stranger, second, 1n], "int32")).toBe(
      "15 transfer failed, account subBalance failed, please check the account balance",
    );
    expect(await ask(admin, "transfer(address,address,uint256)", [second, stranger, 3n], "int32")).toBe("0");
    expect(await ask(nobody, "getBalance(address)", [stranger], "uint256")).toBe("3");
    expect(await ask(nobody, "getBalance(address)", [second], "uint256")).toBe(String(max - 3n));
  });

  test("shards are made by accounts, governors where there are permissions, and inherited", async () => {
    const { chain, askShards } = await started();
    expect(await askShards(stranger, "makeShard(string)", ["one"], "int32")).toBe(
      "15 ShardPrecompiled call: Permission denied.",
    );
    expect(await askShards(admin, "makeShard(string)", ["a/b"], "int32")).toMatch(/^15 /);
    expect(await askShards(admin, "makeShard(string)", ["one"], "int32")).toBe("0");
    expect(await askShards(admin, "makeShard(string)", ["one"], "int32")).toMatch(/^15 /);
    const through = await chain.deploy(toShards);
    const call = bytesToHexDigits(encodeCall(standardSuite, "makeShard(string)", ["two"]));
    expect((await chain.sendRaw(through, call)).status).toBe(16);
    // a contract may not even ask, and hears that before anything else is looked at
    const asking = bytesToHexDigits(encodeCall(standardSuite, "getContractShard(string)", [through]));
    expect((await chain.sendRaw(through, asking)).status).toBe(16);

    const shard = (of: string) => chain.read(shards, "getContractShard(string)", [of], "int256,string");
    const parent = await chain.deploy(maker);
    expect(await shard(parent)).toEqual([0n, ""]);
    expect(await askShards(admin, "linkShard(string,string)", ["late", parent], "int32")).toBe("0");
    expect(await shard(parent)).toEqual([0n, "late"]);
    expect(await askShards(admin, "linkShard(string,string)", ["one", parent], "int32")).toMatch(/^15 /);
    const child = bytesToHexDigits((await chain.sendRaw(parent, "00")).output).slice(24);
    expect(await shard(child)).toEqual([0n, executorVersion === 0 ? "late" : ""]);
  });
});
