import { describe, expect, it } from "vitest";
import type { StorageView } from "../../../../../src/debugger/inspect/messages";
import { inspectedPart } from "../../../../../src/extension/features/explorer/inspectedParts";
import { storageDocument } from "../../../../../src/extension/features/inspection/registerInspection";
import { suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { Uri } from "../../../../support/fakeVscode/values";

const view: StorageView = {
  address: `0x${"1".repeat(40)}`,
  contract: "Till",
  source: "",
  variables: [{ name: "total", type: "uint256", value: "3" }],
  lookedUp: [],
  others: [1, 2].map((slot) => ({ slot: `0x${slot}`, word: `0x0${slot}` })),
  othersLeft: 40,
  notes: [],
};

describe("the storage of a contract on the explorer's page", () => {
  const on = suiteApp();

  it("counts the slots that are left out, as the document does", async () => {
    const folder = { uri: Uri.file("/contracts"), name: "contracts", index: 0 };
    host.desk = { workspace: { workspaceFolders: [folder], isTrusted: true } };
    Object.assign(on.app, { inspector: { inspect: async () => view } });
    const question = { what: "storage", id: view.address } as const;
    const { tables } = await inspectedPart(on.app, on.group, question, new AbortController().signal);
    expect(tables).toMatchObject([
      { title: "Till", rows: [["total", "uint256", "3"]] },
      { title: "Other Slots (42)", rows: [["0x1", "0x01"], ["0x2", "0x02"], ["… 40 more"]] },
    ]);
    expect(storageDocument(on.group, view).text).toContain("# Other Slots (42)\n0x1: 0x01\n0x2: 0x02\n  … 40 more");
  });
});
