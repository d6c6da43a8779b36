import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { waysOf } from "../../../../../src/extension/flows/nodes/reloadNode";
import { NodeFolders } from "../../../../../src/extension/state/nodeFolders/nodeFolders";
import { logFiles } from "../../../../../src/extension/state/nodeFolders/nodeLog";
import { readNodeFolder } from "../../../../../src/extension/state/nodeFolders/readNodeFolder";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { EventEmitter, Uri } from "../../../../support/fakeVscode/values";

const config = "[p2p]\nlisten_port=30300\n[certificate_whitelist]\n";

describe("a node folder", () => {
  let folder: string;
  beforeEach(() => {
    host.reset();
    folder = mkdtempSync(join(tmpdir(), "node-"));
    writeFileSync(join(folder, "config.ini"), config);
    writeFileSync(join(folder, "start.sh"), "");
    writeFileSync(join(folder, "nohup.out"), "FISCO BCOS Version : 3.3.0\n");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const read = () => readNodeFolder(Uri.file(join(folder, "config.ini")) as never);

  it.each([
    ["auto", "3.3.0"],
    ["v3.16.4", "3.16.4"],
    ["latest", "3.3.0"],
    ["", "3.3.0"],
  ])("is of the release that the setting %s names, else of the one that ran last", async (named, version) => {
    host.settings.set("chainside.nodeConfig.nodeVersion", named);
    expect(await read()).toMatchObject({ version, reload: version === "3.3.0" ? "restart" : "signal" });
  });

  it("is read again when a setting changes by which it is read", async () => {
    const none = { dispose: () => undefined };
    const watcher = { ...none, onDidCreate: () => none, onDidChange: () => none, onDidDelete: () => none };
    const config = Uri.file(join(folder, "config.ini"));
    host.desk = {
      workspace: {
        findFiles: async () => [config],
        createFileSystemWatcher: () => watcher,
      },
    };
    const folders = new NodeFolders(() => undefined);
    const digits = async () => (await folders.list()).map(({ lists }) => lists.digits);
    expect(await digits()).toEqual([128]);
    host.set("chainside.accessList.identityLength", "512");
    expect(await digits()).toEqual([512]);
    host.set("chainside.nodeConfig.nodeVersion", "3.9.0");
    expect((await folders.list()).map(({ version }) => version)).toEqual(["3.9.0"]);
    folders.dispose();
  });

  it("is read again when its node prints another release", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const config = Uri.file(join(folder, "config.ini"));
    const changed = new Map<string, EventEmitter<Uri>>();
    const none = () => ({ dispose: () => undefined });
    host.desk = {
      workspace: {
        findFiles: async () => [config],
        createFileSystemWatcher: (glob: string) => {
          const emitter = new EventEmitter<Uri>();
          changed.set(glob, emitter);
          return { dispose: none, onDidCreate: none, onDidChange: emitter.event, onDidDelete: none };
        },
      },
    };
    const folders = new NodeFolders((error) => expect.unreachable(String(error)));
    let forgotten = 0;
    folders.onDidChange(() => forgotten++);
    const versions = async () => (await folders.list()).map(({ version }) => version);
    expect(await versions()).toEqual(["3.3.0"]);
    const nohup = join(folder, "nohup.out");
    appendFileSync(nohup, "FISCO BCOS Version : 3.16.0\n");
    changed.get("**/nohup.out")?.fire(Uri.file(nohup));
    await vi.advanceTimersByTimeAsync(1000);
    vi.useRealTimers();
    await expect.poll(() => forgotten, { timeout: 20_000 }).toBe(1);
    expect(await versions()).toEqual(["3.16.0"]);
    folders.dispose();
  });

  it("has its logs where config.ini says, below it alone in an untrusted workspace", async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "logs-"));
    const names = ["log", "own"].map((name) => join(folder, name));
    for (const place of [...names, elsewhere]) {
      mkdirSync(place, { recursive: true });
      writeFileSync(join(place, "log_2026112309.18.log"), "");
    }
    host.desk = { workspace: { workspaceFolders: [{ uri: Uri.file(folder) }] } };
    const at = async (line: string): Promise<string[]> => {
      writeFileSync(join(folder, "config.ini"), `[log]\n${line}\n`);
      return (await logFiles(Uri.file(folder) as never)).map((path) => dirname(path));
    };
    expect(await at("")).toEqual([join(folder, "log")]);
    expect(await at("log_path=./own")).toEqual([join(folder, "own")]);
    expect(await at(`log_path=${elsewhere}`)).toEqual([elsewhere]);
    host.trusted = false;
    expect(await at(`log_path=${elsewhere}`)).toEqual([join(folder, "log")]);
    rmSync(elsewhere, { recursive: true });
  });

  it("of 2.x is reloaded by its own script, and restarted where it has none", async () => {
    rmSync(join(folder, "nohup.out"));
    writeFileSync(join(folder, "config.ini"), `${config}[rpc]\nchannel_listen_port=20200\n`);
    const ways = async () => waysOf((await read()) as never);
    expect(await ways()).toEqual({ method: "restart", script: "start.sh" });
    mkdirSync(join(folder, "scripts"));
    writeFileSync(join(folder, "scripts/reload_whitelist.sh"), "");
    expect(await ways()).toEqual({ method: "script", script: "scripts/reload_whitelist.sh" });
  });
});
