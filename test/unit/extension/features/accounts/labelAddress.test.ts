import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as vscode from "vscode";
import { labelAddress } from "../../../../../src/extension/features/accounts/labelAddress";
import { suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";

const address = `0x${"ab".repeat(20)}` as const;

describe("the label of an address", () => {
  const on = suiteApp();
  const written: [unknown, unknown][] = [];
  beforeEach(() => {
    written.length = 0;
    vi.spyOn(vscode.workspace, "getConfiguration").mockReturnValue({
      get: () => ({}),
      inspect: () => ({ defaultValue: {} }),
      update: async (_: string, value: unknown, place: unknown) => void written.push([value, place]),
    } as never);
  });
  afterEach(() => vi.restoreAllMocks());
  const label = (): Promise<unknown> =>
    labelAddress(on.app, { kind: "account", address }).catch((error: unknown) => error);

  it("is the user's in Restricted Mode, where that of the workspace counts for nothing and can't be read", async () => {
    for (const isTrusted of [true, false]) {
      host.desk = { workspace: { workspaceFolders: [{ name: "a" }], isTrusted } } as never;
      host.texts = ["Treasury"];
      await label();
    }
    const { Workspace, Global } = vscode.ConfigurationTarget;
    expect(written).toEqual([
      [{ [address]: "Treasury" }, Workspace],
      [{ [address]: "Treasury" }, Global],
    ]);
  });
});
