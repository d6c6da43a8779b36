import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as vscode from "vscode";
import { code, command, escapeMarkdown, md } from "../../../src/text/markdown";
import { visibleInPlace } from "../../../src/text/visibleText";

const reported: unknown[][] = [];
const say = (...values: unknown[]): Promise<undefined> => {
  reported.push(values);
  return Promise.resolve(undefined);
};
beforeEach(() => {
  // No replaced module: files of one worker share theirs.
  for (const name of [
    "showInformationMessage",
    "showWarningMessage",
    "showErrorMessage",
    "setStatusBarMessage",
  ] as const)
    vi.spyOn(vscode.window as unknown as Record<typeof name, typeof say>, name).mockImplementation(say);
  vi.spyOn(vscode.window, "withProgress").mockImplementation((options, task) => {
    void say(options);
    return task({ report: (value) => void say(value) }, new vscode.CancellationTokenSource().token);
  });
  vi.spyOn(vscode.env.clipboard, "writeText").mockImplementation(say);
});

const { copyText, showError, showInformation, showPassing, showWarning } = await import(
  "../../../src/extension/kit/messages/notify"
);
const { showProgress } = await import("../../../src/extension/kit/asking/progress");
const { shownChoice, shownLabel, shownPlain } = await import("../../../src/extension/kit/text/shownText");
const { visibleLog } = await import("../../../src/extension/kit/errors/visibleLog");

/** A revert reason, a contract's name, a chain ID, a folder's name: whatever an attacker could choose. */
const attack =
  "$(verified) [sign](command:chainside.sign?1) ![x](https://evil.example/x.png) <img src=https://evil.example> \u001b[2J\u202e\u200b\u0007";
const harmful = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202e]/;

afterEach(() => {
  vi.restoreAllMocks();
  reported.length = 0;
});

describe("what a hostile chain says on the screen", () => {
  it("is no link and no control character in a message, whose buttons stay", async () => {
    for (const show of [showInformation, showWarning, showError])
      await show(attack, { modal: true, detail: attack }, "Copy");
    await showInformation(attack, "Show Log", "Copy");
    for (const [message, ...rest] of reported) {
      expect(message).not.toMatch(harmful);
      expect(message).not.toContain("](");
      expect(message).toContain("\\u001b[2J\\u202e\\u200b\\u0007");
      expect(JSON.stringify(rest)).toContain("Copy");
      expect((rest[0] as { detail?: string }).detail ?? "").not.toMatch(harmful);
    }
    expect(reported[3]?.slice(1)).toEqual(["Show Log", "Copy"]);
  });

  it("is no link and no control character in progress, and draws no icon in the status bar", async () => {
    for (const location of [10, 15]) {
      const answer = await showProgress({ location, title: attack }, async (progress) => {
        progress.report({ message: attack, increment: 3 });
        progress.report({ increment: 4 });
        return "done";
      });
      expect(answer).toBe("done");
    }
    await showProgress({ location: { viewId: "chainside.nodes" } }, async () => undefined);
    for (const [value] of reported) {
      const { title = "", message = "" } = value as { title?: string; message?: string };
      for (const text of [title, message]) expect(text).not.toMatch(harmful);
    }
    const [window, , , notification, message] = reported.map(
      ([value]) => value as { title?: string; message?: string },
    );
    expect(window?.title).toMatch(/^\\\$\(verified\)/);
    expect(notification?.title).not.toContain("](");
    expect(message).toMatchObject({ increment: 3, message: expect.not.stringContaining("](") });
    expect(reported[2]?.[0]).toEqual({ increment: 4 });
  });

  it("draws no icon in a question or the status bar but the one that is ours", () => {
    expect(shownLabel(`$(error) ${attack}`)).toMatch(/^\$\(error\) \\\$\(verified\) /);
    expect(shownPlain("$(check)")).toBe("\\$(check)");
    const choice = shownChoice({
      label: "$(file-code) $(check)",
      description: attack,
      detail: attack,
      value: 1,
    } as { label: string; description: string; detail: string });
    expect(choice).toMatchObject({ label: "$(file-code) \\$(check)", value: 1 });
    for (const text of [choice.description, choice.detail]) expect(text).toMatch(/^\\\$\(verified\)/);
    expect(JSON.stringify(choice)).not.toMatch(harmful);
    showPassing(`$(check) ${attack}`, 1);
    expect(reported[0]?.[0]).not.toMatch(harmful);
  });

  it("does nothing when it is pasted, and its lines stay", async () => {
    await copyText(`one\n${attack}`);
    expect(reported[0]?.[0]).toMatch(/^one\n/);
    expect(reported[0]?.[0]).not.toMatch(harmful);
  });

  it("is plain text in the log", () => {
    const lines: unknown[] = [];
    const log = visibleLog({ error: (...values: unknown[]) => lines.push(...values), name: "x" } as never);
    log.error(attack, attack);
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).not.toMatch(harmful);
    expect(log.name).toBe("x");
  });

  it("keeps every position of a document", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const shown = visibleInPlace(text);
        expect(shown.length).toBe(text.length);
        expect(shown).not.toMatch(harmful);
        expect(shown.split("\n").length).toBe(text.split("\n").length);
      }),
    );
    expect(visibleInPlace("a\u001b[0m\u202eb")).toBe("a␛[0m\ufffdb");
  });
});

describe("foreign text in Markdown", () => {
  it("is no picture, link, icon, heading or tag", () => {
    const shown = md`**${attack}** and ${"# x"}, ${"1. x"}, ${"www.evil.example"}, ${"- x"}`;
    expect(shown).not.toMatch(/(?<!\\)[$[\]<>]/);
    expect(shown).not.toMatch(/https:\/\//);
    expect(shown).toContain("and \\# x, 1\\. x, www\\.evil.example, \\- x");
    expect(shown).not.toMatch(harmful);
  });

  it("stays as it is where it holds nothing of the kind", () => {
    for (const text of ["node0 · sealer", "chain0", "127.0.0.1:30300", "3.16.4", "共识节点。"])
      expect(escapeMarkdown(text)).toBe(text);
  });

  it("stays in its code, whatever quotes it holds", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("`", "``", "a", " ", "![x](y)")).map((all) => all.join("")),
        (text) => {
          const { text: shown } = code(text);
          if (text === "") return;
          const fence = /^`+/.exec(shown)?.[0] ?? "";
          expect(shown.endsWith(fence)).toBe(true);
          const inside = shown.slice(fence.length, -fence.length);
          expect((inside.match(/`+/g) ?? []).some((run) => run.length === fence.length)).toBe(false);
        },
      ),
    );
  });

  it("cannot end the link of a command", () => {
    expect(md`[go](command:x?${command(encodeURIComponent('["a)(b"]'))})`).toBe("[go](command:x?%5B%22a%29%28b%22%5D)");
  });
});
