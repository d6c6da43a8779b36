import { afterEach, describe, expect, it } from "vitest";
import { registerChains } from "../../../../../src/extension/features/chains/registerChains";
import { suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";

describe("Go to Block of the palette", () => {
  const on = suiteApp();
  const parts: { dispose(): void }[] = [];
  afterEach(() => {
    for (const part of parts.splice(0)) part.dispose();
  });

  it.each([{ seen: false }, { seen: true }])("brings the view to sight (seen before: $seen)", async ({ seen }) => {
    const { app, group } = on;
    Object.assign(app.connections.all[0] ?? {}, {
      state: { kind: "connected", groups: [group], endpoint: "http://a" },
    });
    parts.push(registerChains(app));
    const view = host.views.at(-1);
    if (!view) throw new Error("no view");
    const tree = view.tree as { getChildren(node?: unknown): Promise<unknown[]> };
    if (seen) for (const line of await tree.getChildren()) await tree.getChildren(line);
    view.show(false);
    host.texts = ["0"];
    await host.commands.get("chainside.goToBlock")?.();
    expect(on.errors).toEqual([]);
    expect([view.visible, view.revealed]).toEqual([true, [`${group.id}/blocks`]]);
  });
});
