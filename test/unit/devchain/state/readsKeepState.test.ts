import { describe, expect, test } from "vitest";
import { bytesToHexDigits } from "../../../../src/crypto/bytes/hex";
import { encodeStateChanges } from "../../../../src/devchain/records/blockRecord";
import { ChainInProcess } from "../../../support/chainInProcess";
import { creationCode } from "../../../support/creationCode";

// Asking never changes the chain: calls, traces and transactions that fail leave the state as it was.

const from = `0x${"1a".repeat(20)}`;
const word = (value: number): string => `0x${value.toString(16).padStart(64, "0")}`;
const creation = (code: string): string => `0x${creationCode(code)}`;

async function start(executorVersion: 0 | 1) {
  const chain = await ChainInProcess.start({ executorVersion });
  const send = (to: string | undefined, data: string) =>
    chain.rpc<{ status: number; contractAddress: string; transactionHash: string }>("dev_sendTransaction", "", {
      from,
      ...(to ? { to } : {}),
      data,
    });
  return {
    chain,
    send,
    deploy: async (code: string) => (await send(undefined, creation(code))).contractAddress,
    call: (to: string, data: string) => chain.rpc<{ status: number; output: string }>("call", "group0", "", to, data),
    state: (): string => {
      const rows = [...chain.group().store.rows()].map((row) => bytesToHexDigits(encodeStateChanges([row])));
      return rows.sort().join("\n");
    },
  };
}

describe.each([0, 1] as const)("executor %i", (executor) => {
  // with input: slot 1 becomes empty and then 1 again; without: gives slot 1
  const flickers = "36156011576000600155600160015500005b60015460005260206000f3";

  test("a slot that a call empties and writes again keeps its value", async () => {
    const { chain, send, deploy, call, state } = await start(executor);
    const at = await deploy(flickers);
    expect((await send(at, "0x01")).status).toBe(0);
    const before = state();
    await call(at, "0x01");
    expect(state()).toBe(before);
    expect((await call(at, "0x")).output).toBe(word(1));
    chain.close();
  });

  test("the same within a transaction whose message fails, and in a transaction that fails", async () => {
    const { chain, send, deploy, call, state } = await start(executor);
    // without input slot 1 becomes 7; with input it becomes empty, then 1, and all is taken back
    const fails = await deploy("36156014576000600155600160015560006000fd5b600760015500");
    expect((await send(fails, "0x")).status).toBe(0);
    const before = state();
    expect((await send(fails, "0x01")).status).toBe(16);
    expect(state()).toBe(before);
    expect((await call(fails, "0x01")).status).not.toBe(0);
    expect(state()).toBe(before);
    chain.close();
  });

  test("a trace of a contract's destruction destroys nothing", async () => {
    const { chain, send, deploy, state } = await start(executor);
    // with input it is destroyed
    const at = await deploy("36600557005b33ff");
    const snapshot = await chain.rpc<string>("dev_snapshot", "");
    const { transactionHash } = await send(at, "0x01");
    await chain.rpc("dev_traceTransaction", "", transactionHash, {});
    await chain.rpc("dev_revert", "", snapshot);
    const before = state();
    await chain.rpc("dev_mine", "", 1);
    expect(state()).toBe(before);
    expect((await send(at, "0x")).status).toBe(0);
    chain.close();
  });
});
