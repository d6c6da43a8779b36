import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as vscode from "vscode";
import { readPin } from "../../../../../src/chain/profile/chainPin";
import { keepConnection, offerToKeep } from "../../../../../src/extension/features/connections/connectionCommands";
import { removePin } from "../../../../../src/extension/features/connections/pinChain";
import {
  changeEntry,
  removeEntries,
  writeEntry,
} from "../../../../../src/extension/features/connections/settingEntries";
import type { Chainside } from "../../../../../src/extension/state/chainside";
import type { ChainGroup } from "../../../../../src/extension/state/connections/chainGroup";
import type { Connection } from "../../../../../src/extension/state/connections/connection";
import { host } from "../../../../support/fakeVscode/fakeHost";

const { Workspace, Global } = vscode.ConfigurationTarget;
const entry = (name: string, more: object = {}) => ({ name, endpoints: ["http://127.0.0.1:20200"], ...more });

describe("connections in the settings of a workspace and in those of the user", () => {
  /** The list of each place, as it stands there. */
  const written = new Map<vscode.ConfigurationTarget, unknown>();
  beforeEach(() => {
    host.reset();
    written.clear();
    vi.spyOn(vscode.workspace, "getConfiguration").mockReturnValue({
      get: () => written.get(Workspace) ?? written.get(Global) ?? [],
      inspect: () => ({ workspaceValue: written.get(Workspace), globalValue: written.get(Global), defaultValue: [] }),
      update: async (_: string, value: unknown, place: vscode.ConfigurationTarget) =>
        void (value === undefined ? written.delete(place) : written.set(place, value)),
    } as never);
  });
  afterEach(() => vi.restoreAllMocks());

  it("stay apart: the workspace's don't get into the user's, and none of the user's is lost", async () => {
    written.set(Workspace, [entry("team")]).set(Global, [entry("mine")]);
    await writeEntry(Global, entry("new"));
    expect(written.get(Global)).toEqual([entry("mine"), entry("new")]);
    expect(written.get(Workspace)).toEqual([entry("team")]);
    await writeEntry(Workspace, entry("team", { access: "readOnly" }));
    expect(written.get(Workspace)).toEqual([entry("team", { access: "readOnly" })]);
  });

  it("of the user stay the user's alone when a workspace gets its first", async () => {
    written.set(Global, [entry("mine", { access: "full" })]);
    await writeEntry(Workspace, entry("new"));
    expect(written.get(Workspace)).toEqual([entry("new")]);
    await changeEntry("mine", (each) => ({ ...each, access: "readOnly" }));
    expect(written.get(Global)).toEqual([entry("mine", { access: "readOnly" })]);
  });

  it("may be anything that a person wrote", async () => {
    written.set(Workspace, [null, 7, entry("team")]).set(Global, { name: "no list" });
    await changeEntry("team", (each) => ({ ...each, access: "readOnly" }));
    expect(written.get(Workspace)).toEqual([null, 7, entry("team", { access: "readOnly" })]);
    await writeEntry(Global, entry("mine"));
    expect(written.get(Global)).toEqual([entry("mine")]);
    written.set(Workspace, [null, entry("mine")]);
    await removeEntries("mine");
    expect([written.get(Workspace), written.has(Global)]).toEqual([[null], false]);
  });

  it("of a session stay open where what is saved is hidden, which is said", async () => {
    written.set(Workspace, [entry("team")]);
    const session = { name: "new", origin: "session", profile: { ...entry("new"), group: "", access: "confirm" } };
    const removed: unknown[] = [];
    const app = { connections: { get: () => undefined, remove: async (each: unknown) => void removed.push(each) } };
    host.picks = [/In My Settings/];
    await keepConnection(app as unknown as Chainside, session as unknown as Connection);
    expect(written.get(Global)).toEqual([expect.objectContaining({ name: "new" })]);
    expect(removed).toEqual([]);
    expect(host.messages.join()).toContain("stays for this session only");
  });

  it("are not saved in a workspace in Restricted Mode, whose list can't be read and counts for nothing", async () => {
    host.desk = { workspace: { workspaceFolders: [{ name: "a" }], isTrusted: false } } as never;
    written.set(Global, [entry("mine")]);
    const session = { name: "new", origin: "session", profile: { ...entry("new"), group: "", access: "confirm" } };
    const app = { connections: { get: () => undefined } } as unknown as Chainside;
    host.picks = [/In This Workspace/];
    await expect(keepConnection(app, session as unknown as Connection)).rejects.toThrow();
    host.buttons = [/In This Workspace/];
    await offerToKeep(app, session as unknown as Connection);
    expect([...written.keys()]).toEqual([Global]);
  });

  it("lose the pin of one group and keep those of the others; with the last one there is none", async () => {
    const [one, two] = [{ genesisHash: `0x${"11".repeat(32)}` }, { genesisHash: `0x${"22".repeat(32)}` }];
    const pinned = { chainId: "chain0", groups: { group0: one, group1: two } };
    written.set(Workspace, [entry("team", { pin: pinned })]);
    const group = (groupId: string): ChainGroup => {
      const [kept] = written.get(Workspace) as { readonly pin?: unknown }[];
      const profile = { pin: readPin("team", kept?.pin) };
      return { groupId, connection: { name: "team", origin: "settings", profile } } as never;
    };
    await removePin(group("group7"));
    expect(host.messages.at(-1)).toContain("isn't pinned");
    await removePin(group("group0"));
    expect(host.messages.at(-1)).toContain("team · group0 is no longer pinned.");
    expect(written.get(Workspace)).toEqual([entry("team", { pin: { chainId: "chain0", groups: { group1: two } } })]);
    await removePin(group("group1"));
    expect(written.get(Workspace)).toEqual([entry("team")]);
  });
});
