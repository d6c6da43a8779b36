import { describe, expect, it } from "vitest";
import { errorsOf, refusedBy, reloadNode } from "../../../../src/extension/flows/nodes/reloadNode";
import { Cancelled } from "../../../../src/extension/kit/errors/cancelled";
import type { NodeFolder } from "../../../../src/extension/state/nodeFolders/nodeFolder";
import { readAccessLists } from "../../../../src/nodeConfig/analysis/accessLists";
import { parseDocument } from "../../../../src/nodeConfig/document/iniDocument";
import { host } from "../../../support/fakeVscode/fakeHost";

const tlsId = (digit: string): string => digit.repeat(512);

function folder(name: string, digit: string, config: string, group = "group0"): NodeFolder {
  const document = parseDocument(config);
  const context = { identityLength: "auto" as const, own: { name, tlsId: tlsId(digit) } };
  const lists = readAccessLists(document, context);
  const uri = { toString: () => `file:///nodes/${name}` };
  return { name, uri, group, node: context.own, document, context, lists } as unknown as NodeFolder;
}

const open = "[p2p]\n    listen_port=30300\n    sm_ssl=false\n";
const whitelist = (...digits: string[]): string =>
  `${open}[certificate_whitelist]\n${digits.map((digit, index) => `    cal.${index}=${tlsId(digit)}\n`).join("")}`;

describe("what speaks against a reload", () => {
  it("is each error of the file, by its line, and nothing in a good one", () => {
    expect(errorsOf(folder("node0", "a", whitelist("a", "b")))).toEqual([]);
    const twice = `${open}[certificate_whitelist]\n    cal.0=${tlsId("a")}\n    cal.0=${tlsId("b")}\n`;
    expect(errorsOf(folder("node0", "a", twice)).join()).toMatch(/^Line 6: /);
  });

  it("names the nodes of the same group that the lists refuse", () => {
    const others = [
      folder("node0", "a", open),
      folder("node1", "b", open),
      folder("node2", "c", open),
      folder("elsewhere", "d", open, "group1"),
    ];
    const names = (config: string): string[] => refusedBy(folder("node0", "a", config), others).map(({ name }) => name);
    expect(names(open)).toEqual([]);
    expect(names(whitelist("a", "b"))).toEqual(["node2"]);
    expect(names(`${open}[certificate_blacklist]\n    crl.0=${tlsId("b")}\n`)).toEqual(["node1"]);
  });
});

it("says so where there is no node folder to reload", async () => {
  host.reset();
  await expect(reloadNode({ list: async () => [] } as never)).rejects.toBeInstanceOf(Cancelled);
  expect([host.questions, host.messages]).toEqual([[], [expect.stringContaining("no node folders")]]);
});
