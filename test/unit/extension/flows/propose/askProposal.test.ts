import { expect, it, vi } from "vitest";
import * as vscode from "vscode";
import { createClient, type Transport } from "../../../../../src/chain/client/client";
import { askProposal } from "../../../../../src/extension/flows/propose/askProposal";
import { transportTo } from "../../../../support/chainInProcess";
import { suiteApp } from "../../../../support/extensionApp";

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
