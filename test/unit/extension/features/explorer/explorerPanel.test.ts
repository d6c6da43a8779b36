import { describe, expect, it } from "vitest";
import { registerExplorer } from "../../../../../src/extension/features/explorer/registerExplorer";
import { isCancelled } from "../../../../../src/extension/kit/errors/cancelled";
import { suiteApp } from "../../../../support/extensionApp";
import { FakePanel, host } from "../../../../support/fakeVscode/fakeHost";

const overview = { type: "ask", id: 1, name: "page", value: { kind: "overview" } };

describe("the explorer page", () => {
  const on = suiteApp();

  it("is one for a group, and answers from its chain", async () => {
    const explorer = registerExplorer(on.app);
    await host.commands.get("chainside.openExplorer")?.();
    await host.commands.get("chainside.openExplorer")?.();
    const [panel, ...others] = host.panels;
    expect(others).toEqual([]);
    panel?.say(overview);
    await expect
      .poll(() => panel?.sent)
      .toContainEqual(
        expect.objectContaining({ type: "answer", id: 1, value: expect.objectContaining({ kind: "overview" }) }),
      );
    explorer.dispose();
    expect(panel?.disposed).toBe(true);
  });

  it("comes back with its window, and says so when its chain does", async () => {
    const explorer = registerExplorer(on.app);
    on.connected = false;
    const panel = new FakePanel("chainside.explorer");
    const state = { groupId: on.group.id, title: "in process · group0", history: [{ kind: "block", number: 0 }] };
    await host.serializers.get("chainside.explorer")?.deserializeWebviewPanel(panel, state);
    expect([panel.disposed, panel.title]).toEqual([false, "in process · group0"]);
    panel.say({ type: "ready" });
    panel.say(overview);
    await expect.poll(() => panel.sent.at(-1)).toMatchObject({ type: "failure", id: 1 });
    on.connected = true;
    expect(panel.sent.at(-1)).toEqual({ type: "tell", name: "connection", value: { problem: "" } });
    panel.say({ ...overview, id: 2, value: { kind: "block", number: 0 } });
    await expect.poll(() => panel.sent.at(-1)).toMatchObject({ type: "answer", id: 2, value: { kind: "block" } });
    on.group.noteHeight(7);
    expect(panel.sent.at(-1)).toEqual({ type: "tell", name: "height", value: 7 });
    on.connected = false;
    expect(panel.sent.at(-1)).toMatchObject({ type: "tell", name: "connection" });
    explorer.dispose();
  });

  it("leaves a tab alone whose state is nothing to go by", async () => {
    const explorer = registerExplorer(on.app);
    for (const state of [undefined, null, "x", { history: [] }, { groupId: 1, title: "x" }]) {
      const panel = new FakePanel("chainside.explorer");
      await host.serializers.get("chainside.explorer")?.deserializeWebviewPanel(panel, state);
      expect(panel.disposed).toBe(true);
    }
    explorer.dispose();
  });
});

describe("the explorer page of a group without an index", () => {
  const on = suiteApp();

  it("says that there is none, and offers to make one, where only an index can answer", async () => {
    const explorer = registerExplorer(on.app);
    await host.commands.get("chainside.openExplorer")?.();
    const value = { address: `0x${"ab".repeat(20)}`, part: "transactions", filter: {} };
    host.messages.length = 0;
    host.panels.at(-1)?.say({ type: "say", name: "query", value });
    await expect.poll(() => host.messages).toEqual(["Queries ask an index, and group0 has none yet."]);
    host.panels.at(-1)?.say({ type: "ask", id: 7, name: "history", value });
    await expect.poll(() => host.messages).toHaveLength(2);
    // nothing is shown of what only ends the question
    expect(on.errors.filter((error) => !isCancelled(error))).toEqual([]);
    explorer.dispose();
  });
});

describe("the explorer page of a chain that isn't connected", () => {
  const on = suiteApp();

  it.each([
    ["debug", `0x${"ab".repeat(32)}`],
    ["index", null],
    ["link", { kind: "overview" }],
    ["openDocument", { what: "block", id: "1" }],
  ])("says so where something is clicked: %s", async (name, value) => {
    const explorer = registerExplorer(on.app);
    await host.commands.get("chainside.openExplorer")?.();
    on.connected = false;
    host.panels.at(-1)?.say({ type: "say", name, value });
    await expect
      .poll(() => on.errors)
      .toMatchObject([{ code: "notConnected", details: { connection: "settings:in process" } }]);
    explorer.dispose();
  });
});
