import { describe, expect, it } from "vitest";
import { settlementTrial } from "../../../support/settlementTrial";

// `test/bench/settlement.ts` does 5,000
describe("verdicts behind a path with faults", () => {
  it.each([
    [8, 1, 1],
    [2, 4, 4],
    [3, 4, 2],
  ])("are never wrong with seed %i, %i sealers, %i of them reachable", async (seed, sealers, reachable) => {
    const { wrong, verdicts, later, late } = await settlementTrial(seed, 150, { sealers, reachable });
    expect(wrong).toEqual([]);
    // How many are known at once depends on the machine.
    expect((verdicts["inBlock"] ?? 0) + (later["inBlock"] ?? 0)).toBeGreaterThan(75);
    expect(verdicts["unknown"]).toBeGreaterThan(0);
    // Where every sealer can be asked, the rest is proven once the path is whole again.
    if (reachable === sealers) expect(later["expired"]).toBeGreaterThan(0);
    else expect(later["expired"]).toBeUndefined();
    expect(late).toBeGreaterThan(0);
  });
});
