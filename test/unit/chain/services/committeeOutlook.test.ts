import fc from "fast-check";
import { expect, test } from "vitest";
import { committeeAfter, committeeOutlook } from "../../../../src/chain/services/governance/committeeOutlook";
import { proposalWarnings } from "../../../../src/chain/services/governance/proposalWarnings";
import type { ProposalRequest } from "../../../../src/chain/services/governance/propose";
import { countVotes } from "../../../../src/chain/services/governance/voteCount";
import type { Address } from "../../../../src/crypto/bytes/hex";
import { account, committee } from "../../../support/committee";

test("a heavy member whose key no one holds locks the committee out", () => {
  const before = committee([1], 51, 60);
  const request: ProposalRequest = { kind: "setGovernorWeight", account: account(7), weight: 100 };
  const [warning] = proposalWarnings(before, request, account(0), [account(0)]);
  expect(warning?.code).toBe("committeeLockedOut");
  expect(warning?.details).toMatchObject({ needed: 52, total: 101, able: 1, accounts: account(7) });
  // Once it has voted it is no stranger, yet nothing passes without it, and its own vote is enough.
  const codes = proposalWarnings(before, request, account(0), [account(0), account(7)]).map(({ code }) => code);
  expect(codes).toEqual(["decidesAlone", "everyoneNeeded", "passesAlone"]);
});

test("a lock-out names what suffices", () => {
  const first = (weights: number[], rate: number) => {
    const request: ProposalRequest = { kind: "setRate", participatesRate: rate, winRate: 60 };
    const [warning] = proposalWarnings(committee(weights, 1, 60), request, account(0), [account(0)]);
    return warning;
  };
  expect(first([1, 1, 1], 60)).toMatchObject({
    code: "committeeNeedsOneOf",
    message: expect.stringMatching(/without one of 0x\w{40}, 0x\w{40}\.$/),
  });
  expect(first([1, 1, 1], 100)?.code).toBe("committeeLockedOut");
  expect(first([1, 1, 1, 1], 70)).toMatchObject({
    code: "committeeNeedsSomeOf",
    details: { missing: 2, needed: 3, able: 1 },
  });
});

test("a participation rate of 0 alone lets one member decide", () => {
  const codes = proposalWarnings(
    committee([1, 1, 1], 51, 60),
    { kind: "setRate", participatesRate: 0, winRate: 60 },
    account(0),
  );
  expect(codes.map(({ code }) => code)).toEqual(["oneDecides"]);
});

test("what is so already is not said again", () => {
  const before = committee([5, 1, 1], 60, 60);
  const request: ProposalRequest = { kind: "setGovernorWeight", account: account(1), weight: 2 };
  expect(proposalWarnings(before, request, account(1)).map(({ code }) => code)).toEqual([]);
});

test("an executed proposal changes members, weights and rates, and nothing else does", () => {
  const before = committee([1, 2], 10, 20);
  const weigh = (index: number, weight: number): readonly number[] =>
    committeeAfter(before, {
      kind: "setGovernorWeight",
      account: account(index).toUpperCase().replace("0X", "0x"),
      weight,
    }).governors.map((governor) => governor.weight);
  expect([weigh(0, 0), weigh(1, 7), weigh(2, 3)]).toEqual([[2], [1, 7], [1, 2, 3]]);
  expect(committeeAfter(before, { kind: "setRate", participatesRate: 5, winRate: 6 })).toMatchObject({
    participatesRate: 5,
    winRate: 6,
  });
  expect(committeeAfter(before, { kind: "removeNode", nodeId: "" })).toBe(before);
});

test("the outlook agrees with the count of every order of votes", () => {
  const weights = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 });
  const rate = fc.integer({ min: 0, max: 100 });
  fc.assert(
    fc.property(weights, rate, rate, fc.infiniteStream(fc.boolean()), (list, participates, win, able) => {
      const rules = committee(list, participates, win);
      const voters = rules.governors.map(({ address }) => address).filter(() => able.next().value);
      const passed = (agree: readonly Address[]): boolean =>
        countVotes(rules, { agree, against: [] }).result === "passed";
      const outlook = committeeOutlook(rules, voters);
      expect(outlook.canPass).toBe(voters.length > 0 && passed(voters));
      for (const { address } of rules.governors) {
        expect(outlook.passAlone.some((governor) => governor.address === address)).toBe(passed([address]));
        const others = rules.governors.map((governor) => governor.address).filter((other) => other !== address);
        if (others.length > 0)
          expect(outlook.blockAlone.some((governor) => governor.address === address)).toBe(!passed(others));
      }
    }),
    { numRuns: 500 },
  );
});

test("weights that do not fit into 32 bits are no way out", () => {
  const half = 30_000_000;
  expect(committeeOutlook(committee([half, half], 60, 50)).canPass).toBe(false);
  expect(committeeOutlook(committee([half, half], 50, 50)).canPass).toBe(true);
  // Two of three fit, all three do not.
  expect(committeeOutlook(committee([20_000_000, 20_000_000, 20_000_000], 60, 50)).canPass).toBe(true);
});
