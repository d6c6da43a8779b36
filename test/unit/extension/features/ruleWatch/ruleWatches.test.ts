import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RuleWatches } from "../../../../../src/extension/features/ruleWatch/ruleWatches";
import { type ExtensionApp, extensionApp } from "../../../../support/extensionApp";
import { FakeClock } from "../../../../support/fakeClock";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { EventEmitter, Uri } from "../../../../support/fakeVscode/values";

const rules = (kind: string): string => `rules:\n  - name: R\n    ${kind}:\n`;

describe("groups that are watched by rules", () => {
  let chain: ExtensionApp;
  let folder: string;
  let file: string;
  let watches: RuleWatches;
  /** Ways to nodes that are open. */
  let open: number;
  /** What making one waits for. */
  let gate: Promise<void>;
  const saved = new EventEmitter<{ readonly uri: Uri }>();
  beforeEach(async () => {
    host.reset();
    host.desk = { workspace: { onDidSaveTextDocument: saved.event } };
    folder = mkdtempSync(join(tmpdir(), "rules-"));
    file = join(folder, "some.watch.yaml");
    chain = await extensionApp();
    open = 0;
    gate = Promise.resolve();
    const transport = { label: "", request: () => new Promise(() => undefined), close: async () => void open-- };
    const openEach = async () => {
      await gate;
      open++;
      return [{ url: "http://in.process:20200", transport }];
    };
    Object.assign(chain.app.connections.all[0] ?? {}, { openEach });
    Object.assign(chain.app, { clock: new FakeClock() });
    watches = new RuleWatches(chain.app);
  });
  afterEach(() => {
    watches.dispose();
    chain.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  const save = (kind: string): void => {
    writeFileSync(file, rules(kind));
    saved.fire({ uri: Uri.file(file) });
  };
  const start = async (kind = "down"): Promise<void> => {
    writeFileSync(file, rules(kind));
    await watches.start(chain.group, file);
  };
  const isShown = (): boolean => host.statusItems.some(({ shown }) => shown);

  it("are watched again when rules that were saved wrong are mended", async () => {
    await start();
    expect([open, isShown()]).toEqual([1, true]);
    save("donw");
    await expect.poll(() => chain.errors).toMatchObject([{ code: "wrongRules" }]);
    expect([open, isShown()]).toEqual([0, false]);
    save("sealers");
    await expect.poll(() => [open, isShown()]).toEqual([1, true]);
  });

  it("tell once that rules are wrong, and can be stopped all the same", async () => {
    await start();
    chain.connected = false;
    expect(open).toBe(0);
    writeFileSync(file, rules("donw"));
    for (let changes = 0; changes < 3; changes++) {
      chain.connected = true;
      await expect.poll(() => chain.errors.length).toBeGreaterThan(0);
    }
    expect(chain.errors).toMatchObject([{ code: "wrongRules" }]);
    host.picks = [/^Stop watching group0/];
    await watches.show();
    expect(host.messages.at(-1)).toContain("group0 is no longer watched.");
    await watches.show();
    expect(host.messages.at(-1)).toContain("No group is watched by rules.");
  });

  it("are watched by the rules of the last save, whichever was read first", async () => {
    await start();
    save("sealers");
    save("config");
    save("certificate");
    writeFileSync(file, "rules:\n  - name: R\n    certificate: { days: 1 }\n  - name: other\n    down:\n");
    saved.fire({ uri: Uri.file(file) });
    await expect.poll(() => [open, isShown()]).toEqual([1, true]);
    host.picks = [/^2 rules/];
    await watches.show();
    expect(open).toBe(0);
  });

  it("leave nothing open where the window ends while a watch begins", async () => {
    let release = (): void => undefined;
    gate = new Promise((resolve) => {
      release = resolve;
    });
    const starting = start();
    await Promise.resolve();
    watches.dispose();
    release();
    await starting;
    expect(open).toBe(0);
    expect(host.messages).toEqual([]);
  });

  it("say what keeps a node from being asked", async () => {
    const openEach = async () => Promise.reject(new Error("no such key"));
    Object.assign(chain.app.connections.all[0] ?? {}, { openEach });
    await expect(start()).rejects.toThrow("no such key");
    expect(host.messages).toEqual([]);
  });
});
