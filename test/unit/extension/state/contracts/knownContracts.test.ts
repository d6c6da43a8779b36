import { expect, it } from "vitest";
import type { ChainGroup } from "../../../../../src/extension/state/connections/chainGroup";
import { KnownContracts } from "../../../../../src/extension/state/contracts/knownContracts";

function rememberingMemory() {
  const held: Record<string, unknown> = {};
  return {
    keys: () => Object.keys(held),
    get: (key: string, otherwise?: unknown) => held[key] ?? otherwise,
    update: async (key: string, value: unknown) => {
      held[key] = value;
    },
  };
}

const groupOf = (chainKey: string): ChainGroup => ({ chainKey }) as ChainGroup;
const address = (number: number): `0x${string}` => `0x${number.toString(16).padStart(40, "0")}`;
const megabytes = (count: number): string => "x".repeat(count * 1024 * 1024);

it("what has no place goes: of chains that were left alone the longest, then what was remembered first", async () => {
  const contracts = new KnownContracts(rememberingMemory() as never);
  const [old, middle, current] = [groupOf("old"), groupOf("middle"), groupOf("current")];
  const names = (group: ChainGroup): string[] => contracts.list(group).map(({ name }) => name);
  let next = 0;
  const remember = (group: ChainGroup, name: string, size: number): Promise<void> =>
    contracts.remember(group, { address: address(++next), name, abi: megabytes(size) });
  await remember(old, "a", 2);
  await remember(middle, "b", 2);
  await remember(old, "c", 1); // so that the other one is left alone the longest
  await remember(current, "d", 2);
  expect([names(old), names(middle), names(current)]).toEqual([["c", "a"], ["b"], ["d"]]);
  await remember(current, "e", 2);
  expect([names(old), names(middle), names(current)]).toEqual([["c", "a"], [], ["e", "d"]]);
  await remember(current, "f", 2);
  expect([names(old), names(current)]).toEqual([["c"], ["f", "e", "d"]]);
  await remember(current, "g", 20);
  expect([names(old), names(current)]).toEqual([[], ["g"]]);
});
