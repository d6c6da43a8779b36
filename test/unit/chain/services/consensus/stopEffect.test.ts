import { describe, expect, it } from "vitest";
import { stopEffect } from "../../../../../src/chain/services/consensus/membershipEffects";

const id = (digit: string): string => digit.repeat(128);
const four = ["a", "b", "c", "d"].map((digit) => ({ nodeId: id(digit), weight: 1 }));

describe("what is left of a group when nodes are stopped", () => {
  it("goes on without one of four, and not without two", () => {
    expect(stopEffect(four, [], [id("A")])).toMatchObject({ sealers: 1, remaining: 3n, needed: 3n, stops: false });
    expect(stopEffect(four, [], [id("a"), id("b")])).toMatchObject({ sealers: 2, remaining: 2n, stops: true });
  });

  it("counts those that are gone already", () => {
    expect(stopEffect(four, [id("d")], [id("a")])).toMatchObject({ remaining: 2n, stops: true });
    expect(stopEffect(four, [id("d")], [id("d")])).toMatchObject({ remaining: 3n, stops: false });
    expect(stopEffect(four, [id("d"), id("c")], [id("a")]).stops).toBe(false);
  });

  it("weighs, and leaves observers out", () => {
    const heavy = [{ nodeId: id("a"), weight: 5n }, ...four.slice(1)];
    expect(stopEffect(heavy, [], [id("a")])).toMatchObject({ remaining: 3n, needed: 6n, total: 8n, stops: true });
    expect(stopEffect(heavy, [], [id("e")])).toMatchObject({ sealers: 0, remaining: 8n, stops: false });
  });
});
