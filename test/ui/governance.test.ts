import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWindow, type Workbench } from "./workbench";

let workbench: Workbench;

/** A window with an embedded chain that enforces permissions; its classic executor can unfreeze contracts. */
async function openGoverned(options: Parameters<typeof openWindow>[0] = {}): Promise<void> {
  workbench = await openWindow({
    ...options,
    settings: {
      "chainside.embeddedChain.permissions": true,
      "chainside.embeddedChain.executorVersion": 0,
      "chainside.embeddedChain.startAutomatically": true,
    },
  });
  await workbench.view("FISCO BCOS");
  await workbench.status(/group0 #\d+ · \S/).waitFor();
}

describe("治理", () => {
  beforeAll(async () => openGoverned({ locale: "zh-cn", width: 900 }));
  afterAll(async () => workbench?.close());

  it("委员会、提案与权限", async () => {
    await workbench.pane("治理");
    await workbench.row("治理委员会").waitFor();
    await workbench.expand("我的权限");
    await expect.poll(async () => (await workbench.childrenOf("我的权限")).join("\n")).toContain("发起提案和投票");
    await workbench.picture("governance-zh");
    await workbench.command("FISCO BCOS: 创建提案", "设置参与率与通过率");
    await workbench.answer("参与率（%）：参与投票的权重占总权重的最低比例", "40");
    await workbench.answer("通过率（%）：同意的权重占已投票权重的最低比例", "50");
    await workbench.says("签名并发送");
    await workbench.picture("proposal-zh");
    await workbench.pick("签名并发送");
    await workbench.notification(/提案 #1/).waitFor();
  });
});
