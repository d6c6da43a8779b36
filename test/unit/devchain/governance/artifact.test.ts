import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import committeeManager from "../../../../src/devchain/governance/committeeManager.json";

const contracts = join(import.meta.dirname, "../../../../src/devchain/governance/contracts");

describe("the compiled governance contracts", () => {
  it("were compiled from the sources that are here", () => {
    const hash = createHash("sha256");
    for (const name of readdirSync(contracts).sort()) {
      hash.update(`${name}\n${readFileSync(join(contracts, name), "utf8")}\n`);
    }
    expect(hash.digest("hex")).toBe(committeeManager.sources);
  });

  it("exist for both kinds of chain", () => {
    expect(committeeManager.standard).toMatch(/^[0-9a-f]{10000,}$/);
    expect(committeeManager.sm).toMatch(/^[0-9a-f]{10000,}$/);
    // The hash of the answer's event under each suite.
    expect(committeeManager.standard).toContain("7251e13f6f51fdfe60094817f80310366d2e1148fe8a46cb475b582d35bfdea8");
    expect(committeeManager.sm).toContain("406818d541a0d6840b3ed377d6be620edc0ffdb3912d08690fca6715d1451222");
    // And the selector of Error(string), 0x08c379a0 and 0xc703cb12, as the optimizer writes it: without its zeros, and shifted.
    expect(committeeManager.standard).toContain("62461bcd60e51b");
    expect(committeeManager.sm).toContain("636381e58960e11b");
    expect(committeeManager.sm).not.toContain("461bcd60e51b");
  });
});
