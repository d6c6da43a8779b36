import { describe, expect, it } from "vitest";
import { readPin, requirePinned, requireStillPinned, writePin } from "../../../src/chain/profile/chainPin";
import type { ChainError } from "../../../src/errors/chainError";
import { LyingChain } from "../../support/lyingChain";

const hash = `0x${"ab".repeat(32)}`;
const nodeId = "cd".repeat(64);
const whole = { chainId: "mine", groups: { group0: { genesisHash: hash, sealers: { [nodeId]: 3 }, atBlock: 7 } } };

const codeOf = (run: () => unknown): unknown => {
  try {
    run();
  } catch (error) {
    return (error as ChainError).code;
  }
  return "nothing thrown";
};

describe("the pin of a connection", () => {
  it("is written as it is read", () => {
    const pin = readPin("shop", whole);
    expect(pin && writePin(pin)).toEqual(whole);
    expect(pin?.groups.get("group0")?.sealers).toEqual([{ nodeId, weight: 3n }]);
    expect(readPin("shop", undefined)).toBeUndefined();
  });

  it.each([
    null,
    "mine",
    [],
    {},
    { chainId: "" },
    { chainId: 7 },
    { chainId: "mine", groups: [] },
    { chainId: "mine", groups: { group0: "x" } },
    { chainId: "mine", groups: { group0: { genesisHash: "0x12" } } },
    { chainId: "mine", groups: { group0: { genesisHash: 5 } } },
    { chainId: "mine", groups: { group0: { sealers: { [nodeId]: 0 } } } },
    { chainId: "mine", groups: { group0: { sealers: { abc: 1 } } } },
    { chainId: "mine", groups: { group0: { sealers: {} } } },
    { chainId: "mine", groups: { group0: { atBlock: -1 } } },
  ])("that cannot be read is refused, not forgotten: %j", (value) => {
    expect(codeOf(() => readPin("shop", value))).toBe("pinInvalid");
  });

  it("refuses another chain ID and another genesis block", () => {
    const pin = readPin("shop", whole);
    const right = { chainId: "mine", groupId: "group0", genesisHash: hash.toUpperCase().replace("0X", "0x") };
    expect(codeOf(() => requirePinned("shop", pin, right))).toBe("nothing thrown");
    expect(codeOf(() => requirePinned("shop", undefined, { ...right, chainId: "other" }))).toBe("nothing thrown");
    expect(codeOf(() => requirePinned("shop", pin, { ...right, chainId: "other" }))).toBe("pinMismatch");
    expect(codeOf(() => requirePinned("shop", pin, { ...right, genesisHash: `0x${"00".repeat(32)}` }))).toBe(
      "pinMismatch",
    );
  });

  it("is asked for again, because behind an address may stand another chain by now", async () => {
    const chain = await LyingChain.start();
    const { genesisHash } = await chain.trust();
    const pin = readPin("shop", { chainId: chain.session.chainId, groups: { group0: { genesisHash } } });
    await requireStillPinned("shop", pin, chain.session);
    const other = await LyingChain.start({ seed: "another" });
    await expect(requireStillPinned("shop", pin, other.session)).rejects.toMatchObject({ code: "pinMismatch" });
    const lie = chain.lying(
      (method, _, honest) => (method === "getGroupInfo" ? { ...(honest as object), chainID: "chain1" } : honest),
      () => requireStillPinned("shop", pin, chain.session),
    );
    await expect(lie).rejects.toMatchObject({ code: "pinMismatch" });
    chain.close();
    other.close();
  });
});
