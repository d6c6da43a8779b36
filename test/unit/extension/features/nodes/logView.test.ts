import { describe, expect, it } from "vitest";
import { logLinks, logUri, nodesOf, readLogUri } from "../../../../../src/extension/features/nodes/logView";
import { Uri } from "../../../../support/fakeVscode/values";

const node = (name: string, place: string) => ({ name, place, uri: Uri.file(`/w/${place}`) }) as never;

describe("the document of nodes' logs", () => {
  it("says in its address whose logs it shows, and what of them", () => {
    const nodes = nodesOf([node("node0", "a/node0"), node("node0", "b/node0"), node("x\u001b", "x")]);
    expect(nodes.map(({ name }) => name)).toEqual(["a/node0", "b/node0", "x\\u001b"]);
    const subject = { nodes, least: "error", modules: ["PBFT"] } as const;
    const uri = logUri(subject);
    expect(uri.path).toBe("/a·node0 + b·node0 + x\\u001b ≥ error PBFT.log");
    expect(readLogUri(uri)).toEqual(subject);
  });

  it("takes no address that nobody here made", () => {
    for (const query of ["", "{}", "[]", "null", '{"nodes":[1],"modules":[]}', '{"nodes":[],"modules":[1]}'])
      expect(readLogUri({ query })).toBeUndefined();
  });

  it("links hashes, node IDs and beginnings of known ones to what is known of them", () => {
    const [known, hash] = ["ab".repeat(64), "12".repeat(32)];
    const nodeNames = {
      get: (nodeId: string) => (nodeId === known ? "node0" : undefined),
      beginningWith: (digits: string) => (known.startsWith(digits) ? known : undefined),
    };
    const lines = [`hash=${hash} nodeId=abababab...,other=cdcdcdcd...`, `id ${known}`, `${"x ".repeat(2000)}${hash}`];
    const links = logLinks({ nodeNames } as never, {
      lineCount: lines.length,
      lineAt: (line) => ({ text: lines[line] ?? "" }),
    });
    expect(links.map(({ range, target, tooltip }) => [range.start.line, target?.toString(true), tooltip])).toEqual([
      [1, `command:chainside.explain?["${known}"]`, "Explain node node0"],
      [0, `command:chainside.explain?["0x${hash}"]`, "Explain"],
      [0, `command:chainside.explain?["${known}"]`, "Explain node node0"],
    ]);
  });
});
