import type { CommitteeInfo } from "../../src/chain/services/governance/committee";
import type { Address } from "../../src/crypto/bytes/hex";

export const account = (index: number): Address => `0x${String(index).padStart(40, "a")}`;

/** A committee of the accounts 0, 1, … with these weights; the rates in percent. */
export function committee(weights: readonly number[], participatesRate: number, winRate: number): CommitteeInfo {
  const governors = weights.map((weight, index) => ({ address: account(index), weight }));
  return { governors, participatesRate, winRate, committee: account(98), proposalManager: account(99) };
}
