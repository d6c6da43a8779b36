import { describe, expect, it } from "vitest";
import { targetOf } from "../../../../../src/extension/flows/target/target";
import { commandLink, commandOf, markTrusted } from "../../../../../src/extension/kit/commands/commands";
import type { Target } from "../../../../../src/extension/kit/commands/target";
import { line } from "../../../../../src/extension/kit/tree/line";
import { Uri } from "../../../../support/fakeVscode/values";

const group = { id: "settings:a/group0", groupId: "group0" } as never;
const app = { connections: { findGroup: (id: string) => (id === "settings:a/group0" ? group : undefined) } };
const read = (given: unknown): Target => targetOf(app as never, given);
const address = `0x${"Ab".repeat(20)}` as const;
const hash = `0x${"12".repeat(32)}`;
const nodeId = "ab".repeat(64);
const record = (kind: string, key: string): Uri =>
  Uri.from({
    scheme: "chainside",
    path: `/a/group0/${kind}/x.fisco`,
    query: JSON.stringify({ groupId: "settings:a/group0", kind, key }),
  });

describe("what a command was run on", () => {
  it("is nothing from the palette", () => {
    for (const given of [undefined, null]) expect(read(given)).toEqual({ kind: "nothing" });
  });

  it("is the thing of the line of a tree that was clicked, with all that the line knows of it", () => {
    const target: Target = { kind: "transaction", hash, group, sent: { hash } as never };
    expect(read(line(undefined, { id: "a", label: "a", target }))).toBe(target);
    expect(read(line(undefined, { id: "a", label: "a" }))).toEqual({ kind: "nothing" });
  });

  it("is what our own code hands over, as it is", () => {
    const target = markTrusted({ kind: "contract", address, group, first: { signature: "set(string)" } });
    expect(read(target)).toBe(target);
    const clicked = { kind: "account", address: "0x12", proposalKinds: ["setRate"] } as never;
    const [given] = commandOf("chainside.showBalance", "Show Balance", clicked).arguments ?? [];
    expect(read(given)).toBe(clicked);
  });

  it("is a text, a number of a block, or a file", () => {
    expect(read("0x10")).toEqual({ kind: "text", text: "0x10" });
    expect(read(7)).toEqual({ kind: "block", block: "7" });
    const uri = Uri.file("/a/Hello.sol");
    expect(read(uri)).toEqual({ kind: "file", uri });
  });

  it.each([
    ["block", "12", { kind: "block", block: "12" }],
    ["transaction", hash, { kind: "transaction", hash }],
    ["receipt", hash, { kind: "transaction", hash }],
    ["contract", address, { kind: "contract", address }],
    ["table", "t_order", { kind: "path", path: "/tables/t_order" }],
    ["config", "", { kind: "group" }],
    ["group", "", { kind: "group" }],
  ])("is what a document of ours shows: %s", (kind, key, expected) => {
    expect(read(record(kind, key))).toEqual({ ...expected, group });
  });

  it("is a file where a document of our scheme is none that was made here", () => {
    const query = (asked: object): Uri => Uri.from({ scheme: "chainside", query: JSON.stringify(asked) });
    const groupId = "settings:a/group0";
    for (const uri of [record("proof", "12"), query({ groupId, kind: "block", key: 12 }), query([])])
      expect(read(uri)).toEqual({ kind: "file", uri });
  });

  it("is of no other group where that of a document isn't connected", () => {
    const gone = Uri.from({
      scheme: "chainside",
      query: JSON.stringify({ groupId: "session:gone/group0", kind: "block", key: "1" }),
    });
    expect(read(gone)).toEqual({ kind: "block", block: "1", awayGroup: "session:gone/group0" });
  });
});

describe("what a key, a link or another extension gives to a command", () => {
  it.each([
    { kind: "group" },
    { kind: "block", block: "3" },
    { kind: "transaction", hash },
    { kind: "contract", address: address.toLowerCase() },
    { kind: "contract", address: "/apps/Hello", functionSignature: "set(string)" },
    { kind: "contract", address: "/apps/Hello", eventSignature: "set(string)", storageExpression: "balances[1]" },
    { kind: "path", path: "/apps/x" },
    { kind: "account", address: address.toLowerCase() },
    { kind: "node", nodeId },
    { kind: "proposal", id: 4 },
  ])("is a target when it says so and is right: %o", (given) => {
    expect(read(given)).toEqual(given);
    expect(read({ ...given, groupId: "settings:a/group0" })).toEqual({ ...given, group });
    const awayGroup = "session:gone/group0";
    expect(read({ ...given, groupId: awayGroup })).toEqual({ ...given, awayGroup });
  });

  it.each([
    [[]],
    [{}],
    [true],
    [-1],
    [1.5],
    [{ id: "x", item: () => 0, target: { kind: "block", block: "1" } }],
    [{ kind: "connection", connection: { profile: { endpoints: ["http://evil"] } } }],
    [{ kind: "group", group: { session: {} } }],
    [{ kind: "block", block: "1", group: { session: {} } }],
    [{ kind: "transaction", hash: "0x12" }],
    [{ kind: "transaction", hash, sent: { artifact: "file:///etc/passwd" } }],
    [{ kind: "contract", address: "0x12" }],
    [{ kind: "contract", address, first: { signature: "pay()" } }],
    [{ kind: "contract", address, proposalKinds: ["setRate"] }],
    [{ kind: "path", path: "x".repeat(2000) }],
    [{ kind: "node", nodeId: "../x" }],
    [{ kind: "proposal", id: 0.5 }],
    [{ kind: "nodeFolder", folder: { uri: "file:///" } }],
    [{ kind: "artifact", uri: "file:///a" }],
    [{ groupId: 1, editorIndex: 0 }],
    [{ transactionHash: hash }],
  ])("is nothing otherwise: %o", (given) => {
    expect(read(given)).toEqual({ kind: "nothing" });
  });

  it("reads our own links like a stranger's", () => {
    const link = commandLink("chainside.findEvents", {
      kind: "contract",
      groupId: "settings:a/group0",
      address,
      eventSignature: "set(string)",
    });
    const [given] = JSON.parse(link.query) as unknown[];
    expect(link.path).toBe("chainside.findEvents");
    const contract = { kind: "contract", address: address.toLowerCase(), eventSignature: "set(string)" };
    expect(read(given)).toEqual({ ...contract, group });
  });
});
