import { describe, expect, it } from "vitest";
import { explain } from "../../../../../src/extension/features/explain/explain";
import { madeRecord } from "../../../../../src/extension/flows/records/showRecord";
import { targetOf } from "../../../../../src/extension/flows/target/target";
import { suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";
import type { Uri } from "../../../../support/fakeVscode/values";

describe("an explanation of a long text", () => {
  const on = suiteApp();

  it("asks a node for so many of its hashes, and says how many it leaves out", async () => {
    let shown: Uri | undefined;
    host.desk = {
      workspace: {
        openTextDocument: async (uri: Uri) => {
          shown = uri;
          return { uri };
        },
      },
      window: { showTextDocument: async () => undefined },
    };
    const text = Array.from({ length: 60 }, (_, index) => `0x${String(index).padStart(64, "a")}`).join("\n");
    await explain(on.app, { kind: "text", text });
    expect(on.asked.filter(({ method }) => method === "getTransaction")).toHaveLength(50);
    expect(madeRecord(shown as never)?.text).toContain("# Not explained: 10 more. Select less text.");
  });

  it("of a thing of one chain asks that chain, and no other while it isn't connected", async () => {
    const away = targetOf(on.app, { kind: "text", text: `0x${"b".repeat(64)}`, groupId: "settings:other/group0" });
    expect(away).toMatchObject({ kind: "text", awayGroup: "settings:other/group0" });
    await explain(on.app, away);
    expect(on.asked).toEqual([]);
    expect(host.messages.at(-1)).toBe("No information found without a chain. Connect to a chain and try again.");
    const here = targetOf(on.app, { kind: "text", text: `0x${"b".repeat(64)}`, groupId: on.group.id });
    const other = Object.assign({}, on.app, { connections: { ...on.app.connections, activeGroup: undefined } });
    host.desk = {
      workspace: { openTextDocument: async () => ({}) },
      window: { showTextDocument: async () => undefined },
    };
    await explain(other, here);
    expect(on.asked.map(({ method }) => method)).toContain("getTransaction");
  });
});
