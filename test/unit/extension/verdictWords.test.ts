import { expect, it } from "vitest";
import { broken, proven, verdictOf } from "../../../src/chain/verification/link";
import { verdictWords } from "../../../src/extension/flows/verification/verdictWords";

it("quotes a node on one line, without anything that steers a screen, and not without end", () => {
  const evil = `x\u001b]0;y\u0007\n\u202e${"z".repeat(5000)}`;
  const { summary, links, uncovered } = verdictWords(
    verdictOf([proven("hash", "hashMatches"), broken("members", "memberDiffers", { member: evil })], [evil]),
  );
  for (const text of [summary, uncovered, ...links.map(({ reason }) => reason)]) {
    expect(text).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(text.length).toBeLessThan(700);
  }
  expect(summary).toMatch(/^Not correct as shown\. Content: /);
});

it("says verified only where every link holds", () => {
  expect(verdictWords(verdictOf([proven("hash", "hashMatches")], [])).summary).toBe(
    "Verified without trusting the node",
  );
  expect(verdictWords(verdictOf([], [])).verified).toBe(false);
});
