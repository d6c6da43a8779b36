import { describe, expect, it } from "vitest";
import { findLogPhrases } from "../../../src/errors/logPhrases";

describe("words of a node's log", () => {
  it.each([
    ["error|2026-01-02 10:11:12.123|[P2PService]NodeID is not in certificate whitelist,nodeID=04ab", /whitelist/],
    ["[Service][illegal nodeID],value=0x12", /access list/],
    ["Get block failed with errors!", /have a block with this number/],
    ["error, start block is not equal to archived block, 5 != 3", /didn't|doesn't begin/],
  ])("explains %s", (line, meaning) => {
    const [phrase, ...others] = findLogPhrases(line);
    expect(others).toEqual([]);
    expect(phrase?.meaning.en).toMatch(meaning);
    expect(line).toContain(phrase?.found);
    expect(phrase?.meaning.zh).toMatch(/[\u4e00-\u9fff]/);
    expect(phrase?.advice.zh).toMatch(/[\u4e00-\u9fff]/);
  });

  it("finds nothing in an ordinary line", () => {
    expect(findLogPhrases("info|2026-01-02 10:11:12.123|[Report]sealed block,number=12")).toEqual([]);
  });
});
