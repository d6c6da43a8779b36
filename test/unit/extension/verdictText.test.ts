import { expect, it } from "vitest";
import { broken, type Link, proven, unproven, verdictOf } from "../../../src/chain/verification/link";
import { senderText, verdictText } from "../../../src/pages/records/verdictText";

it("quotes a node on one line, without anything that steers a screen, and not without end", () => {
  const evil = `x\u001b]0;y\u0007\n\u202e${"z".repeat(5000)}`;
  const { summary, links, uncovered } = verdictText(
    verdictOf([proven("hash", "hashMatches"), broken("members", "memberDiffers", { member: evil })], [evil]),
  );
  for (const text of [summary, uncovered, ...links.map(({ reason }) => reason)]) {
    expect(text).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(text.length).toBeLessThan(700);
  }
  expect(summary).toMatch(/^Not correct as shown\. Content: /);
});

it("tells contained from false and from unproven", () => {
  const outcome = (...links: Link[]) => verdictText(verdictOf([proven("hash", "hashMatches"), ...links], []));
  const elsewhere = unproven("leaf", "otherPlace");
  expect(outcome(elsewhere)).toMatchObject({ verified: false, outcome: "contained" });
  expect(outcome(elsewhere).summary).toMatch(/^In the block, but not proven to be this transaction's\. /);
  expect(outcome(elsewhere, unproven("sealers", "noTrust")).outcome).toBe("unproven");
  expect(outcome(elsewhere, broken("root", "rootDiffers")).summary).toMatch(/^Not correct as shown\. /);
});

it("says verified only where every link holds", () => {
  expect(verdictText(verdictOf([proven("hash", "hashMatches")], [])).summary).toBe(
    "Verified without trusting the node",
  );
  expect(verdictText(verdictOf([], [])).verified).toBe(false);
});

it("says of a sender whom no hash names that the chain doesn't prove him, with a tick beside the rest", () => {
  const apart = [unproven("sender", "senderUncommitted", { sender: "0xab" })];
  const verdict = verdictOf([proven("hash", "hashMatches")], ["from"], apart);
  const { summary, verified, links } = verdictText(verdict);
  expect([verified, summary]).toEqual([true, "Verified without trusting the node, except for the sender"]);
  expect(links.at(-1)).toMatchObject({ name: "Sender", state: "unproven" });
  expect(senderText("0xab", verdict)).toBe("0xab  (not proven by the chain)");
  const covered = verdictOf([proven("sender", "senderRecovered")], []);
  expect(senderText("0xab", covered)).toBe("0xab");
  expect(senderText("0xab", verdictOf([...covered.links, unproven("sealers", "noTrust")], []))).not.toBe("0xab");
});
