import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startChainProgram } from "../support/chainside";
import { openWindow, type Workbench } from "./workbench";

describe("国密链：国密 TLS，只有 sdk 目录", () => {
  let folder: string;
  let chain: Awaited<ReturnType<typeof startChainProgram>>;
  let workbench: Workbench;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "chainside-sm-"));
    const own = join(folder, "own");
    chain = await startChainProgram(["--sm", "--sm-tls", own]);
    workbench = await openWindow({
      locale: "zh-cn",
    });
    await workbench.view("FISCO BCOS");
  });
  afterAll(async () => {
    await workbench?.close();
    chain?.process.kill();
    rmSync(folder, { recursive: true, force: true });
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
    await workbench.quickInputBox.fill(chain.url);
    await workbench.page.keyboard.press("Enter");
    await workbench.answer("输入连接的名称", "国密链");
    await workbench.status(/group0 #0/).waitFor();
    await workbench.row("group0").waitFor();
    await workbench.status(/group0 #0/).hover();
    await workbench.page.getByText("国密 TLS，ECC_SM4_CBC_SM3").waitFor();
    await workbench.picture("sm-tls-connected");
  });
});
