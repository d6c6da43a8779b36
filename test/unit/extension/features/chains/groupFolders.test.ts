import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { folderNodes, groupFolders } from "../../../../../src/extension/features/chains/groupFolders";
import { type GroupedNode, groupLine } from "../../../../../src/extension/flows/lines/groupNode";
import { type ExtensionApp, extensionApp } from "../../../../support/extensionApp";

describe("the folders of a group", () => {
  let on: ExtensionApp;
  let folders: readonly GroupedNode[];
  beforeAll(async () => {
    on = await extensionApp();
    folders = await folderNodes(on.app, groupLine(undefined, on.group, { id: "group", label: "group0" }));
  });
  afterAll(() => on.dispose());

  /** What a folder asks when it is unfolded, and what its lines show. */
  async function unfolded(id: string): Promise<{ readonly asked: string[]; readonly lines: string[] }> {
    const folder = folders.find((each) => each.id === `group/${id}`);
    const before = on.asked.length;
    const lines = (await folder?.children?.({ pages: 1 } as never)) ?? [];
    return {
      asked: [...new Set(on.asked.slice(before).map(({ method }) => method))].sort(),
      lines: lines.map((line) => {
        const { label, description } = line.item() as { label: string; description?: string | boolean };
        return [label, description].filter(Boolean).join(" · ");
      }),
    };
  }

  it("ask nothing before they are unfolded, but whether a group has them", () => {
    expect(on.asked.map(({ method }) => method)).toEqual(["getNodeListByType"]);
    const all = groupFolders(on.app).map(({ id }) => `group/${id}`);
    // The embedded chain runs PBFT, and no one asked for an index.
    const absent = ["group/candidates", "group/index"];
    expect(folders.map(({ id }) => id)).toEqual(all.filter((id) => !absent.includes(id)));
  });

  it.each([
    ["sealers", ["getConsensusStatus", "getGroupPeers", "getSealerList", "getSyncStatus"], /weight 1/],
    ["observers", ["getGroupPeers", "getObserverList", "getSyncStatus"], /^[0-9a-f]{4}.*#0/],
    ["pending", ["getPendingTxSize"], /^No pending transactions$/],
    ["blocks", ["getBlockByNumber", "getBlockNumber", "getSyncStatus"], /^#0 /],
  ])("%s ask what they show", async (id, methods, first) => {
    const { asked, lines } = await unfolded(id);
    expect(asked).toEqual(methods);
    expect(lines[0]).toMatch(first);
  });
});
