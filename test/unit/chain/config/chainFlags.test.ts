import { expect, it } from "vitest";
import { chainFlags } from "../../../../src/chain/config/chainFlags";
import { genesisFlags } from "../../../../src/devchain/precompiled/features";
import schema from "../../../../src/nodeConfig/schema/configGenesis.json";
import { versionNumber } from "../../../../src/text/versions";

interface Flag {
  readonly flag: string;
  readonly since: string;
}

/** Every flag that the schema names, at whatever depth. */
function flagsIn(value: unknown): Flag[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "flag" in value ? [value as Flag] : [];
  return [...own, ...Object.values(value).flatMap(flagsIn)];
}

it("flags are those that config.genesis takes, from the same release on, but for the line 3.2 that came before", () => {
  const [taken, known] = [
    new Map(flagsIn(schema).map(({ flag, since }) => [flag, since])),
    new Map(chainFlags.map(({ name, since }) => [name, since])),
  ];
  expect([...taken.keys()].sort()).toEqual([...known.keys()].sort());
  const other = [...known].filter(([name, since]) => taken.get(name) !== since);
  expect(other.map(([, since]) => since).every((since) => since.startsWith("3.2."))).toBe(true);
});

it("every correction that a data version brings is a flag", () => {
  const names = new Set(chainFlags.map(({ name }) => name));
  expect(genesisFlags(versionNumber("3.16.4")).filter((name) => !names.has(name))).toEqual([]);
});
