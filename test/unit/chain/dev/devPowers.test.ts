import { describe, expect, it } from "vitest";
import { momentOf } from "../../../../src/chain/dev/devPowers";

/** Nothing is asked of a chain for these. */
const noChain = undefined as never;

describe("a moment as people write it", () => {
  it.each([
    ["real", null],
    ["1769904000000", 1_769_904_000_000],
    ["2026-11-30", Date.UTC(2026, 10, 30)],
    ["2026-11-30T12:00:00Z", Date.UTC(2026, 10, 30, 12)],
    ["2026-11-30T12:00:00.5+08:00", Date.UTC(2026, 10, 30, 4, 0, 0, 500)],
    ["2027-01-31T12:00", new Date(2027, 0, 31, 12).getTime()],
  ])("%s", async (text, at) => {
    expect(await momentOf(noChain, text)).toBe(at);
  });

  it.each(["2026-11-31", "2026-02-29T12:00:00Z", "2026-11-30T25:00", "2026-13-01", "soon", "2026-11-30 foo"])(
    "%s is none",
    async (text) => {
      await expect(momentOf(noChain, text)).rejects.toMatchObject({ code: "wrongMoment" });
    },
  );
});
