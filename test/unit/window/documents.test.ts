import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

describe.each([{ locale: "en" } as const, { locale: "zh-cn" } as const])(
  "documents of a chain ($locale)",
  ({ locale }) => {
    const say = (english: string, chinese: string): string => (locale === "en" ? english : chinese);
    let workbench: FakeWindow;
    beforeAll(async () => {
      workbench = openWindow({ locale });
      await workbench.startChain();
      await workbench.command(say("FISCO BCOS: Deploy Contract", "FISCO BCOS: 部署合约"), "HelloWorld");
      await workbench.status(/group0 #1 /).waitFor();
      await workbench.dismissNotifications();
    });
    afterAll(async () => workbench?.close());

    const text = (): Promise<string> => workbench.editorText();
    const says = (english: string, chinese: string): Promise<void> =>
      expect.poll(text).toContain(say(english, chinese));
    const follow = (words: string | RegExp): Promise<void> => workbench.followLink(words);
    const hoverSays = async (words: string, message: string): Promise<void> => {
      expect(await workbench.hover(words)).toContain(message);
    };

    it("leads from a block to its transaction, the receipt and the new contract", async () => {
      await workbench.command(say("FISCO BCOS: Show Block…", "FISCO BCOS: 查看区块…"));
      await workbench.answer(say("Enter the number (0 to 1)", "输入区块高度（0 到 1）"), "1");
      await says("# Transactions (1)", "# 交易（1）");
      expect(workbench.title).toBe(`${say("Block", "区块")} 1.fisco`);
      const [, hash = "no hash"] = /^# [^\n]*[(（]1[)）]\s+(0x[0-9a-f]{20})/m.exec(await text()) ?? [];
      await follow(hash);
      await follow(say("result", "执行结果"));
      await says("New contract: ", "新合约：");
      expect(await text()).toContain(say("Status: success", "状态：成功"));
      expect(await text()).toContain(
        `✓ ${say("Verified without trusting the node, except for the sender", "已验证，无需信任节点（发送方除外）")}`,
      );
      expect(await text()).toMatch(
        new RegExp(
          `^${say("From: ", "发送方：")}0x[0-9a-f]{40} {2}dev0 {2}${say("\\(not proven by the chain\\)", "（链上未证实）")}$`,
          "m",
        ),
      );
      expect(await text()).toContain(say("– Sender: not proven by the chain: ", "– 发送方：链上未证实："));
      await hoverSays('"status"', "0 None");
    });

    it("shows a contract with its functions, and names selectors and addresses under the mouse", async () => {
      const [, address = "no address"] = /^(?:New contract: |新合约：)(0x[0-9a-f]{20})/m.exec(await text()) ?? [];
      await follow(address);
      await says("# HelloWorld", "# HelloWorld");
      expect(await text()).toContain("0x4ed3885e  set(string");
      await hoverSays("0x4ed3885e", say("set(string) of HelloWorld", "HelloWorld 的 set(string)"));
      await hoverSays(address, say("contract HelloWorld", "合约 HelloWorld"));
    });

    it("shows the group with hovers on its nodes, and leads from it to its configuration", async () => {
      await workbench.command(say("FISCO BCOS: Show Group Info", "FISCO BCOS: 查看群组信息"));
      await says("# Sealers (4)", "# 共识节点（4）");
      await hoverSays(/[0-9a-f]{128}/.exec(await text())?.[0] ?? "no ID", say("node ID", "节点 ID"));
      await follow(say("all values", "全部配置项"));
      await says("tx_count_limit: ", "tx_count_limit：");
    });

    it("shows a table with its columns", async () => {
      await workbench.command(say("FISCO BCOS: Create Table", "FISCO BCOS: 创建表"));
      await workbench.answer(say("Enter a name for the new table", "新表的名称"), "t_fruit");
      await workbench.answer(say("Enter the name of the key column", "主键列"), "id");
      await workbench.answer(say("Enter the names of the other columns", "其他列"), "name, price");
      await workbench.pick(say("Numbers", "数字"));
      await workbench.status(/group0 #2 /).waitFor();
      await workbench.dismissNotifications();
      await workbench.command(say("FISCO BCOS: Show Table as Text…", "FISCO BCOS: 以文本查看表…"), "t_fruit");
      await says("# Table t_fruit", "# 表 t_fruit");
      expect(await text()).toContain(say("name, price", "name、price"));
    });

    it("explains the words of a node's log", async () => {
      await workbench.command(say("FISCO BCOS: Explain", "FISCO BCOS: 解释"));
      await workbench.answer(
        say("Enter a status, return code", "状态"),
        "error|2026-01-02 10:11:12.123|NodeID is not in certificate whitelist",
      );
      await says("refused a peer that its certificate whitelist doesn't name", "拒绝了证书白名单之外");
      expect(await text()).not.toContain("10:11");
    });
  },
);
