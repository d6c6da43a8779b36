import { expect, it, vi } from "vitest";
import * as vscode from "vscode";
import { createClient, type Transport } from "../../../../../src/chain/client/client";
import { registerOperations } from "../../../../../src/extension/features/operations/registerOperations";
import { askProposal } from "../../../../../src/extension/flows/propose/askProposal";
import { markTrusted } from "../../../../../src/extension/kit/commands/commands";
import { weightNow } from "../../../../../src/operations/node/askedNodes";
import { transportTo } from "../../../../support/chainInProcess";
import { suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";

const on = suiteApp();
const nodeId = "ab".repeat(64);

it("begins with the weight that a sealer has", async () => {
  const honest = transportTo(on.chain, on.asked);
  const request: Transport["request"] = async (method, ...rest) =>
    method === "getSealerList" ? [{ nodeID: nodeId, weight: 7 }] : honest.request(method, ...rest);
  const session = { ...on.group.session, client: createClient({ ...honest, request }, "group0") };
  const offered: unknown[] = [];
  const box = vi.spyOn(vscode.window, "showInputBox").mockImplementation(async (options) => {
    offered.push(options?.value);
    return options?.value;
  });
  const ask = (kind: "setConsensusWeight" | "addSealer"): Promise<unknown> =>
    askProposal(on.app, { session } as never, { kind: "node", nodeId, proposalKinds: [kind] });
  expect(await ask("setConsensusWeight")).toEqual({ kind: "setConsensusWeight", nodeId, weight: 7 });
  expect(await ask("addSealer")).toEqual({ kind: "addSealer", nodeId, weight: 1 });
  expect(offered).toEqual(["7", "1"]);
  box.mockRestore();
});

it("is that of its turns where that is set, also for a sealer that waits for its turn", async () => {
  const honest = transportTo(on.chain, on.asked);
  const waiting = "cd".repeat(64);
  const request: Transport["request"] = async (method, ...rest) => {
    if (method === "getSealerList") return [{ nodeID: nodeId, weight: 7, termWeight: 3 }];
    if (method === "getNodeListByType") return [{ nodeID: waiting, weight: 8, termWeight: 0 }];
    return honest.request(method, ...rest);
  };
  const session = { ...on.group.session, client: createClient({ ...honest, request }, "group0") };
  const group = new Proxy(on.group, {
    get: (target, name) => (name === "session" ? session : (Reflect.get(target, name, target) as unknown)),
  });
  expect(await weightNow("weight")({ session, given: { node: waiting } })).toBe("8");
  const offered: unknown[] = [];
  const box = vi.spyOn(vscode.window, "showInputBox").mockImplementation(async (options) => {
    offered.push([options?.value, await options?.validateInput?.("0")]);
    return undefined;
  });
  const parts = registerOperations(on.app);
  for (const id of [nodeId, waiting])
    await host.commands.get("chainside.setTermWeight")?.(markTrusted({ kind: "node", nodeId: id, group }));
  expect(offered).toEqual([
    ["3", undefined],
    ["0", undefined],
  ]);
  parts.dispose();
  box.mockRestore();
});
