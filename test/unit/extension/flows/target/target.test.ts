import { describe, expect, it } from "vitest";
import { targetOf } from "../../../../../src/extension/flows/target/target";
import { Uri } from "../../../../support/fakeVscode/values";

const group = { id: "settings:a/group0", groupId: "group0" };
const app = { connections: { findGroup: (id: string) => (id === group.id ? group : undefined) } };
/** The target but for the line, which is what was given where that is one. */
const read = (given: unknown): unknown => {
  const { line, ...target } = targetOf(app as never, given);
  if (line) expect(line).toBe(given);
  return target;
};
const address = `0x${"Ab".repeat(20)}`;
const hash = `0x${"12".repeat(32)}`;
const line = (fields: object): object => ({ id: "a line", parent: undefined, item: () => undefined, group, ...fields });
const record = (kind: string, key: string): Uri =>
  Uri.from({
    scheme: "chainside",
    path: `/a/group0/${kind}/x.fisco`,
    query: JSON.stringify({ groupId: group.id, kind, key }),
  });

describe("what a command was run on", () => {
  it("is nothing from the palette, and nothing where a stranger was handed over", () => {
    for (const given of [undefined, null, {}, [], true, { id: "x" }, line({ group: undefined })])
      expect(read(given)).toEqual({ kind: "nothing" });
  });

  it("knows the line of a tree that was clicked", () => {
    const clicked = line({ nodeId: "ab" });
    expect(targetOf(app as never, clicked).line).toBe(clicked);
    expect(targetOf(app as never, { nodeId: "ab" }).line).toBeUndefined();
  });

  it("is a notebook where its toolbar was clicked", () => {
    const notebook = { notebookType: "chainside.requests", uri: Uri.file("/a.chain-nb") };
    expect(read(notebook)).toEqual({ kind: "notebook", notebook });
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

  it("keeps no group of a document whose chain is gone", () => {
    const gone = Uri.from({
      scheme: "chainside",
      query: JSON.stringify({ groupId: "session:gone/group0", kind: "block", key: "1" }),
    });
    expect(read(gone)).toEqual({ kind: "block", block: "1" });
  });

  it.each([
    [{ blockNumber: 3 }, { kind: "block", block: "3" }],
    [
      { transactionHash: hash, blockNumber: 3 },
      { kind: "transaction", hash },
    ],
    [
      { transactionHash: hash, sent: { hash } },
      { kind: "transaction", hash, sent: { hash } },
    ],
    [{ contractAddress: address }, { kind: "contract", address }],
    [
      { contractAddress: address, functionSignature: "set(string)" },
      { kind: "contract", address, functionSignature: "set(string)" },
    ],
    [
      { path: "/apps/x", entryType: "link" },
      { kind: "path", path: "/apps/x", entryType: "link" },
    ],
    [{ nodeId: "ab" }, { kind: "node", nodeId: "ab" }],
    [
      { key: "tx_count_limit", value: "10" },
      { kind: "configKey", key: "tx_count_limit", value: "10" },
    ],
    [{ proposalId: 4 }, { kind: "proposal", id: 4 }],
    [{ accountAddress: address }, { kind: "account", address: address.toLowerCase() }],
    [{ address }, { kind: "account", address: address.toLowerCase() }],
    [{}, { kind: "group" }],
  ])("is the thing of a line: %o", (fields, expected) => {
    expect(read(line(fields))).toEqual({ ...expected, group });
    // What commands and links hand each other looks the same.
    expect(read({ group, ...fields })).toEqual({ ...expected, group });
    expect(read({ groupId: group.id, ...fields })).toMatchObject({
      ...(Object.keys(fields).length > 0 ? expected : {}),
      group,
    });
  });

  it("is an account with its key's origin, a connection, a node folder, a compiled contract", () => {
    const account = { address, suite: "standard", label: "dev0", origin: "development" };
    expect(read({ id: "x", item: () => 0, account })).toEqual({
      kind: "account",
      address: address.toLowerCase(),
      account,
    });
    const connection = { id: "settings:a", name: "a" };
    expect(read({ id: "x", item: () => 0, connection })).toEqual({ kind: "connection", connection });
    const folder = { name: "node0" };
    expect(read({ id: "x", item: () => 0, folder, running: true })).toEqual({ kind: "nodeFolder", folder });
    const artifactUri = Uri.file("/out/A.json");
    expect(read({ group, artifactUri })).toEqual({ kind: "artifact", uri: artifactUri, group });
  });

  it("says what may be proposed about a line", () => {
    expect(read(line({ accountAddress: address, proposalKinds: ["modifyDeployAuth"] }))).toMatchObject({
      kind: "account",
      proposalKinds: ["modifyDeployAuth"],
    });
  });

  it("takes no address that is none, and no group of an editor", () => {
    expect(read({ accountAddress: "0x12" })).toEqual({ kind: "nothing" });
    expect(read({ groupId: 1, editorIndex: 0 })).toEqual({ kind: "nothing" });
  });
});
