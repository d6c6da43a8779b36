import { expect, it } from "vitest";
import { reportProposal } from "../../../../../src/extension/flows/operations/reportProposal";
import type { ChainGroup } from "../../../../../src/extension/state/connections/chainGroup";
import { suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";

const on = suiteApp();

it("tells of a proposal that was executed, and lets the views know, also where the chain can't be asked again", async () => {
  const messages: string[] = [];
  const gone = new Error("the node is gone");
  const group = {
    reopen: () => Promise.reject(gone),
    notify: (change: string) => messages.push(change),
  } as unknown as ChainGroup;
  await reportProposal(on.app, group, { id: 3, type: "setSystemConfig", status: "finished", executed: true });
  expect(host.messages.join()).toContain("passed and was executed");
  expect(messages).toEqual(["governance", "nodes"]);
  expect(on.errors).toEqual([gone]);
});
