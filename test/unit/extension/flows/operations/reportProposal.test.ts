import { expect, it } from "vitest";
import { reportProposal } from "../../../../../src/extension/flows/operations/reportProposal";
import type { ChainGroup } from "../../../../../src/extension/state/connections/chainGroup";
import { host } from "../../../../support/fakeVscode/fakeHost";

it("tells of a proposal that was executed, and lets the views know", () => {
  const messages: string[] = [];
  const group = { notify: (change: string) => messages.push(change) } as unknown as ChainGroup;
  reportProposal(group, { id: 3, type: "setSystemConfig", status: "finished", executed: true });
  expect(host.messages.join()).toContain("passed and was executed");
  expect(messages).toEqual(["governance", "nodes"]);
});
