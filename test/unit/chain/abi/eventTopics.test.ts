import { expect, it } from "vitest";
import { contractInterface } from "../../../../src/chain/abi/contractInterface";
import { eventTopics } from "../../../../src/chain/abi/eventTopics";
import { bytesToHex } from "../../../../src/crypto/bytes/hex";
import { smSuite, standardSuite } from "../../../../src/crypto/suites";

const input = (name: string, type: string, indexed = true) => ({ name, type, indexed });
const abi = [
  {
    type: "event",
    name: "Moved",
    inputs: [input("from", "address"), input("id", "int64"), input("note", "string"), input("sum", "uint256", false)],
  },
  { type: "event", name: "Listed", inputs: [input("ids", "uint256[]")] },
  { type: "event", name: "Bare", anonymous: true, inputs: [input("ok", "bool")] },
];
const { events } = contractInterface(abi, standardSuite);
const [moved, listed, bare] = events;
const word = (digits: string): string => `0x${digits.padStart(64, "0")}`;

function only<Each>(each: Each | undefined): Each[] {
  if (each === undefined) throw new Error("no such event");
  return [each];
}

it("asks for any of several events, and for all", () => {
  expect(eventTopics([], [], standardSuite)).toEqual([]);
  expect(eventTopics([...only(moved), ...only(listed)], ["ignored"], standardSuite)).toEqual([
    [moved?.topic, listed?.topic],
  ]);
  // One without a topic of its own can only be told apart afterwards.
  expect(eventTopics(events, [], standardSuite)).toEqual([]);
});

it("asks for values of one event", () => {
  const from = `0x${"Ab".repeat(20)}`;
  expect(eventTopics(only(moved), [from, "-1, 2", "茶, tea"], standardSuite)).toEqual([
    [moved?.topic],
    [word("ab".repeat(20))],
    [`0x${"f".repeat(64)}`, word("2")],
    [bytesToHex(standardSuite.hash(new TextEncoder().encode("茶, tea")))],
  ]);
  expect(eventTopics(only(moved), ["", " 7 "], standardSuite)).toEqual([[moved?.topic], null, [word("7")]]);
  expect(eventTopics(only(moved), ["", "", ""], standardSuite)).toEqual([[moved?.topic]]);
  expect(eventTopics(only(bare), ["true"], standardSuite)).toEqual([[word("1")]]);
});

it("hashes texts as the chain does and takes a hash as it is", () => {
  const [own] = contractInterface(abi, smSuite).events;
  const [, , , note] = eventTopics(only(own), ["", "", "tea"], smSuite);
  expect(note).toEqual([bytesToHex(smSuite.hash(new TextEncoder().encode("tea")))]);
  const hash = `0x${"CD".repeat(32)}`;
  expect(eventTopics(only(listed), [hash], standardSuite)).toEqual([[listed?.topic], [hash.toLowerCase()]]);
});

it("says what cannot be looked for", () => {
  expect(() => eventTopics(only(moved), ["", "x"], standardSuite)).toThrow(/id.*"?x"? isn.t an integer/);
  expect(() => eventTopics(only(listed), ["[1]"], standardSuite)).toThrow(/only the hash of ids \(uint256\[\]\)/);
});
