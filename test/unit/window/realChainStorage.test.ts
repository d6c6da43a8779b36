import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeCompiler } from "../../../src/debugger/program/startDebuggee";
import { asNode } from "../../support/asNode";
import { ForkChain } from "../../support/forkChain";
import type { FakeWindow } from "../../support/window/fakeWindow";
import { historySource, onRealChain } from "../../support/window/onRealChain";

describe.each([{ locale: "en" } as const, { locale: "zh-cn" } as const])(
  "storage on a real chain without a web3 port ($locale)",
  ({ locale }) => {
    const say = (english: string, chinese: string): string => (locale === "en" ? english : chinese);
    const command = (english: string, chinese: string): Promise<void> =>
      workbench.command(`FISCO BCOS: ${say(english, chinese)}`);
    let chain: ForkChain;
    let node: Awaited<ReturnType<typeof asNode>>;
    let workbench: FakeWindow;
    let address = "";
    beforeAll(async () => {
      chain = await ForkChain.start(historySource);
      address = (await chain.deploy("History")).contractAddress;
      await chain.send(address, "History", "step", [40]);
      node = await asNode(chain.chain.url);
      workbench = await onRealChain(node.url, locale);
    });
    afterAll(async () => {
      await workbench?.close();
      closeCompiler();
      await node?.close();
      await chain?.close();
    });

    const dialog = () => workbench.dialog(say("Re-execute the chain's blocks?", "是否重新执行链上的区块？"));
    const contract = async () => {
      await workbench.pick(new RegExp(say("Enter an address or BFS path", "输入地址或 BFS 路径")));
      await workbench.answer(say("Enter the address of the contract", "输入合约地址"), address);
    };
    const rebuild = () => workbench.pick(new RegExp(say("Re-Execute Blocks", "重新执行区块")));

    it("is read by re-executing the blocks, when somebody wants it", async () => {
      await command("Show Contract Storage", "查看合约存储");
      await contract();
      await rebuild();
      await dialog().waitFor();
      expect(await dialog().innerText()).toMatch(say("Nothing is written to the chain", "不会向链上写入任何内容"));
      workbench.escape();
      await expect.poll(() => dialog().count()).toBe(0);
      expect(workbench.onScreen()).not.toMatch(/unexpected|意外/);
      await command("Show Contract Storage", "查看合约存储");
      await contract();
      await rebuild();
      await dialog().waitFor();
      await dialog().press(say("Re-Execute", "重新执行"));
      await expect.poll(() => workbench.editorText()).toContain("History");
      const shown = await workbench.editorText();
      expect(shown).toMatch(/count \(uint256\)[:：]\s?40/);
      expect(shown).toMatch(say("Read from a re-execution of all blocks", "全部区块的重新执行"));
    });

    it("tells with a value that was looked up how sure it is", async () => {
      await command("Look Up Storage Value by Key", "按键查找存储值");
      await contract();
      await workbench.answer(say("Enter a state variable", "输入状态变量"), "count");
      await rebuild();
      await dialog().waitFor();
      await dialog().press(say("Re-Execute", "重新执行"));
      await expect.poll(() => workbench.editorText()).toContain(say("Looked Up", "查找结果"));
      expect(await workbench.editorText()).toMatch(say("Read from a re-execution of all blocks", "全部区块的重新执行"));
    });
  },
);
