import { describe, expect, it } from "vitest";
import { bytesToHexDigits } from "../../../../src/crypto/bytes/hex";
import { encodeCall } from "../../../../src/devchain/precompiled/host/contract";
import type { DevChainOptions } from "../../../../src/devchain/settings/options";
import { admin, committeeManager, ExecutedChain, second, stranger } from "./executedChain";

const contractAuth = "1005".padStart(40, "0");
const accountManager = "10003".padStart(40, "0");
const selector = "\x12\x34\x56\x78";
const call = Uint8Array.of(0x12, 0x34, 0x56, 0x78);

async function started(
  executorVersion: 0 | 1,
  options: DevChainOptions = {},
): Promise<{ chain: ExecutedChain; contract: string }> {
  const chain = await ExecutedChain.start({ auth: true, executorVersion, ...options });
  const { contractAddress } = await chain.deployAnswer(42n, stranger);
  return { chain, contract: contractAddress };
}

const auth = (chain: ExecutedChain, signature: string, values: Parameters<ExecutedChain["send"]>[2], from: string) =>
  chain.send(contractAuth, signature, values, from, "int256");

describe.each([0, 1] as const)("permissions under executor %d", (executorVersion) => {
  it("let the committee say who may deploy", async () => {
    const { chain } = await started(executorVersion);
    const setType = "createSetDeployAuthTypeProposal(uint8,uint256)";
    const modify = "createModifyDeployAuthProposal(address,bool,uint256)";
    expect(await auth(chain, "setDeployAuthType(uint8)", [1n], admin)).toEqual([-50000n]);
    expect(await chain.send(committeeManager, setType, [1n, 9n], admin)).toEqual([1n, "execResult 0"]);
    expect(await chain.deployAnswer(1n, stranger)).toMatchObject({ status: 18, gasUsed: 0n });
    await chain.send(committeeManager, modify, [stranger, true, 9n], admin);
    expect(await chain.deployAnswer(1n, stranger)).toMatchObject({ status: 0 });
    expect(await chain.deployAnswer(1n, second)).toMatchObject({ status: 18 });
    await chain.send(committeeManager, setType, [2n, 9n], admin);
    await chain.send(committeeManager, modify, [second, false, 9n], admin);
    expect(await chain.deployAnswer(1n, second)).toMatchObject({ status: 18 });
    expect(await chain.deployAnswer(1n, admin)).toMatchObject({ status: 0 });
    expect(await chain.read(contractAuth, "hasDeployAuth(address)", [second], "bool")).toEqual([false]);
    expect(await chain.send(committeeManager, setType, [2n, 9n], admin)).toBe(
      "16 the current deploy auth type is the same as you want to set",
    );
  });

  it("let a contract's admin say who may call a function", async () => {
    const { chain, contract } = await started(executorVersion);
    const setType = "setMethodAuthType(address,bytes4,uint8)";
    const [open, close] = ["openMethodAuth(address,bytes4,address)", "closeMethodAuth(address,bytes4,address)"];
    expect(await chain.read(contractAuth, "getAdmin(address)", [contract], "address")).toEqual([stranger]);
    expect(await auth(chain, setType, [contract, selector, 1n], second)).toEqual([-50000n]);
    expect(await auth(chain, open, [contract, selector, second], stranger)).toEqual([-51003n]);
    expect(await auth(chain, setType, [contract, selector, 1n], stranger)).toEqual([0n]);
    const denied = await chain.run(contract, call, second);
    expect([denied.status, denied.gasUsed]).toEqual([18, 0n]);
    // the classic executor makes no request for a call that cannot write
    expect((await chain.run(contract, call, second, true)).status).toBe(executorVersion === 0 ? 0 : 18);
    await auth(chain, open, [contract, selector, second], stranger);
    expect((await chain.run(contract, call, second)).status).toBe(0);
    expect((await chain.run(contract, call, stranger)).status).toBe(18);
    await auth(chain, close, [contract, selector, second], stranger);
    expect((await chain.run(contract, call, second)).status).toBe(18);
    expect(
      await chain.read(contractAuth, "getMethodAuth(address,bytes4)", [contract, selector], "uint8,string[],string[]"),
    ).toEqual([1n, [], [second]]);
    // A white list without entries of the function's own is open as soon as another function has entries.
    const other = "\x99\x99\x99\x99";
    await auth(chain, setType, [contract, other, 1n], stranger);
    expect((await chain.run(contract, Uint8Array.of(0x99, 0x99, 0x99, 0x99), second)).status).toBe(0);
  });

  it("freeze an account from the next block on, for governors only", async () => {
    const { chain, contract } = await started(executorVersion);
    const set = (status: bigint, from = admin, account = second) =>
      chain.send(accountManager, "setAccountStatus(address,uint8)", [account, status], from, "int32");
    expect(await set(1n, stranger)).toEqual([-50000n]);
    expect(await set(1n, admin, contract)).toEqual([-51900n]);
    expect(await set(2n, admin, admin)).toBe("15 Should not set governor's status.");
    expect(await set(1n)).toEqual([0n]);
    expect((await chain.run(contract, call, second)).status).toBe(0);
    chain.number++;
    expect((await chain.run(contract, call, second)).status).toBe(22);
    await set(2n);
    chain.number++;
    expect((await chain.run(contract, call, second)).status).toBe(23);
    const words = executorVersion === 0 ? "Account already abolish, should not set any status." : "";
    expect(await set(0n)).toBe(`15 External call revert: ${words}`.trim());
  });
});

