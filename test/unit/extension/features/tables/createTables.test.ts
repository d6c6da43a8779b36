import { expect, it } from "vitest";
import { makeKvTable } from "../../../../../src/extension/features/tables/createTables";
import { nothing } from "../../../../../src/extension/flows/target/target";
import type { WritableGroup } from "../../../../../src/extension/state/connections/writableGroup";
import { suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";

const on = suiteApp({}, "full");

it("a table that was created is opened on its chain, whichever one is in use by then", async () => {
  host.texts = ["t_new", "id", "value"];
  host.buttons = [/Open Table/];
  await makeKvTable(on.app, on.group as WritableGroup, nothing);
  await expect
    .poll(() => host.executed)
    .toContainEqual(["chainside.openTable", { kind: "text", text: "t_new", group: on.group }]);
});
