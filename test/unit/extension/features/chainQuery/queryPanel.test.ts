import { describe, expect, it } from "vitest";
import { QueryPanel } from "../../../../../src/extension/features/chainQuery/queryPanel";
import { suiteApp } from "../../../../support/extensionApp";
import { FakePanel } from "../../../../support/fakeVscode/fakeHost";

describe("the page of a query's result", () => {
  const on = suiteApp();

  it("runs a query once that is run again before the page listens", () => {
    const content = { source: "file:///q.chain.sql", groupId: on.group.id, place: "here", name: "q.chain.sql" };
    const [first, second] = ["SELECT 1", "SELECT 2"].map((sql) => ({ ...content, sql, parameters: {} }));
    const panel = new FakePanel("chainside.queryResult");
    const page = new QueryPanel(on.app, panel as never, first as never, () => undefined);
    page.run(second as never);
    panel.say({ type: "ready" });
    expect(panel.sent).toEqual([{ type: "tell", name: "run", value: second }]);
    page.run(first as never);
    expect(panel.sent.slice(1)).toEqual([{ type: "tell", name: "run", value: first }]);
    page.dispose();
  });
});
