import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GeneratedNode } from "../../support/generatedNode";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

const size = { groups: 2, blocks: 1_000_000, bfsEntries: 450, peers: 230, sealers: 4, candidates: 3 };

describe.each([{ locale: "en" } as const, { locale: "zh-cn" } as const])(
  "a big chain in the Chains view ($locale)",
  ({ locale }) => {
    const english = locale === "en";
    const say = (text: string, chinese: string): string => (english ? text : chinese);
    let node: GeneratedNode;
    let workbench: FakeWindow;
    beforeAll(async () => {
      node = await GeneratedNode.start("big", size, true);
      workbench = openWindow({
        locale,
        pace: 1,
        settings: {
          "chainside.connections": [{ name: "big", endpoints: [node.url], group: "group0" }],
          "chainside.refreshIntervalMs": 500,
        },
      });
      await workbench.view("FISCO BCOS");
      await workbench.fromMenu(workbench.row("big"), say("Connect", "连接"));
      await workbench.row("group0").waitFor();
      await workbench.pane(say("Chains", "链"));
    });
    afterAll(async () => {
      await workbench?.close();
      await node?.close();
    });
    const unfold = (label: string, chinese: string): Promise<void> => workbench.expand(say(label, chinese));
    const fold = (label: string, chinese: string): Promise<void> => workbench.collapse(say(label, chinese));
    const below = (label: string, chinese: string): Promise<string[]> => workbench.childrenOf(say(label, chinese));

    it("shows sealers with weight, leader, view and height, and follows the chain", async () => {
      await unfold("Sealers", "共识节点");
      await expect.poll(() => below("Sealers", "共识节点")).toHaveLength(4);
      await expect
        .poll(async () => (await below("Sealers", "共识节点")).join("\n"))
        .toContain(
          say(
            "leader · #1000000 · weight 1 · consensus view 7 · this node",
            "主节点 · #1000000 · 权重 1 · 共识视图 7 · 本节点",
          ),
        );
      node.mine("group0");
      await expect.poll(async () => (await below("Sealers", "共识节点")).join()).toContain("#1000001");
      await fold("Sealers", "共识节点");
    });

    it("shows candidate sealers where the chain has some", async () => {
      await unfold("Candidate Sealers", "候选共识节点");
      await expect.poll(() => below("Candidate Sealers", "候选共识节点")).toHaveLength(3);
      await fold("Candidate Sealers", "候选共识节点");
    });

    it("tells what waits in the pool", async () => {
      node.pending = 3;
      await unfold("Pending", "待打包");
      await workbench.row(say("3 pending transactions", "3 笔待打包交易")).waitFor();
      node.pending = 0;
      node.mine("group0");
      await workbench.row(say("No pending transactions", "没有待打包的交易")).waitFor();
      await fold("Pending", "待打包");
    });

    it("pages blocks both ways and goes to one", async () => {
      await unfold("Blocks", "区块");
      await workbench.row("#1000002").waitFor();
      await workbench.command(say("FISCO BCOS: Go to Block", "FISCO BCOS: 跳转到区块"));
      await workbench.answer(say("Number (0 to 1000002)", "区块高度（0 至 1000002）"), "500000");
      await workbench.row("#500000").waitFor();
      await workbench.row(say("Newer blocks", "更新的区块")).click();
      await workbench.row("#500020").waitFor();
      await workbench.command(say("FISCO BCOS: Go to Block", "FISCO BCOS: 跳转到区块"));
      await workbench.answer(say("Number (0 to 1000002)", "区块高度（0 至 1000002）"), "");
      await workbench.row("#1000002").waitFor();
      await fold("Blocks", "区块");
    });

    it("shows a long directory page by page, and filters it", async () => {
      // The tree that was being fetched when the folder was closed may have opened it again.
      await fold("Blocks", "区块");
      await workbench.expand("BFS");
      await workbench.expand("/apps");
      await workbench.row("contract00000").waitFor();
      await workbench.row("/apps").first().click();
      const filter = async (words: string): Promise<void> => {
        const question = say("Show only lines that contain this text", "只显示包含此文本的行");
        await workbench.fromMenu(workbench.row("/apps").first(), say("Filter…", "筛选…"));
        await workbench.answer(question, words);
      };
      await filter("00449");
      await expect.poll(() => workbench.childrenOf("/apps")).toEqual([expect.stringContaining("contract00449")]);
      await filter("");
      await workbench.row("contract00000").waitFor();
      const more = workbench.row(say("Load More", "加载更多"));
      await more.waitFor();
      await more.click();
      await workbench.row("contract00399").waitFor();
    });

    /** What was asked until now, once whatever was on its way has been answered. */
    const quiet = async (): Promise<number> => {
      let before = -1;
      const isQuiet = (): boolean => {
        const same = node.asked === before;
        before = node.asked;
        return same;
      };
      await expect.poll(isQuiet, { interval: 200 }).toBe(true);
      return before;
    };

    it("asks for nothing while the view is hidden and the node tells of blocks", async () => {
      workbench.hideView();
      node.mine("group0");
      await workbench.status(/group0 #1000003/).waitFor();
      const before = await quiet();
      node.mine("group0");
      await workbench.status(/group0 #1000004/).waitFor();
      expect(node.asked).toBe(before);
    });

    it("asks for nothing for a page that is hidden", async () => {
      await workbench.command(say("FISCO BCOS: Open Explorer", "FISCO BCOS: 打开区块链浏览器"));
      const page = await workbench.webview(".cards");
      await page.locator(".card", { hasText: "#1000004" }).waitFor();
      node.mine("group0");
      await page.locator(".card", { hasText: "#1000005" }).waitFor();
      await page.show(false);
      node.mine("group0");
      await workbench.status(/group0 #1000006/).waitFor();
      const before = await quiet();
      node.mine("group0");
      await workbench.status(/group0 #1000007/).waitFor();
      expect(node.asked).toBe(before);
    });
  },
);

describe("several nodes at once", () => {
  let workbench: FakeWindow;
  beforeAll(async () => {
    workbench = openWindow();
    await workbench.startChain();
    await workbench.pane("Chains");
  });
  afterAll(async () => workbench?.close());

  it("copies the IDs of all selected lines", async () => {
    await workbench.expand("Sealers");
    await expect.poll(() => workbench.childrenOf("Sealers")).toHaveLength(4);
    const lines = await workbench.childrenOf("Sealers");
    await workbench.select(...lines.slice(0, 3).map((line) => workbench.row(line.slice(0, 9))));
    await workbench.fromMenu(workbench.row((lines[0] ?? "").slice(0, 9)), "Copy");
    const copied = (): string[] => workbench.clipboard.split("\n");
    await expect.poll(copied).toHaveLength(3);
    for (const [index, id] of copied().entries()) {
      expect(id).toMatch(/^[0-9a-f]{128}$/);
      expect(lines[index]?.slice(0, 8)).toBe(id.slice(0, 8));
    }
    await workbench.collapse("Sealers");
  });

  it("makes an observer a sealer when it is dropped there, after its questions", async () => {
    await workbench.expand("Observers");
    await expect.poll(() => workbench.childrenOf("Observers")).toHaveLength(1);
    const [line = ""] = await workbench.childrenOf("Observers");
    await workbench.drag(workbench.row(line.slice(0, 9)), workbench.row("Sealers"));
    await workbench.answer("Voting weight", "1");
    await expect
      .poll(() => workbench.childrenOf("Observers"))
      .not.toContainEqual(expect.stringContaining(line.slice(0, 9)));
    await workbench.expand("Sealers");
    await expect.poll(() => workbench.childrenOf("Sealers")).toHaveLength(5);
  });
});
