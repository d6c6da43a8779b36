import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endFakeNodes, writeBuildChain } from "../support/fakeNodes";
import { freePorts } from "../support/ports";
import { looks, openWindow, type Workbench } from "./workbench";

for (const words of looks([
  {
    locale: "en",
    view: "Nodes",
    build: "Build a Chain",
    many: /Enter the number of nodes/,
    ports: /First P2P port/,
    taken: /is in use on this machine|Enter two ports such as/,
    standard: "Standard: secp256k1",
    off: "Off: everyone can deploy",
    folder: "New folder for the chain",
    question: "Run this command line?",
    run: "Run",
    built: "Created a chain of 2 nodes in nodes.",
    startAll: "Start All",
    running: /running/,
    stopped: /stopped/,
    stop: "FISCO BCOS: Stop Node",
    stopButton: "Stop",
    rolling: /A rolling restart restarts one node at a time/,
    log: "FISCO BCOS: Open Node Log",
    filterLog: "FISCO BCOS: Filter Node Log",
    nodes: "Nodes: node0",
  },
  {
    locale: "zh-cn",
    view: "节点",
    build: "搭建一条链",
    many: /输入节点数量/,
    ports: /起始 P2P 端口/,
    taken: /已被占用|两个端口/,
    standard: "非国密：secp256k1",
    off: "关闭：任何人都可部署",
    folder: "要新建的链目录",
    question: "运行这条命令？",
    run: "运行",
    built: "已在 nodes 生成 2 个节点的链。",
    startAll: "全部启动",
    running: /运行中/,
    stopped: /已停止/,
    stop: "停止节点",
    stopButton: "停止",
    rolling: /滚动重启每次只重启一个节点/,
    log: "打开节点日志",
    filterLog: "筛选节点日志",
    nodes: "节点：node0",
  },
] as const)) {
  describe(`building a chain and its nodes' scripts (${words.locale})`, () => {
    let workbench: Workbench;
    let outside: string;
    const node = (index: number): string => join(workbench.folder, `nodes/127.0.0.1/node${index}`);
    beforeAll(async () => {
      outside = mkdtempSync(join(tmpdir(), "chainside-nodes-"));
      workbench = await openWindow({
        ...(words.locale === "en" ? { theme: "dark" } : { locale: words.locale }),
        prepare: (folder) => {
          rmSync(join(folder, "nodes"), { recursive: true });
          mkdirSync(join(folder, "tools"));
          writeBuildChain(join(folder, "tools/build_chain.sh"), outside);
        },
      });
      await workbench.view("FISCO BCOS");
      await workbench.pane(words.view);
    });
    afterAll(async () => {
      if (workbench) endFakeNodes(workbench.folder);
      await workbench?.close();
      rmSync(outside, { recursive: true, force: true });
    });

    it("asks what the script needs, and shows the command line before it runs", async () => {
      const { page } = workbench;
      await workbench.command(words.build);
      await workbench.answer(words.many, "2");
      await workbench.answer(words.ports, "30300,30301", { accept: false });
      await workbench.quickInput.getByText(words.taken).waitFor();
      const first = await freePorts(4);
      // The complaint stands where the question stood.
      await workbench.quickInputBox.fill(`${first},${first + 2}`);
      await workbench.quickInput.getByText(words.ports).first().waitFor();
      await workbench.quickInputBox.press("Enter");
      await workbench.pick(words.standard);
      await workbench.pick(words.off);
      await workbench.answer(words.folder, "nodes");
      const dialog = page.locator(".monaco-dialog-box", { hasText: words.question });
      await dialog.waitFor();
      await expect.poll(() => dialog.innerText()).toContain(`-l 127.0.0.1:2 -p ${first},${first + 2} -o `);
      expect(existsSync(join(workbench.folder, "nodes"))).toBe(false);
      await dialog.getByRole("button", { name: words.run, exact: true }).click();
      await workbench.notification(words.built).waitFor();
      expect(readFileSync(join(node(1), "config.ini"), "utf8")).toContain(`listen_port=${first + 1}`);
    });

    it("starts all of them", async () => {
      await workbench.pressIn(words.built, words.startAll);
      for (const name of ["node0", "node1"]) {
        const row = workbench.page.locator(".sidebar .monaco-list-row", { hasText: name });
        await row.filter({ hasText: words.running }).waitFor();
      }
    });

    it("stops one, once a dialog has said what that means", async () => {
      const row = workbench.page.locator(".sidebar .monaco-list-row", { hasText: "node1" });
      await workbench.command(words.stop);
      await workbench.pick("node1");
      const dialog = workbench.page.locator(".monaco-dialog-box");
      await dialog.getByRole("button", { name: words.stopButton, exact: true }).waitFor();
      await expect.poll(() => dialog.innerText()).toMatch(words.rolling);
      await dialog.getByRole("button", { name: words.stopButton, exact: true }).click();
      await row.filter({ hasText: words.stopped }).waitFor();
      expect(existsSync(join(node(1), "node.pid"))).toBe(false);
    });

    it("shows the logs of the nodes that are ticked, by time", async () => {
      const write = (index: number, second: number, message: string): void =>
        appendFileSync(
          join(node(index), "log/log_2026011100.00.log"),
          `info|2026-01-11 00:00:0${second}.000000|t-1|${message}\n`,
        );
      await workbench.command(words.log);
      await workbench.pick("node0");
      await expect.poll(() => workbench.editorText()).toContain("info|made up|start");
      write(0, 1, "[CONSENSUS][PBFT]first");
      write(0, 3, "[TXPOOL]third");
      write(1, 2, "[CONSENSUS][PBFT]second");
      await workbench.command(words.filterLog);
      await workbench.pick(words.nodes);
      const other = workbench.quickInput.locator(".monaco-list-row", { hasText: "node1" });
      await other.locator("[role=checkbox], input[type=checkbox]").first().waitFor();
      await other.click();
      await workbench.quickInputBox.press("Enter");
      const text = (): Promise<string> => workbench.editorText();
      await expect.poll(text).toMatch(/node0 \| .*first[\s\S]*node1 \| .*second[\s\S]*node0 \| .*third/);
    });
  });
}
