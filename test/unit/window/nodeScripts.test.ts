import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endFakeNodes, writeBuildChain } from "../../support/fakeNodes";
import { host } from "../../support/fakeVscode/fakeHost";
import { freePorts } from "../../support/ports";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

describe("building a chain and its nodes' scripts", () => {
  let workbench: FakeWindow;
  let outside: string;
  const node = (index: number): string => join(workbench.folder, `nodes/127.0.0.1/node${index}`);
  const row = (name: string, state: string) => workbench.row(name).filter({ hasText: state });
  const text = (): Promise<string> => workbench.editorText();
  beforeAll(async () => {
    outside = mkdtempSync(join(tmpdir(), "chainside-nodes-"));
    workbench = openWindow();
    rmSync(join(workbench.folder, "nodes"), { recursive: true });
    mkdirSync(join(workbench.folder, "tools"));
    writeBuildChain(join(workbench.folder, "tools/build_chain.sh"), outside);
    await workbench.view("FISCO BCOS");
    await workbench.pane("Nodes");
  });
  afterAll(async () => {
    if (workbench) endFakeNodes(workbench.folder);
    await workbench?.close();
    rmSync(outside, { recursive: true, force: true });
  });

  it("asks what the script needs, refuses ports in use, and runs nothing before the command line is agreed to", async () => {
    await workbench.command("FISCO BCOS: Build a Chain");
    await workbench.answer("Enter the number of nodes", "0", { accept: false });
    await workbench.says(/Enter a number of nodes|from 1/);
    await workbench.answer(/from 1|number of nodes/, "2");
    await workbench.answer(/First P2P port/, "30300,30301", { accept: false });
    await workbench.says(/is in use on this machine|Enter two ports such as/);
    const first = await freePorts(4);
    await workbench.answer(/is in use|two ports/, `${first},${first + 2}`);
    await workbench.pick("Standard: secp256k1");
    await workbench.pick("Off: everyone can deploy");
    await workbench.answer("New folder for the chain", "nodes");
    const question = workbench.dialog("Run this command line?");
    expect((await question.get()).text).toContain(`-l 127.0.0.1:2 -p ${first},${first + 2} -o `);
    expect(existsSync(join(workbench.folder, "nodes"))).toBe(false);
    await question.press("Run");
    await workbench.notification("Created a chain of 2 nodes in nodes.").waitFor();
    expect(readFileSync(join(node(1), "config.ini"), "utf8")).toContain(`listen_port=${first + 1}`);
  });

  it("starts all of them, and the view says so", async () => {
    await workbench.notification("Created a chain of 2 nodes").press("Start All");
    for (const name of ["node0", "node1"]) await row(name, "running").waitFor();
  });

  it("says what stopping means before it stops, and starts again", async () => {
    await workbench.command("FISCO BCOS: Stop Node", "node1");
    const question = workbench.dialog("");
    expect((await question.get()).text).toMatch(/A rolling restart restarts one node at a time/);
    await question.press("Stop");
    await row("node1", "stopped").waitFor();
    expect(existsSync(join(node(1), "node.pid"))).toBe(false);
    await workbench.command("FISCO BCOS: Start Node", "node1");
    await row("node1", "running").waitFor();
  });

  it("stops nothing when the question is left", async () => {
    await workbench.command("FISCO BCOS: Stop Node", "node1");
    await workbench.dialog("").waitFor();
    workbench.escape();
    expect(existsSync(join(node(1), "node.pid"))).toBe(true);
    await row("node1", "running").waitFor();
  });

  it("restarts one node after the other, and says which, where a rolling restart is chosen", async () => {
    const before = [0, 1].map((index) => readFileSync(join(node(index), "node.pid"), "utf8"));
    await workbench.select(workbench.row("node0"), workbench.row("node1"));
    await workbench.fromMenu(workbench.row("node0"), "Stop Node");
    await workbench.dialog("").press(/Rolling Restart|Restart/);
    await expect
      .poll(() =>
        [0, 1].map(
          (index) =>
            existsSync(join(node(index), "node.pid")) &&
            readFileSync(join(node(index), "node.pid"), "utf8") !== before[index],
        ),
      )
      .toEqual([true, true]);
    for (const name of ["node0", "node1"]) await row(name, "running").waitFor();
  });

  it("restarts from the palette those that are ticked, after saying what it means for the chain that one is away", async () => {
    const pidOf = (index: number): string => readFileSync(join(node(index), "node.pid"), "utf8");
    const before = [0, 1].map(pidOf);
    await workbench.notification("Restarted one by one: node0, node1.").waitFor();
    await workbench.dismissNotifications();
    await workbench.command("FISCO BCOS: Restart Nodes One by One");
    // those that run are ticked before
    await workbench.pick("node1");
    const question = workbench.dialog("Restart 2 nodes one by one: node0, node1?");
    expect((await question.get()).text).toMatch(/A rolling restart restarts one node at a time/);
    expect([0, 1].map(pidOf)).toEqual(before);
    await question.press("Restart One by One");
    await workbench.notification("Restarted one by one: node0, node1.").waitFor();
    for (const index of [0, 1]) expect(pidOf(index)).not.toBe(before[index]);
    await workbench.dismissNotifications();
  });

  it("makes a running node read its lists again, once that is agreed to, and believes the node's log", async () => {
    await workbench.dismissNotifications();
    await workbench.command("FISCO BCOS: Reload Node Access Lists", "node0");
    await workbench.dialog("Reload the access lists of node0?").waitFor();
    expect(existsSync(join(node(0), "signals.txt"))).toBe(false);
    await workbench.dialog("Reload the access lists of node0?").press("Run start.sh");
    await workbench.notification("node0 loaded its lists.").waitFor();
    expect(readFileSync(join(node(0), "signals.txt"), "utf8")).toBe("reload\n");
    expect(existsSync(join(node(1), "signals.txt"))).toBe(false);
  });

  it("says when the node keeps its old lists, and why", async () => {
    appendFileSync(join(node(0), "config.ini"), "; unreadable\n");
    await workbench.command("FISCO BCOS: Reload Node Access Lists", "node0");
    await workbench.dialog("Reload the access lists of node0?").press("Run start.sh");
    await workbench
      .notification(/node0 didn't load its new lists and keeps the old ones: .*duplicate key name/)
      .waitFor();
    await workbench.dismissNotifications();
  });

  it("does not take a script's word for it that a node runs", async () => {
    process.kill(Number(readFileSync(join(node(1), "node.pid"), "utf8")));
    await row("node1", "stopped").waitFor();
    const script = readFileSync(join(node(1), "start.sh"), "utf8");
    writeFileSync(join(node(1), "start.sh"), "echo ' node1 start successfully'\n");
    await workbench.command("FISCO BCOS: Start Node", "node1");
    await workbench.notification(/node1 isn't running: start\.sh has ended, but nothing listens on port \d+/).waitFor();
    await workbench.dismissNotifications();
    writeFileSync(join(node(1), "start.sh"), "exit 3\n");
    await workbench.command("FISCO BCOS: Start Node", "node1");
    await workbench.notification("start.sh of node1 ended with exit code 3.").waitFor();
    writeFileSync(join(node(1), "start.sh"), script);
    await workbench.dismissNotifications();
  });

  it("runs no script in a workspace that is not trusted, and offers to trust it", async () => {
    host.trusted = false;
    for (const title of ["Start Node", "Stop Node", "Reload Node Access Lists", "Archive Blocks", "Build a Chain"]) {
      await workbench.command(`FISCO BCOS: ${title}`);
      const refusal = workbench.notification("This workspace isn't trusted, so nothing is run in it.");
      expect((await refusal.get()).buttons).toContain("Manage Workspace Trust");
      await workbench.dismissNotifications();
    }
    host.trusted = true;
    await workbench.command("FISCO BCOS: Start Node", "node1");
    await row("node1", "running").waitFor();
  });

  it("shows the logs of several nodes by time, follows them, and lets through what is asked for", async () => {
    const write = (index: number, second: number, level: string, message: string): void =>
      appendFileSync(
        join(node(index), "log/log_2026011100.00.log"),
        `${level}|2026-01-11 00:00:0${second}.000000|t-1|${message}\n`,
      );
    await workbench.command("FISCO BCOS: Open Node Log", "node0");
    await expect.poll(text).toContain("info|made up|start");
    write(0, 1, "info", "[CONSENSUS][PBFT]first");
    write(0, 3, "warning", `[TXPOOL]third,hash=${"ab".repeat(32)}`);
    write(1, 2, "info", "[CONSENSUS][PBFT]second");
    await workbench.command("FISCO BCOS: Filter Node Log", "Nodes: node0", "node1");
    await expect.poll(text).toMatch(/node0 \| .*first[\s\S]*node1 \| .*second[\s\S]*node0 \| .*third/);
    write(1, 4, "error", "[CONSENSUS][PBFT]fourth");
    await expect.poll(text).toContain("fourth");
    await workbench.command("FISCO BCOS: Filter Node Log", "Level: all levels", "warning and above");
    await expect.poll(text).not.toContain("first");
    expect(await text()).toMatch(/third[\s\S]*fourth/);
  });
});
