// What is frozen or abolished is answered with the call itself: a function's selector is no error of the contract.
import { describe, expect, it } from "vitest";
import { requireSuccess } from "../../../../src/chain/services/contract/requireSuccess";
import { reasonOf } from "../../../../src/chain/services/contract/revertOf";
import type { ChainSession } from "../../../../src/chain/session";
import type { Hex } from "../../../../src/crypto/bytes/hex";
import { standardSuite } from "../../../../src/crypto/suites";

const session = { suite: standardSuite } as ChainSession;
const totalSupply: Hex = "0x18160ddd";
const withWord: Hex = `0x70a08231${"00".repeat(31)}07`;
const error: Hex = `0x08c379a0${"20".padStart(64, "0")}${"2".padStart(64, "0")}${"6869".padEnd(64, "0")}`;

describe.each([21, 22, 23, 24])("status %s", (status) => {
  it.each([totalSupply, withWord])("has no reason in %s, and a known one stays", async (output) => {
    expect(await reasonOf(session, { status, output })).toBeUndefined();
    expect(await reasonOf(session, { status, output: error })).toBe("hi");
    const receipt = { status, output, message: "", transactionHash: "0x", blockNumber: 1 } as never;
    const thrown = await requireSuccess(session, receipt).catch((cause: unknown) => cause);
    expect(thrown).toMatchObject({ kind: "execution", code: status });
    expect(String(thrown)).not.toContain("0x18160ddd");
    expect((thrown as { nodeMessage?: string }).nodeMessage).toBeUndefined();
  });
});

it("another failure with the same bytes may be an error that no ABI names", async () => {
  const lenient = { ...session, otherAbis: async () => [], client: undefined } as never;
  expect(await reasonOf(lenient, { status: 16, output: withWord })).toContain("0x70a08231");
});
