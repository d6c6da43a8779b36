import { describe, expect, it } from "vitest";
import { followCall } from "../../../../src/chain/evm/forwarding";
import { hexToBytes } from "../../../../src/crypto/bytes/hex";
import { cryptoSuite } from "../../../../src/crypto/suites";
import { seededNumbers } from "../../../support/seededNumbers";

const { hash } = cryptoSuite("standard");
const unknown = hexToBytes("0x9e3b70c500000000");
const follow = (code: string, data = unknown) => followCall(hexToBytes(`0x${code.replaceAll(" ", "")}`), data, hash);

/** CALLDATACOPY of everything, and what DELEGATECALL takes before the address. */
const whole = "36 6000 6000 37 6000 6000 36 6000";
const passed = "5a f4 00";

describe("followCall", () => {
  it("finds the address in the code, in a word of storage, and in what another contract answers", () => {
    const target = "11".repeat(20);
    expect(follow(`${whole} 73${target} ${passed}`)).toEqual({
      kind: "forwards",
      to: { kind: "constant", address: BigInt(`0x${target}`) },
    });
    expect(follow(`${whole} 6007 54 6008 1c ${passed}`)).toEqual({
      kind: "forwards",
      to: { kind: "slot", slot: 7n, shift: 8 },
    });
    const asking = `635c60da1b 60e0 1b 6000 52 6020 6000 6004 6000 73${target} 5a fa 50 6000 51`;
    expect(follow(`${asking} ${whole} 84 ${passed}`)).toEqual({
      kind: "forwards",
      to: { kind: "answer", of: { kind: "constant", address: BigInt(`0x${target}`) }, data: "0x5c60da1b" },
    });
  });

  it("goes both ways where storage decides, and ends what has no end", () => {
    // a flag of storage
    const flagged = `6001 54 60ff 16 600b 57 00 00 5b`;
    expect(follow(`${flagged} 00`).kind).toBe("ends");
    expect(follow(`${flagged} ${whole} 6002 54 ${passed}`)).toEqual({
      kind: "forwards",
      to: { kind: "slot", slot: 2n, shift: 0 },
    });
    expect(follow("5b 6000 56").kind).toBe("unclear");
    const forks = "6001 54 60ff 16 6000 57";
    expect(follow(`5b ${forks} 6000 56`).kind).toBe("unclear");
  });

  it("doesn't take for it what a contract runs for itself, nor what it only returns", () => {
    // call data of its own
    expect(follow(`63aabbccdd 60e0 1b 6000 52 6000 6000 6004 6000 6000 54 ${passed}`).kind).toBe("ends");
    expect(follow("6000 54 6000 52 6020 6000 f3")).toEqual({
      kind: "returns",
      value: { kind: "slot", slot: 0n, shift: 0 },
    });
    // a word of a mapping is told apart by its key
    expect(follow(`6000 6000 52 6040 6000 20 54 6000 52 6020 6000 f3`)).toMatchObject({ value: { kind: "slot" } });
  });

  it("anyone's bytes neither throw nor last", () => {
    const below = seededNumbers(7);
    for (let n = 0; n < 300; n++) {
      const code = Uint8Array.from({ length: 400 }, () => below(256));
      const begun = performance.now();
      expect(["forwards", "returns", "ends", "unclear"]).toContain(followCall(code, unknown, hash).kind);
      expect(performance.now() - begun).toBeLessThan(2000);
    }
    // memory at its limit, again and again
    expect(follow("5b 6001 61ffff 52 6000 56").kind).toBe("unclear");
  });
});
