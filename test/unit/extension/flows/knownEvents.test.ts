import { AbiCoder } from "ethers";
import { expect, it } from "vitest";
import { contractInterface } from "../../../../src/chain/abi/contractInterface";
import type { EventShape } from "../../../../src/chain/verification/receiptMembers";
import { type Hex, hexToBytes } from "../../../../src/crypto/bytes/hex";
import { standardSuite } from "../../../../src/crypto/suites";
import { knownCalls, knownEvents } from "../../../../src/extension/flows/verification/knownEvents";
import type { Chainside } from "../../../../src/extension/state/chainside";
import type { ChainGroup } from "../../../../src/extension/state/connections/chainGroup";

const abi = JSON.stringify([
  { type: "function", name: "keep", inputs: [{ name: "text", type: "string" }], outputs: [] },
  {
    type: "event",
    name: "Moved",
    inputs: [
      { name: "from", type: "address", indexed: true },
      { name: "value", type: "uint256", indexed: false },
      { name: "flags", type: "bool[2]", indexed: false },
    ],
  },
  { type: "event", name: "Said", inputs: [{ name: "words", type: "string", indexed: false }] },
  { type: "event", name: "Hidden", anonymous: true, inputs: [] },
]);
const read = contractInterface(abi, standardSuite);
const topicOf = (name: string): string => read.events.find((each) => each.name === name)?.topic ?? "";

const [own, ofNode, broken] = ["11", "22", "33"].map((byte) => `0x${byte.repeat(20)}`) as [string, string, string];
const contracts = [
  { address: own, abi, own: true },
  { address: ofNode, abi, own: false },
  { address: broken, abi: "{", own: true },
];
const app = { knownContracts: { list: () => contracts } } as unknown as Chainside;
const group = { session: { suite: standardSuite } } as unknown as ChainGroup;

const encoded = (types: string[], values: unknown[]): Uint8Array =>
  hexToBytes(AbiCoder.defaultAbiCoder().encode(types, values) as Hex);
const more = (data: Uint8Array): Uint8Array => Uint8Array.from([...data, ...new Uint8Array(64).fill(9)]);

it("knows the events of one's own contracts, how many topics they have and where their data ends", () => {
  const known = knownEvents(app, group);
  const moved = known(own, topicOf("Moved")) as EventShape;
  expect(moved.topics).toBe(2);
  expect(moved.dataLength(new Uint8Array(200))).toBe(96);
  const reported = known(own, topicOf("Said")) as EventShape;
  const data = encoded(["string"], ["what was said, longer than a word is"]);
  expect(reported.topics).toBe(1);
  expect(reported.dataLength(more(data))).toBe(data.length);
  // an offset that leaves a gap is nothing that a compiler writes
  expect(reported.dataLength(Uint8Array.from([...data.subarray(0, 31), 64, ...data.subarray(32), ...data]))).toBe(
    undefined,
  );
});

it("knows nothing of what only a node said, of what cannot be read, of other topics and anonymous events", () => {
  const known = knownEvents(app, group);
  for (const [address, topic] of [
    [ofNode, topicOf("Moved")],
    [broken, topicOf("Moved")],
    [`0x${"44".repeat(20)}`, topicOf("Moved")],
    [own, `0x${"00".repeat(32)}`],
    [own, topicOf("Hidden")],
    [own, undefined],
  ] as const)
    expect(known(address, topic)).toBeUndefined();
});

it("looks through data only so often: a node may send any number of events", () => {
  const known = knownEvents(app, group);
  const data = encoded(["string"], ["again"]);
  const lengths = Array.from({ length: 2100 }, () => (known(own, topicOf("Said")) as EventShape).dataLength(data));
  expect(lengths[0]).toBe(data.length);
  expect(lengths.at(-1)).toBeUndefined();
  expect((known(own, topicOf("Moved")) as EventShape).dataLength(data)).toBe(96);
});

it("knows where a call of one's own contract ends", () => {
  const known = knownCalls(app, group);
  const call = Uint8Array.from([...hexToBytes(read.functions[0]?.selector ?? "0x"), ...encoded(["string"], ["kept"])]);
  expect(known(own, more(call))).toBe(call.length);
  expect(known(own, call.subarray(0, -1))).toBeUndefined();
  expect(known(own, more(new Uint8Array(8)))).toBeUndefined();
  expect(known(ofNode, call)).toBeUndefined();
});
