import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import * as vscode from "vscode";
import { LogView, logLinks, logUri, nodesOf, readLogUri } from "../../../../../src/extension/features/nodes/logView";
import { EventEmitter, Uri } from "../../../../support/fakeVscode/values";

const node = (name: string, place: string) => ({ name, place, uri: Uri.file(`/w/${place}`) }) as never;

describe("the document of nodes' logs", () => {
  it("says in its address whose logs it shows, and what of them", () => {
    const nodes = nodesOf([node("node0", "a/node0"), node("node0", "b/node0"), node("x\u001b", "x")]);
    expect(nodes.map(({ name }) => name)).toEqual(["a/node0", "b/node0", "x\\u001b"]);
    const subject = { nodes, min: "error", modules: ["PBFT"] } as const;
    const uri = logUri(subject);
    expect(uri.path).toBe("/a·node0 + b·node0 + x\\u001b ≥ error PBFT.log");
    expect(readLogUri(uri)).toEqual(subject);
  });

  it("takes no address that nobody here made", () => {
    for (const query of ["", "{}", "[]", "null", '{"nodes":[1],"modules":[]}', '{"nodes":[],"modules":[1]}'])
      expect(readLogUri({ query })).toBeUndefined();
  });

  it("links hashes, node IDs and beginnings of known ones to what is known of them", () => {
    const [known, hash] = ["ab".repeat(64), "12".repeat(32)];
    const nodeNames = {
      get: (nodeId: string) => (nodeId === known ? "node0" : undefined),
      beginningWith: (digits: string) => (known.startsWith(digits) ? known : undefined),
    };
    const lines = [`hash=${hash} nodeId=abababab...,other=cdcdcdcd...`, `id ${known}`, `${"x ".repeat(2000)}${hash}`];
    const links = logLinks({ nodeNames } as never, {
      lineCount: lines.length,
      lineAt: (line) => ({ text: lines[line] ?? "" }),
    });
    expect(links.map(({ range, target, tooltip }) => [range.start.line, target?.toString(true), tooltip])).toEqual([
      [1, `command:chainside.explain?["${known}"]`, "Explain node node0"],
      [0, `command:chainside.explain?["0x${hash}"]`, "Explain"],
      [0, `command:chainside.explain?["${known}"]`, "Explain node node0"],
    ]);
  });
});

describe("what is read for documents of logs", () => {
  const folder = mkdtempSync(join(tmpdir(), "chainside-logview-"));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("goes with their last tab, and comes back with the document", async () => {
    mkdirSync(join(folder, "log"));
    writeFileSync(join(folder, "log/log_1.log"), "info|2026-01-11 00:00:01.000000|t-1|[BADGE]first\n");
    const tabs = new EventEmitter<{ closed: readonly { input: unknown }[] }>();
    const closed = new EventEmitter<{ uri: Uri }>();
    const open: { input: unknown }[] = [];
    const nothing = { dispose: () => undefined };
    class TabInputText {
      constructor(readonly uri: Uri) {}
    }
    Object.assign(vscode, { TabInputText });
    Object.assign(vscode.window, { tabGroups: { all: [{ tabs: open }], onDidChangeTabs: tabs.event } });
    Object.assign(vscode.languages, { registerDocumentLinkProvider: () => nothing });
    Object.assign(vscode.workspace, {
      registerTextDocumentContentProvider: () => nothing,
      onDidChangeTextDocument: () => nothing,
      onDidCloseTextDocument: closed.event,
    });
    const view = new LogView({ errors: { log: () => undefined } } as never);
    try {
      const uri = logUri({
        nodes: nodesOf([{ name: "node0", place: "node0", uri: Uri.file(folder) } as never]),
        modules: [],
      });
      expect(await view.provideTextDocumentContent(uri)).toContain("first");
      expect(view.modulesOf(uri)).toEqual(["BADGE"]);
      const tab = { input: new TabInputText(uri as never) };
      // another tab still shows it
      open.push({ input: new TabInputText(uri as never) });
      tabs.fire({ closed: [tab] });
      expect(view.modulesOf(uri)).toEqual(["BADGE"]);
      open.pop();
      tabs.fire({ closed: [{ input: undefined }, tab] });
      expect(view.modulesOf(uri)).toEqual([]);
      expect(await view.provideTextDocumentContent(uri)).toContain("first");
      closed.fire({ uri: uri as never });
      expect(view.modulesOf(uri)).toEqual([]);
    } finally {
      view.dispose();
    }
  });
});
