import { describe, expect, it, vi } from "vitest";
import { operationCommands } from "../../../../../scripts/coverageData/editorLocations";
import { describeTable } from "../../../../../src/chain/services/table/describeTable";
import { operationCommand } from "../../../../../src/extension/flows/operations/operationCommand";
import { nothing } from "../../../../../src/extension/flows/target/target";
import { Cancelled } from "../../../../../src/extension/kit/errors/cancelled";
import { loadedOperations } from "../../../../../src/operations/loaded";
import { suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";

const nameOf = ({ noun, verb }: { readonly noun: string; readonly verb: string }): string => `${noun} ${verb}`;

describe("commands that are operations", () => {
  const on = suiteApp({}, "full");

  it("are all those that say how they are a command, and no others", () => {
    const declared = loadedOperations.filter(({ command }) => command).map(nameOf);
    expect([...operationCommands.keys()].toSorted()).toEqual(declared.toSorted());
    expect(new Set(operationCommands.values()).size).toBe(operationCommands.size);
  });

  it("ask for every field that can't be left out", () => {
    for (const { command, fields, ...operation } of loadedOperations) {
      if (!command?.asks) continue;
      const needed = Object.keys(fields).filter((name) => fields[name]?.optional === false);
      const missing = needed.filter((name) => !command.asks?.includes(name));
      expect(missing, nameOf(operation)).toEqual([]);
    }
  });

  it("say why it can't be done before they ask anything", async () => {
    for (const name of ["shard make", "balance add", "balance register-caller"])
      await expect(operationCommand(on.app, on.group, nothing, name)).rejects.toMatchObject({ kind: "usage" });
    expect(host.questions).toEqual([]);
  });

  it("begin a path in the folder of the line, refuse it alone, and have the views look again", async () => {
    const target = { kind: "path", path: "/apps", entryType: "directory" } as const;
    host.texts = ["/apps/"];
    await expect(operationCommand(on.app, on.group, target, "bfs mkdir")).rejects.toBeInstanceOf(Cancelled);
    expect(host.messages.at(-1)).toBe("Enter a name after /apps/");
    host.texts = ["/apps/made"];
    const notify = vi.spyOn(on.group, "notify");
    expect(await operationCommand(on.app, on.group, target, "bfs mkdir")).toBe(true);
    expect(notify.mock.calls.flat()).toContain("bfs");
    notify.mockRestore();
  });

  it("ask for what they name, though it might be left out", async () => {
    host.texts = ["t_asked", "id", "name"];
    host.picks = [/Numbers/];
    await operationCommand(on.app, on.group, nothing, "table create");
    expect(await describeTable(on.group.session, "t_asked")).toMatchObject({
      keyField: "id",
      valueFields: ["name"],
      keyOrder: "numerical",
    });
  });
});
