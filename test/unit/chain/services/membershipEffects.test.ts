import { describe, expect, it } from "vitest";
import { membershipEffect } from "../../../../src/chain/services/consensus/membershipEffects";

const voters = (weights: Readonly<Record<string, number>>) =>
  Object.entries(weights).map(([nodeId, weight]) => ({ nodeId, weight }));

describe("what a change of sealers does", () => {
  const four = voters({ a: 1, b: 1, c: 1, d: 1 });

  it("counts the faults that are borne before and after", () => {
    expect(membershipEffect(four, four.slice(1), [])).toEqual({
      sealers: 3,
      faultsBefore: 1,
      faultsAfter: 0,
      stops: false,
      missing: 0,
      heaviest: undefined,
    });
  });

  it("names the one sealer that the chain would depend on", () => {
    const heavy = voters({ a: 10, b: 1, c: 1, d: 1 });
    expect(membershipEffect(four, heavy, []).heaviest).toEqual({ nodeId: "a", weight: 10n, total: 13n });
    // It is so already, and weight 2 of 5 is more than a third while 2 of 8 is not.
    expect(membershipEffect(heavy, voters({ a: 11, b: 1, c: 1, d: 1 }), []).heaviest).toBeUndefined();
    expect(membershipEffect(four, voters({ a: 2, b: 1, c: 1, d: 1 }), []).heaviest).toMatchObject({ nodeId: "a" });
    expect(membershipEffect(four, voters({ a: 2, b: 2, c: 2, d: 1, e: 1 }), []).heaviest).toBeUndefined();
  });

  it("sees that a healthy sealer must not go while another is away", () => {
    expect(membershipEffect(four, four.slice(1), ["d"])).toMatchObject({ stops: true, missing: 1 });
    // The one that is away may go.
    expect(membershipEffect(four, four.slice(0, 3), ["d"])).toMatchObject({ stops: false, missing: 0 });
  });

  it("knows the last sealer", () => {
    expect(membershipEffect(voters({ a: 1 }), [], [])).toMatchObject({ sealers: 0, stops: true });
  });

  it("counts weights, not heads", () => {
    const heavy = voters({ a: 10, b: 1, c: 1, d: 1 });
    expect(membershipEffect(four, heavy, [])).toMatchObject({ faultsBefore: 1, faultsAfter: 0, stops: false });
    expect(membershipEffect(four, heavy, ["a"])).toMatchObject({ stops: true, missing: 1 });
    expect(membershipEffect(four, heavy, ["b", "c"])).toMatchObject({ stops: false, missing: 2 });
  });
});
