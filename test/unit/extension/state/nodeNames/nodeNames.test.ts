import { describe, expect, it } from "vitest";
import { NodeNames } from "../../../../../src/extension/state/nodeNames/nodeNames";
import { FakeMemory } from "../../../../support/fakeVscode/fakeHost";
import { EventEmitter } from "../../../../support/fakeVscode/values";

const id = (digit: string): string => digit.repeat(128);
const folder = (name: string, place: string, consensusId?: string) => ({
  name,
  place,
  node: consensusId === undefined ? {} : { consensusId },
});

describe("what a node is called", () => {
  const changed = new EventEmitter<void>();
  let found = [folder("node0", "a/node0", id("1")), folder("node0", "b/node0", id("2")), folder("sdk", "sdk")];
  const folders = { list: async () => found, onDidChange: changed.event };

  it("is the name that the user gave, else its folder's, with the place where names are alike", async () => {
    const names = new NodeNames(new FakeMemory() as never, folders as never);
    let reported = 0;
    names.onDidChange(() => reported++);
    expect(names.get(id("1"))).toBeUndefined();
    await names.ready();
    expect(reported).toBe(1);
    expect([names.get(id("1")), names.get(id("2")), names.get(id("3"))]).toEqual(["a/node0", "b/node0", undefined]);
    await names.set(id("1"), "Beijing 1");
    expect([names.get(id("1")), names.given(id("2"))]).toEqual(["Beijing 1", undefined]);
    found = [folder("node\u202e1", "c/node1", id("a"))];
    changed.fire();
    await names.ready();
    expect(names.get(id("a"))).toBe("node\\u202e1");
    expect(names.get(id("2"))).toBeUndefined();
    names.dispose();
    expect(changed.listeners).toBe(0);
  });

  it("is found by the beginning of the ID, where only one has it", async () => {
    found = [folder("node0", "node0", `aa${"1".repeat(126)}`), folder("node1", "node1", `aa${"2".repeat(126)}`)];
    const names = new NodeNames(new FakeMemory() as never, folders as never);
    await names.ready();
    expect([names.beginningWith("aa1"), names.beginningWith("aa")]).toEqual([`aa${"1".repeat(126)}`, undefined]);
  });
});
