import { expect, it } from "vitest";
import { operationCommand } from "../../../../../src/extension/flows/operations/operationCommand";
import { nothing } from "../../../../../src/extension/flows/target/target";
import { suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";

const on = suiteApp({}, "full");

it("a table that was created is opened on its chain, whichever one is in use by then", async () => {
  host.texts = ["t_new", "id", "value"];
  host.buttons = [/Open Table/];
  await operationCommand(on.app, on.group, nothing, "kv create");
  await expect
    .poll(() => host.executed)
    .toContainEqual(["chainside.openTable", { kind: "text", text: "t_new", group: on.group }]);
});
