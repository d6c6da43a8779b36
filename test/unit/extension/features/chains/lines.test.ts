import { describe, expect, it } from "vitest";
import { dropNodes, nodeIdsOf } from "../../../../../src/extension/features/chains/dragNodes";
import { fits } from "../../../../../src/extension/kit/tree/pages";
import { host } from "../../../../support/fakeVscode/fakeHost";

const id = (digit: string): string => digit.repeat(128);

describe("what is dropped on a folder of nodes", () => {
  it("holds node IDs wherever they stand, each once, in lower case", () => {
    const text = `cal.0=${id("a")}\ncal.1=${id("B")} ; node1\n"${id("a")}"`;
    expect(nodeIdsOf(text)).toEqual([id("a"), id("b")]);
  });

  it("holds none in longer or shorter digits: a TLS identity is no node ID", () => {
    expect(nodeIdsOf(`${"a".repeat(512)} ${"a".repeat(127)} 0x12`)).toEqual([]);
  });

  it("goes to Sealers and Observers alone, not to directories of the chain with their names", async () => {
    host.reset();
    const done: unknown[] = [];
    host.commands.set("chainside.addSealer", (target) => done.push(target));
    const group = { id: "settings:c/group0" };
    const at = (path: string) => ({ id: `${group.id}/${path}`, target: { kind: "path", path: "", group } });
    const data = new Map([["text/plain", { asString: async () => id("a") }]]);
    const drop = (target: object) => dropNodes.handleDrop?.(target as never, data as never, {} as never);
    await drop({ ...at("bfs/apps/sealers/1.0"), parent: at("bfs/apps/sealers") });
    expect(done).toEqual([]);
    await drop({ ...at("sealers/n"), parent: at("sealers") });
    expect(done).toEqual([{ kind: "node", nodeId: id("a"), group }]);
  });

  it("is asked for one by one, until a question is cancelled", async () => {
    host.reset();
    const asked: unknown[] = [];
    host.commands.set("chainside.addObserver", (target) => {
      const { nodeId } = target as { readonly nodeId: string };
      asked.push(nodeId);
      return nodeId === id("b") ? undefined : true;
    });
    const group = { id: "settings:c/group0" };
    const folder = { id: `${group.id}/observers`, target: { kind: "group", group } };
    const data = new Map([["text/plain", { asString: async () => ["a", "b", "c"].map(id).join("\n") }]]);
    await dropNodes.handleDrop?.(folder as never, data as never, {} as never);
    expect(asked).toEqual([id("a"), id("b")]);
  });
});

describe("the filter of a folder", () => {
  it("wants every word, in any case", () => {
    expect(fits("10.0 group0", "10.0.0.1:30300 Group0 ab")).toBe(true);
    expect(fits("10.0 group1", "10.0.0.1:30300 group0 ab")).toBe(false);
  });
});
