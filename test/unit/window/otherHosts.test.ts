import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

let window: FakeWindow;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-hosts-"));
});
afterEach(async () => {
  await window?.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** An `ssh` that notes its words, one a line, and ends with this code. */
function noteSsh(code: number): () => string[] {
  const noted = join(folder, "noted");
  const ssh = join(folder, "ssh");
  writeFileSync(ssh, `#!/bin/sh\nprintf '%s\\n' "$@" > '${noted}'\nexit ${code}\n`);
  chmodSync(ssh, 0o755);
  vi.stubEnv("PATH", `${folder}${delimiter}${process.env["PATH"]}`);
  return () => (existsSync(noted) ? readFileSync(noted, "utf8").trimEnd().split("\n") : []);
}

/** The person's file of hosts. */
function writeHosts(text: string): string {
  const file = join(folder, "hosts.json");
  writeFileSync(file, text);
  vi.stubEnv("CHAINSIDE_HOSTS", file);
  return file;
}

const nodeFolder = "/data/it's here/node0";
const hosts = JSON.stringify({
  hosts: [{ name: "bank-a", ssh: "ops@10.0.0.1", port: 2222, nodes: { node0: nodeFolder, node1: "/data/node1" } }],
});

describe.skipIf(process.platform === "win32")("nodes on other hosts", () => {
  it.each([
    [
      "en",
      "Nodes on Other Hosts",
      "Stop",
      "Run this command line?",
      "Run",
      /ssh of bank-a\/node0 ended with exit code 3/,
    ],
    ["zh-cn", "其他主机上的节点", "停止", "运行这条命令？", "运行", /bank-a\/node0 的 ssh 以退出码 3 结束/],
  ] as const)("are stopped by the line that was shown (%s)", async (locale, title, stop, question, run, failed) => {
    const noted = noteSsh(3);
    writeHosts(hosts);
    window = openWindow({ locale });
    await window.command(title);
    await window.pick("bank-a/node0");
    await window.pick(stop);
    const dialog = window.dialog(question);
    const { text } = await dialog.get();
    expect(text).toContain("ssh -o BatchMode=yes");
    expect(text).toContain("-p 2222 -- ops@10.0.0.1");
    expect(noted()).toEqual([]);
    await dialog.press(run);
    await window.notification(failed).waitFor();
    expect(noted().slice(-3)).toEqual(["--", "ops@10.0.0.1", `cd '/data/it'\\''s here/node0' && bash stop.sh`]);
  });

  it("are left alone where the answer is no", async () => {
    const noted = noteSsh(0);
    writeHosts(hosts);
    window = openWindow();
    await window.command("Nodes on Other Hosts");
    await window.pick("bank-a/node1");
    await window.pick("Start");
    const dialog = window.dialog("Run this command line?");
    (await dialog.get()).answer(undefined);
    await window.command("Nodes on Other Hosts");
    await window.pick("bank-a/node0");
    await window.pick("Follow its log");
    await dialog.press("Run");
    await expect.poll(noted).toContain("ops@10.0.0.1");
    // the only one that ran
    expect(noted().at(-1)).toContain("tail -n 200 -F");
  });

  it("come from the person's file alone, and what is wrong with it is said", async () => {
    const file = writeHosts('{ "hosts": [{ "name": "a", "ssh": "-oProxyCommand=x", "nodes": {} }] }');
    window = openWindow({
      prepare: (workspace) => writeFileSync(join(workspace, "hosts.json"), hosts),
    });
    await window.command("Nodes on Other Hosts");
    await window.notification(`${file}: hosts[0].ssh isn't as it has to be.`).waitFor();
    vi.stubEnv("CHAINSIDE_HOSTS", join(folder, "none.json"));
    await window.command("Nodes on Other Hosts");
    await window.notification(/none\.json isn't there: it names your hosts/).waitFor();
  });

  it("aren't reached from a workspace that isn't trusted", async () => {
    writeHosts(hosts);
    window = openWindow({ trust: false });
    await window.command("Nodes on Other Hosts");
    await window.notification("This workspace isn't trusted, so nothing is run in it.").waitFor();
  });
});