describe("freezing a contract", () => {
  const status = "setContractStatus(address,bool)";

  it("can be undone under the classic executor, until it is abolished", async () => {
    const { chain, contract } = await started(0);
    expect(await auth(chain, status, [contract, true], stranger)).toEqual([0n]);
    const frozen = await chain.run(contract, call, second);
    expect([frozen.status, bytesToHexDigits(frozen.output)]).toEqual([21, "12345678"]);
    expect(await chain.read(contractAuth, "contractAvailable(address)", [contract], "bool")).toEqual([false]);
    expect(await auth(chain, status, [contract, false], stranger)).toEqual([0n]);
    expect((await chain.run(contract, call, second)).status).toBe(0);
    const exact = "setContractStatus(address,uint8)";
    expect(await auth(chain, exact, [contract, 5n], stranger)).toBe(
      "15 External call revert: Unrecognized status type.",
    );
    expect(await auth(chain, exact, [contract, 2n], stranger)).toEqual([0n]);
    expect((await chain.run(contract, call, second)).status).toBe(24);
    expect(await auth(chain, status, [contract, false], stranger)).toBe(
      "15 External call revert: Contract already abolish, should not set any status.",
    );
  });

  it("is for ever under the baseline executor: questions about the contract come back unread", async () => {
    const { chain, contract } = await started(1, { nodeVersion: "3.16.4" });
    expect(await auth(chain, status, [contract, true], stranger)).toEqual([0n]);
    expect(await auth(chain, status, [contract, false], stranger)).toEqual([-50000n]);
    const question = encodeCall(chain.suite, "contractAvailable(address)", [contract]);
    expect((await chain.run(contractAuth, question, stranger)).output).toEqual(question);
    expect(await chain.read(contractAuth, "getAdmin(address)", [contract], "address")).toEqual(["0".repeat(40)]);
  });

  it("is for ever under the baseline executor since 3.17, too: there is no record of the contract then", async () => {
    const { chain, contract } = await started(1);
    const none = "15 Please check the existence of contract.";
    expect(await auth(chain, status, [contract, true], stranger)).toEqual([0n]);
    expect(await auth(chain, status, [contract, false], stranger)).toBe(none);
    expect(await chain.read(contractAuth, "contractAvailable(address)", [contract], "bool")).toBe(none);
    expect(await chain.read(contractAuth, "getAdmin(address)", [contract], "address")).toBe(none);
  });
});

describe("a chain without permissions", () => {
  it("asks nobody, but knows who made a contract", async () => {
    const chain = await ExecutedChain.start();
    const { contractAddress } = await chain.deployAnswer(42n, stranger);
    expect(await chain.read(contractAuth, "getAdmin(address)", [contractAddress], "address")).toEqual([stranger]);
    await auth(chain, "setContractStatus(address,bool)", [contractAddress, true], stranger);
    expect((await chain.run(contractAddress, call, second)).status).toBe(0);
    expect(await auth(chain, "initAuth(string)", [`0x${second}`], second)).toBe("15 Committee contract already exist.");
  });

  it("has permissions from the block after anybody switched them on", async () => {
    const chain = await ExecutedChain.start();
    const systemConfig = "1000".padStart(40, "0");
    const set = (key: string, value: string) =>
      chain.send(systemConfig, "setValueByKey(string,string)", [key, value], stranger, "int32");
    expect(await set("auth_check_status", "1")).toEqual([0n]);
    chain.number--;
    expect(await set("auth_check_status", "1")).toEqual([0n]);
    expect(await set("auth_check_status", "0")).toEqual([-50000n]);
  });

  it("of an old data version gets its committee when somebody asks for it", async () => {
    const chain = await ExecutedChain.start({ compatibilityVersion: "3.2.0", executorVersion: 0 });
    const systemConfig = "1000".padStart(40, "0");
    await chain.send(systemConfig, "setValueByKey(string,string)", ["compatibility_version", "3.6.0"], stranger);
    chain.number++;
    expect(await auth(chain, "initAuth(string)", [`0x${second}`], second)).toEqual([0n]);
    expect(await chain.read(committeeManager, "isGovernor(address)", [second], "bool")).toEqual([true]);
    expect(await auth(chain, "initAuth(string)", [`0x${second}`], second)).toBe("15 Committee contract already exist.");
  });
});
