import { expect, test } from "vitest";
import { contractInterface } from "../../../../src/chain/abi/contractInterface";
import type { AbiSource } from "../../../../src/chain/abi/knownErrors";
import { signatureHash } from "../../../../src/chain/abi/selector";
import { EventNames } from "../../../../src/chain/services/contract/eventNames";
import { smSuite, standardSuite } from "../../../../src/crypto/suites";

// A proxy emits what the code behind it declares: events are named by every ABI that is known.

const event = (name: string, types: readonly string[], indexed: number, more: object = {}) => ({
  type: "event",
  name,
  inputs: types.map((type, i) => ({ name: `p${i}`, type, indexed: i < indexed })),
  ...more,
});
const logic = [
  event("Stored", ["address", "uint256"], 1),
  { type: "function", name: "store", inputs: [], outputs: [] },
];
const proxy = [event("Upgraded", ["address"], 1)];
const word = (value: bigint | string): string =>
  (typeof value === "string" ? value : value.toString(16)).padStart(64, "0");
const user = "ab".repeat(20);
const topicOf = (abi: readonly unknown[], suite = standardSuite): string =>
  contractInterface(abi, suite).events[0]?.topic ?? "";
const logOf = (suite = standardSuite) => ({
  topics: [topicOf(logic, suite), `0x${word(user)}`],
  data: `0x${word(7n)}`,
});

test("an event that the proxy's ABI lacks has the name that the logic's ABI gives it", async () => {
  for (const suite of [standardSuite, smSuite]) {
    let asked = 0;
    const otherAbis = async (): Promise<readonly AbiSource[]> => {
      asked++;
      return [
        JSON.stringify(proxy),
        "no ABI",
        '{"event": "neither"}',
        [{ type: "event", name: 5 }],
        JSON.stringify(logic),
      ];
    };
    const names = new EventNames({ suite, otherAbis });
    const own = contractInterface(proxy, suite);
    // known by the proxy itself, or by no one asked yet
    const upgraded = { topics: [topicOf(proxy, suite), `0x${word(user)}`], data: "0x" };
    expect((await names.decode(upgraded, own))?.name).toBe("Upgraded");
    expect(asked).toBe(0);
    const found = await names.decode(logOf(suite), own);
    expect([found?.name, found?.arguments.map(({ value }) => String(value))]).toEqual(["Stored", [`0x${user}`, "7"]]);
    expect((await names.decode(logOf(suite)))?.name).toBe("Stored");
    expect(asked).toBe(1);
  }
});

test("what nobody declares stays unknown, and anonymous events of others name nothing", async () => {
  const anonymous = [event("Anything", ["uint256"], 0, { anonymous: true })];
  const otherwise = [event("Stored", ["address", "uint256"], 2)];
  const otherAbis = async () => [anonymous, otherwise];
  const names = new EventNames({ suite: standardSuite, otherAbis });
  expect(await names.decode({ topics: [`0x${word(1n)}`], data: `0x${word(1n)}` })).toBeUndefined();
  expect(await names.decode({ topics: [], data: `0x${word(1n)}` })).toBeUndefined();
  // the same topic with other indexed parameters
  expect(await names.decode(logOf())).toBeUndefined();
  const failing = new EventNames({ suite: standardSuite, otherAbis: () => Promise.reject(new Error("gone")) });
  expect(await failing.decode(logOf())).toBeUndefined();
  expect(await new EventNames({ suite: standardSuite }).decode(logOf())).toBeUndefined();
});

test("events of the usual standards have their names where no ABI has them: libraries emit them", async () => {
  const names = new EventNames({ suite: standardSuite });
  const moved = {
    topics: [signatureHash(standardSuite, "OwnershipTransferred(address,address)"), `0x${word(0n)}`, `0x${word(7n)}`],
  };
  expect((await names.decode({ ...moved, data: "0x" }))?.name).toBe("OwnershipTransferred");
  const cut = signatureHash(standardSuite, "DiamondCut((address,uint8,bytes4[])[],address,bytes)");
  const data = [0x60n, 0n, 0x80n, 0n, 0n].map(word).join("");
  expect((await names.decode({ topics: [cut], data: `0x${data}` }))?.arguments.map(({ name }) => name)).toEqual([
    "diamondCut",
    "init",
    "data",
  ]);
});
