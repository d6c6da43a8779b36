import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startOwnChain } from "./ownChain";
import { openWindow, type Workbench } from "./workbench";

describe("国密链：国密 TLS，只有 sdk 目录", () => {
  let folder: string;
  let chain: Awaited<ReturnType<typeof startOwnChain>>;
  let workbench: Workbench;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "chainside-sm-"));
    const own = join(folder, "own");
    chain = await startOwnChain("--port", "0", "--sm", "--sm-tls", own);
    const stranger = await startOwnChain("--port", "0", "--sm-tls", join(folder, "other"));
    stranger.process.kill(); // its files are what is needed
    const files = (path: string) => ({
      ca: join(path, "sdk/sm_ca.crt"),
      cert: join(path, "sdk/sm_sdk.crt"),
      key: join(path, "sdk/sm_sdk.key"),
      enCert: join(path, "sdk/sm_ensdk.crt"),
      enKey: join(path, "sdk/sm_ensdk.key"),
    });
    const { enCert: _cert, enKey: _key, ...half } = files(own);
    workbench = await openWindow({
      locale: "zh-cn",
      settings: {
        "chainside.connections": [
          { name: "别的链", endpoints: [chain.url], tls: files(join(folder, "other")) },
          { name: "缺加密证书", endpoints: [chain.url], tls: half },
        ],
      },
    });
    await workbench.view("FISCO BCOS");
  });
  afterAll(async () => {
    await workbench?.close();
    chain?.process.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ["别的链", /节点的国密证书不是由此 CA（sm_ca\.crt）签发/],
    ["缺加密证书", /国密 TLS 需要签名和加密两套证书与私钥，这里缺少其中之一/],
  ])("说明问题：%s", async (name, words) => {
    await workbench.command("FISCO BCOS: 连接", name);
    await workbench.notification(words).waitFor();
    await workbench.picture(`sm-tls-${name}`);
    await workbench.dismissNotifications();
  });

  it("导入 sdk 目录后即可连接", async () => {
    await workbench.command("FISCO BCOS: 导入连接", "链的 SDK 目录");
    const asked = workbench.quickInput.getByText("节点的 JSON-RPC 地址");
    const path = join(folder, "own/sdk");
    await expect.poll(() => workbench.quickInputBox.inputValue()).toContain("workspace");
    await workbench.quickInputBox.fill(path);
    for (let attempt = 0; attempt < 4 && !(await asked.isVisible()); attempt++) {
      await workbench.page.keyboard.press("Enter");
      await asked.waitFor({ timeout: 4000 }).catch(() => undefined);
    }
    await workbench.picture("sm-tls-address");
    await workbench.quickInputBox.fill(chain.url);
    await workbench.page.keyboard.press("Enter");
    await workbench.answer("输入连接的名称", "国密链");
    await workbench.status(/group0 #0/).waitFor();
    await workbench.row("group0").waitFor();
    await workbench.status(/group0 #0/).hover();
    await workbench.page.getByText("国密 TLS，ECC_SM4_CBC_SM3").waitFor();
    await workbench.picture("sm-tls-connected");
    await workbench.command("FISCO BCOS: 诊断连接", "国密链");
    const page = await workbench.webview(".markdown-body");
    await page.getByText(/TLCP 1\.1 ECC_SM4_CBC_SM3/).waitFor();
    await workbench.picture("sm-tls-diagnosis");
  });
});
