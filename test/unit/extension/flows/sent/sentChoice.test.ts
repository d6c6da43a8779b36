import { describe, expect, it } from "vitest";
import { sentChoice } from "../../../../../src/extension/flows/sent/askSent";
import type { SentOutcome, SentTransaction } from "../../../../../src/extension/state/history/sentTransactions";

const sent = (outcome: SentOutcome): SentTransaction =>
  ({
    title: "Send Coin.mint",
    hash: "0x12",
    time: 1,
    from: "0xab",
    call: "mint(1)",
    outcome,
  }) as unknown as SentTransaction;

describe("a transaction to choose", () => {
  it.each([
    [{ kind: "done", block: 3, status: 0 } as SentOutcome, "$(pass) Send Coin.mint", "mint(1) · block 3 · "],
    [
      { kind: "done", block: 3, status: 16 } as SentOutcome,
      "$(error) Send Coin.mint",
      "mint(1) · failed in block 3 (16) · ",
    ],
    [{ kind: "open" } as SentOutcome, "$(watch) Send Coin.mint", "mint(1) · no result yet · "],
  ])("says what came of it: %j", (outcome, label, description) => {
    const choice = sentChoice(sent(outcome));
    expect(choice.label).toBe(label);
    expect(choice.description).toContain(description);
  });
});
