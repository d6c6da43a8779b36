import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dev } from "../../support/devMethods";
import { freePort } from "../../support/ports";
import { crashChain } from "../../support/window/chainProcess";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

describe("faults in Chinese, in a narrow dark window", () => {
  let port: number;
  let workbench: FakeWindow;

  beforeAll(async () => {
    port = await freePort();
    workbench = openWindow({
      locale: "zh-cn",
      settings: {
        "chainside.embeddedChain.port": port,
        "chainside.embeddedChain.keep": false,
        "chainside.refreshIntervalMs": 500,
      },
    });
    await workbench.view("FISCO BCOS");
    await workbench.command("启动内置链");
    await workbench.pane("链");
    await workbench.expand("共识节点");
  });
  afterAll(async () => workbench?.close());

  it("names the lost nodes and what it means", async () => {
    for (const node of [2, 3]) await dev(port, "dev_setFault", { kind: "peerLost", node });
    await workbench.status(/不再出块：共识节点可达 2\/4，需要 3/).waitFor();
    await expect
      .poll(async () => (await workbench.childrenOf("共识节点")).filter((line) => line.includes("不可达")))
      .toHaveLength(2);
    await workbench.command("部署合约", "HelloWorld");
    await workbench.says("之后会自动恢复出块。");
    workbench.escape();
    await dev(port, "dev_clearFaults");
    await expect.poll(() => workbench.status(/group0/).innerText()).not.toMatch(/不再出块/);
  });

  it("says that the pool is full, and that the chain's process died", async () => {
    await dev(port, "dev_setFault", { kind: "poolFull" });
    await workbench.command("部署合约", "HelloWorld");
    await workbench.notification(/交易池已满。.*请稍候重新发送。/).waitFor();
    crashChain(port);
    await workbench.notification("内置链意外退出，其区块已丢失。").waitFor();
  });
});
