import { expect, test } from "vitest";
import type { CommitteeInfo } from "../../../../src/chain/services/governance/committee";
import { proposalWarnings } from "../../../../src/chain/services/governance/proposalWarnings";
import type { ProposalRequest } from "../../../../src/chain/services/governance/propose";
import { countVotes, countWithVote } from "../../../../src/chain/services/governance/voteCount";
import type { Address } from "../../../../src/crypto/bytes/hex";
import { account, committee } from "../../../support/committee";

const accounts = (indices: readonly number[]): Address[] => indices.map(account);

// The node's own cases: docs/protocol/governance-client.md, "Proposals".
test.each([
  [[1], 0, 0, [0], [], "passed"],
  [[1, 1, 2], 0, 0, [0], [], "passed"],
  [[1, 1, 2], 50, 60, [0], [], "open"],
  [[1, 1, 2], 50, 60, [0], [1], "denied"],
  [[1, 1, 2, 1], 60, 0, [0], [2], "passed"],
  [[1, 1, 2], 50, 60, [0, 2], [], "passed"],
  [[1, 1, 2], 50, 60, [0, 55], [], "open"],
] as const)(
  "weights %j, rates %i/%i: %j agree, %j against → %s",
  (weights, participates, win, agree, against, result) => {
    const votes = { agree: accounts(agree), against: accounts(against) };
    expect(countVotes(committee(weights, participates, win), votes).result).toBe(result);
  },
);

test("the arithmetic, and what one more vote would change", () => {
  const three = committee([3, 1, 1], 51, 51);
  const votes = { agree: accounts([1]), against: [] };
  expect(countVotes(three, votes)).toEqual({ total: 5, agree: 1, against: 0, quorum: 3, majority: 1, result: "open" });
  expect(countWithVote(three, votes, { account: account(0), agree: true }).result).toBe("passed");
  expect(countWithVote(three, votes, { account: account(0), agree: false }).result).toBe("denied");
});

test("what a proposal does beyond its meaning", () => {
  const codes = (info: CommitteeInfo, request: ProposalRequest, proposer = account(0)): string[] =>
    proposalWarnings(info, request, proposer).map(({ code }) => String(code));
  const strict = committee([1, 1, 1], 60, 60);
  const remove = (index: number): ProposalRequest => ({
    kind: "setGovernorWeight",
    account: account(index),
    weight: 0,
  });
  expect(codes(strict, remove(1))).toEqual(["everyoneNeeded"]);
  expect(codes(committee([1, 1, 1, 1], 60, 60), remove(1))).toEqual([]);
  expect(codes(committee([1, 1, 1, 1], 60, 60), remove(0))).toEqual(["removesItself"]);
  expect(codes(committee([1], 0, 0), remove(0))).toEqual(["lastGovernor", "passesAlone"]);
  expect(codes(strict, { kind: "setGovernorWeight", account: account(5), weight: 42_949_672 })).toEqual([
    "weightTooLarge",
  ]);
  const rates = (participatesRate: number, winRate: number): string[] =>
    codes(strict, { kind: "setRate", participatesRate, winRate });
  expect([rates(0, 0), rates(50, 0), rates(67, 51), rates(66, 51)]).toEqual([
    ["oneDecides"],
    ["minorityWins"],
    ["everyoneNeeded"],
    [],
  ]);
  expect(codes(strict, { kind: "setDeployAuthType", type: "whiteList" })).toEqual(["whiteListCloses"]);
  expect(codes(strict, { kind: "setDeployAuthType", type: "none" })).toEqual([]);
});

test("only a governor passes a proposal alone", () => {
  const request: ProposalRequest = { kind: "setSystemConfig", key: "tx_count_limit", value: "1500" };
  const codes = (info: CommitteeInfo, proposer: Address): string[] =>
    proposalWarnings(info, request, proposer).map(({ code }) => String(code));
  const governor = "0x00000000000000000000000000000000000000ab" as Address;
  const written = `0x${governor.slice(2).toUpperCase()}` as Address;
  const alone: CommitteeInfo = { ...committee([], 0, 0), governors: [{ address: governor, weight: 1 }] };
  expect(codes(alone, governor)).toEqual(["passesAlone"]);
  expect(codes(alone, written)).toEqual(["passesAlone"]);
  // Rates of 0 would let no one's vote pass: an account that is no governor proposes nothing at all.
  expect(codes(alone, account(7))).toEqual([]);
  const heavy = committee([6, 2, 2], 60, 60);
  expect([codes(heavy, account(0)), codes(heavy, account(1)), codes(heavy, account(9))]).toEqual([
    ["passesAlone"],
    [],
    [],
  ]);
});
