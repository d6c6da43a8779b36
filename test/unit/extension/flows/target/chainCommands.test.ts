import { describe, expect, it } from "vitest";
import { registerBfs } from "../../../../../src/extension/features/bfs/registerBfs";
import { registerHistory } from "../../../../../src/extension/features/contracts/sent/registerHistory";
import { registerOperations } from "../../../../../src/extension/features/operations/registerOperations";
import { free, reads, registerTargetCommands, writes } from "../../../../../src/extension/flows/target/chainCommands";
import { markTrusted } from "../../../../../src/extension/kit/commands/commands";
import type { Target } from "../../../../../src/extension/kit/commands/target";
import { signedRequests, suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";

describe("commands on a chain", () => {
  const on = suiteApp();
  const node = (nodeId: string): Target => markTrusted({ kind: "node", nodeId });
  const run = async (id: string, ...given: unknown[]): Promise<unknown> => host.commands.get(id)?.(...given);

  it("give what they need: the group of the line, else the active one, and all selected lines", async () => {
    const seen: [string, Target, (readonly Target[])?][] = [];
    registerTargetCommands(on.app, {
      "chainside.startNode": free((target, selection) => seen.push(["free", target, selection])),
      "chainside.showBalance": reads((group, target) => seen.push([group.groupId, target])),
    });
    await run("chainside.startNode", node("a"), [node("a"), node("b")]);
    await run("chainside.showBalance");
    expect(seen).toEqual([
      ["free", node("a"), [node("a"), node("b")]],
      ["group0", { kind: "nothing" }],
    ]);
  });

  it("are refused before they run where they write and the connection is read-only", async () => {
    let ran = 0;
    registerTargetCommands(on.app, {
      "chainside.showBalance": reads(() => ran++),
      "chainside.addBalance": writes(() => ran++),
    });
    on.access = "readOnly";
    await run("chainside.showBalance");
    await run("chainside.addBalance");
    expect(ran).toBe(1);
    expect(on.errors).toMatchObject([{ code: "readOnlyConnection" }]);
  });

  it("ask nothing, of the user or of the node, before they refuse a read-only connection", async () => {
    on.access = "readOnly";
    for (const register of [registerOperations, registerBfs, registerHistory]) register(on.app);
    const writing = [...host.commands.keys()].filter(
      (id) =>
        !/show|list|check|runOperation|readLink|openLinkAbi|copyCommandLine|forgetTransaction|clearHistory/i.test(id),
    );
    expect(writing.length).toBeGreaterThan(25);
    for (const id of writing) {
      on.errors.length = 0;
      await run(id);
      expect([id, on.errors.map((error) => (error as { code?: unknown }).code)]).toEqual([id, ["readOnlyConnection"]]);
    }
    expect(host.questions).toEqual([]);
    expect(signedRequests(on.asked)).toEqual([]);
    expect(on.asked).toEqual([]);
  });
});
