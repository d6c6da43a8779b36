import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTable } from "../../../../../src/chain/services/table/createTable";
import { ChainError } from "../../../../../src/errors/chainError";
import { registerTables } from "../../../../../src/extension/features/tables/registerTables";
import { askTable } from "../../../../../src/extension/flows/target/askTable";
import { nothing } from "../../../../../src/extension/flows/target/target";
import { type ExtensionApp, extensionApp, signedRequests, signerOf } from "../../../../support/extensionApp";
import { FakePanel, host } from "../../../../support/fakeVscode/fakeHost";

const shape = { type: "ask", id: 1, name: "table", value: { kind: "shape" } };
const insert = { type: "ask", id: 2, name: "change", value: { kind: "insert", row: { id: "1", name: "tea" } } };

describe("the page of a table", () => {
  let on: ExtensionApp;
  beforeAll(async () => {
    on = await extensionApp();
    const signer = await signerOf(on);
    await createTable(on.group.session, signer, {
      table: "t_shop",
      keyField: "id",
      valueFields: ["name"],
      keyOrder: "lexicographic",
    });
  });
  afterAll(() => on.dispose());
  beforeEach(() => {
    host.reset();
    on.connected = true;
    on.access = "full";
    on.asked.length = 0;
  });

  it("is one for a table, and shows and changes its rows", async () => {
    const tables = registerTables(on.app);
    await host.commands.get("chainside.openTable")?.("t_shop");
    await host.commands.get("chainside.openTable")?.("t_shop");
    const [panel, ...others] = host.panels;
    expect(others).toEqual([]);
    panel?.say(shape);
    await expect
      .poll(() => panel?.sent)
      .toContainEqual({
        type: "answer",
        id: 1,
        value: { kind: "shape", shape: { kind: "rows", columns: ["id", "name"], numericKeys: false } },
      });
    panel?.say(insert);
    await expect
      .poll(() => panel?.sent)
      .toContainEqual({ type: "answer", id: 2, value: expect.stringContaining("t_shop") });
    tables.dispose();
    expect(panel?.disposed).toBe(true);
  });

  it("changes nothing on a read-only connection, and says a change that the user left", async () => {
    const tables = registerTables(on.app);
    await host.commands.get("chainside.openTable")?.("t_shop");
    const [panel] = host.panels;
    on.access = "readOnly";
    panel?.say(insert);
    await expect.poll(() => panel?.sent).toContainEqual(expect.objectContaining({ type: "failure", id: 2 }));
    on.access = "confirm";
    panel?.say({ ...insert, id: 3 });
    await expect.poll(() => panel?.sent).toContainEqual({ type: "left", id: 3 });
    expect(signedRequests(on.asked)).toEqual([]);
    tables.dispose();
  });

  it("comes back with its window, and goes on when its chain does", async () => {
    const tables = registerTables(on.app);
    on.connected = false;
    const panel = new FakePanel("chainside.table");
    const state = { groupId: on.group.id, title: "in process · group0", table: "t_shop", filter: [], pages: [null] };
    await host.serializers.get("chainside.table")?.deserializeWebviewPanel(panel, state);
    panel.say({ type: "ready" });
    panel.say(shape);
    await expect.poll(() => panel.sent).toContainEqual(expect.objectContaining({ type: "failure", id: 1 }));
    on.connected = true;
    expect(panel.sent.at(-1)).toEqual({ type: "tell", name: "connection", value: { problem: "", writable: true } });
    panel.say({ ...shape, id: 4 });
    await expect.poll(() => panel.sent).toContainEqual(expect.objectContaining({ type: "answer", id: 4 }));
    tables.dispose();
  });

  it("is chosen among those that there are, and a typed name of none is told before anything opens", async () => {
    host.picks = [/t_shop/];
    expect(await askTable(on.app, on.group, nothing, "")).toBe("t_shop");
    host.picks = [/Enter a name/];
    host.texts = ["/tables/t_none"];
    await expect(askTable(on.app, on.group, nothing, "")).rejects.toBeInstanceOf(ChainError);
  });
});
