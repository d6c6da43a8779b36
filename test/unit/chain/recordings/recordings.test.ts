import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { nodeMethods } from "../../../../src/chain/rpc/methodTable";
import { checkFolder } from "../../../../tools/recordings/checkFolder";
import { decodeExchange, findExchanges } from "../../../../tools/recordings/exchange";
import { Tally } from "../../../../tools/recordings/tally";

const folder = join(import.meta.dirname, "../../../fixtures/recordings");

describe("recordings of a running node", () => {
  it.each(["air4", "sm1"])("of %s decode and verify", async (chain) => {
    const tally = new Tally();
    await checkFolder(join(folder, chain), tally);
    expect(tally.lines(3).filter((line) => line.startsWith("  "))).toEqual([]);
    expect(tally.empty).toBe(false);
  });

  it("cover every method of the node but those that say so", async () => {
    const tally = new Tally();
    await checkFolder(join(folder, "air4"), tally);
    const headings = tally.lines(0).map((line) => line.split(":")[0]);
    const without = nodeMethods.filter(({ name }) => !headings.includes(name));
    expect(without).toEqual(nodeMethods.filter(({ unrecorded }) => unrecorded));
  });

  it("are refused when a member is missing or of another type", async () => {
    const text = readFileSync(join(folder, "air4/transactions.json"), "utf8");
    const damaged = [
      text.replaceAll('\\"gasUsed\\":', '\\"gas\\":'),
      text.replaceAll('\\"status\\":0', '\\"status\\":\\"0\\"'),
      text.replaceAll('\\"stateRoot\\":\\"0x', '\\"stateRoot\\":\\"'),
    ];
    for (const each of damaged) {
      const exchanges = findExchanges(JSON.parse(each), "damaged");
      const problems = (await Promise.all(exchanges.map(decodeExchange))).flat().filter(({ problem }) => problem);
      expect(problems.length).toBeGreaterThan(5);
      expect(problems[0]?.problem).toMatch(/unexpected form at result\.\w+/);
    }
  });
});
