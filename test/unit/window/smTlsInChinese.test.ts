import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

describe("国密链：国密 TLS，只有 sdk 目录", () => {
  let folder: string;
  let chain: DevChain;
  let workbench: FakeWindow;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "chainside-sm-"));
    const own = join(folder, "own");
    chain = await startDevChain({ suite: "sm", smTls: own });
    const stranger = await startDevChain({ smTls: join(folder, "other") });
    await stranger.close(); // its files are what is needed
    const files = (path: string) => ({
      ca: join(path, "sdk/sm_ca.crt"),
      cert: join(path, "sdk/sm_sdk.crt"),
      key: join(path, "sdk/sm_sdk.key"),
      enCert: join(path, "sdk/sm_ensdk.crt"),
      enKey: join(path, "sdk/sm_ensdk.key"),
    });
    const { enCert: _cert, enKey: _key, ...half } = files(own);
    workbench = openWindow({
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
    await chain?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ["别的链", /节点的国密证书不是由此 CA（sm_ca\.crt）签发/],
    ["缺加密证书", /国密 TLS 需要签名和加密两套证书与私钥，这里缺少其中之一/],
  ])("说明问题：%s", async (name, words) => {
    await workbench.command("FISCO BCOS: 连接", name);
    await workbench.notification(words).waitFor();
    await workbench.dismissNotifications();
  });

  it("导入 sdk 目录后即可连接", async () => {
    await workbench.command("FISCO BCOS: 导入连接", "链的 SDK 目录");
    workbench.paths.push(join(folder, "own/sdk"));
    await workbench.answer("节点的 JSON-RPC 地址", chain.url);
    await workbench.answer("输入连接的名称", "国密链");
    await workbench.status(/group0 #0/).waitFor();
    await workbench.row("group0").waitFor();
    expect(workbench.statusTooltip(/group0 #0/)).toMatch(/国密 TLS，ECC.{1,2}SM4.{1,2}CBC.{1,2}SM3/);
    await workbench.command("FISCO BCOS: 诊断连接", "国密链");
    await expect.poll(() => workbench.editorText()).toMatch(/TLCP 1\.1 ECC.{1,2}SM4.{1,2}CBC.{1,2}SM3/);
    expect(await workbench.editorText()).toMatch(/证书文件.*TCP 连接.*群组 group0.*密码算法 国密/s);
  });
});
