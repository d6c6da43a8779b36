import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endFakeNodes, writeBuildChain } from "../../support/fakeNodes";
import { freePorts } from "../../support/ports";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

describe("搭建链与运行节点脚本", () => {
  let workbench: FakeWindow;
  let outside: string;
  const node = (index: number): string => join(workbench.folder, `nodes/127.0.0.1/node${index}`);
  const row = (name: string, state: string) => workbench.row(name).filter({ hasText: state });
  beforeAll(async () => {
    outside = mkdtempSync(join(tmpdir(), "chainside-nodes-"));
    workbench = openWindow({
      locale: "zh-cn",
      prepare: (folder) => {
        rmSync(join(folder, "nodes"), { recursive: true });
        mkdirSync(join(folder, "tools"));
        writeBuildChain(join(folder, "tools/build_chain.sh"), outside);
      },
    });
    await workbench.view("FISCO BCOS");
    await workbench.pane("节点");
  });
  afterAll(async () => {
    if (workbench) endFakeNodes(workbench.folder);
    await workbench?.close();
    rmSync(outside, { recursive: true, force: true });
  });

  it("搭建：先问清楚，再给出命令行，然后启动全部节点", async () => {
    await workbench.command("搭建一条链");
    await workbench.answer(/输入节点数量/, "2");
    await workbench.answer(/起始 P2P 端口/, "30300,30301", { accept: false });
    await workbench.says(/已被占用|两个端口/);
    const first = await freePorts(4);
    await workbench.answer(/已被占用|两个端口/, `${first},${first + 2}`);
    await workbench.pick("非国密：secp256k1");
    await workbench.pick("关闭：任何人都可部署");
    await workbench.answer("要新建的链目录", "nodes");
    await workbench.dialog("运行这条命令？").press("运行");
    await workbench.notification("已在 nodes 生成 2 个节点的链。").press("全部启动");
    for (const name of ["node0", "node1"]) await row(name, "运行中").waitFor();
  });

  it("停止前说明后果", async () => {
    await workbench.command("停止节点", "node1");
    const question = workbench.dialog("");
    expect((await question.get()).text).toMatch(/滚动重启每次只重启一个节点/);
    await question.press("停止");
    await row("node1", "已停止").waitFor();
  });

  it("不轻信脚本：节点没有运行时如实说明", async () => {
    const script = readFileSync(join(node(1), "start.sh"), "utf8");
    for (const [text, reported] of [
      ["echo ' node1 start successfully'\n", /node1 未运行：start\.sh 已结束，但端口 \d+ 上没有监听/],
      ["exit 3\n", "node1 的 start.sh 以退出码 3 结束"],
    ] as const) {
      await workbench.dismissNotifications();
      writeFileSync(join(node(1), "start.sh"), text);
      await workbench.command("启动节点", "node1");
      await workbench.notification(reported).waitFor();
    }
    await workbench.dismissNotifications();
    writeFileSync(join(node(1), "start.sh"), script);
    await workbench.command("启动节点", "node1");
    await row("node1", "运行中").waitFor();
  });

  it("同意后让运行中的节点重新加载名单", async () => {
    await workbench.command("重新加载节点的黑白名单", "node0");
    const question = workbench.dialog("node0");
    await question.waitFor();
    expect(existsSync(join(node(0), "signals.txt"))).toBe(false);
    await question.press("运行 start.sh");
    await workbench.notification("node0 已加载新名单。").waitFor();
  });

  it("合并多个节点的日志，按级别筛选", async () => {
    const write = (index: number, level: string, message: string): void =>
      appendFileSync(
        join(node(index), "log/log_2026011100.00.log"),
        `${level}|2026-01-11 00:00:0${index + 1}.000000|t-1|${message}\n`,
      );
    await workbench.command("打开节点日志", "node0");
    await expect.poll(() => workbench.editorText()).toContain("info|made up|start");
    write(0, "info", "first");
    write(1, "error", "second");
    await workbench.command("筛选节点日志", "节点：node0", "node1");
    await expect.poll(() => workbench.editorText()).toMatch(/node0 \| .*first[\s\S]*node1 \| .*second/);
    await workbench.command("筛选节点日志", "级别：所有级别", "warning 及以上");
    await expect.poll(() => workbench.editorText()).not.toContain("first");
    expect(await workbench.editorText()).toContain("second");
  });
});
