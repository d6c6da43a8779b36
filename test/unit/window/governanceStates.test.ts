import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../../src/chain/client/client";
import { openSession } from "../../../src/chain/openSession";
import { setAccountStatus } from "../../../src/chain/services/account/accountStatus";
import { propose } from "../../../src/chain/services/governance/propose";
import { voteProposal } from "../../../src/chain/services/governance/vote";
import { createHttpTransport } from "../../../src/chain/transport/httpTransport";
import { hexToBytes } from "../../../src/crypto/bytes/hex";
import { privateKeySigner } from "../../../src/crypto/privateKeySigner";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { registerKeys } from "../../support/secretEvidence";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

let workbench: FakeWindow;
let chain: DevChain | undefined;
let keys: readonly string[];

/** Two governors who both have to vote, a list of who may deploy, a frozen account, and a proposal whose last block is past. */
async function makeHistory(url: string, accounts: readonly { address: string }[]): Promise<void> {
  const transport = createHttpTransport({ url, timeoutMs: 60_000 });
  const session = await openSession(createClient(transport, "group0"));
  const [first, second] = await Promise.all(
    keys.map((key) => privateKeySigner(session.suite, hexToBytes(key.startsWith("0x") ? key : `0x${key}`))),
  );
  const [, other, frozen] = accounts.map(({ address }) => address);
  if (!first || !second || !other || !frozen) throw new Error("the chain has too few accounts");
  await propose(session, first, { kind: "setDeployAuthType", type: "whiteList" });
  await setAccountStatus(session, first, { account: frozen as `0x${string}`, status: "frozen" });
  await propose(session, first, { kind: "setGovernorWeight", account: other, weight: 1 });
  await propose(session, first, { kind: "setRate", participatesRate: 100, winRate: 60 });
  await propose(session, first, { kind: "setSystemConfig", key: "tx_count_limit", value: "1500" }, { interval: 1 });
  const denied = await propose(session, second, { kind: "modifyDeployAuth", account: frozen, open: true });
  await voteProposal(session, first, { id: denied.proposal.id, agree: false });
  await propose(session, second, { kind: "modifyDeployAuth", account: other, open: true });
  await transport.close();
}

describe("治理视图中的各种状态", () => {
  let url: string;
  let second: string;
  /** A window that is connected to the chain. */
  async function open(access: "confirm" | "readOnly"): Promise<FakeWindow> {
    const window = openWindow({
      locale: "zh-cn",
      settings: {
        "chainside.connections": [{ name: "联盟链", endpoints: [url], access }],
        "chainside.addressBook": { [second]: "乙银行" },
      },
    });
    await window.view("FISCO BCOS");
    await window.command("FISCO BCOS: 连接", "联盟链");
    await window.row("group0").first().waitFor();
    return window;
  }

  beforeAll(async () => {
    chain = await startDevChain({ auth: true, executorVersion: 0 });
    const { accounts } = chain;
    keys = accounts.slice(0, 3).map(({ privateKey }) => privateKey);
    registerKeys(accounts.map(({ privateKey }) => privateKey.replace("0x", "")));
    url = chain.url;
    second = accounts[1]?.address ?? "";
    await makeHistory(url, accounts);
    workbench = await open("confirm");
  });
  afterAll(async () => {
    await workbench?.close();
    await chain?.close();
  });

  it("从私钥导入账户，并选择用哪个签名", async () => {
    for (const [label, index] of [
      ["甲", 0],
      ["丙", 2],
    ] as const) {
      await workbench.command("FISCO BCOS: 从私钥导入账户");
      await workbench.answer("私钥", keys[index] ?? "");
      await workbench.answer("账户名称", label);
    }
    await workbench.command("FISCO BCOS: 选择签名账户…", "甲");
    await workbench.pane("治理");
    await workbench.row("提案").waitFor();
  });

  it("按状态列出提案，认出已过期的提案", async () => {
    await expect
      .poll(async () => (await workbench.childrenOf("提案")).map((text) => text.replace(/\d+$/, "")))
      .toEqual(["进行中", "已过期", "已通过", "已否决"]);
    await workbench.expand(/^#4 /);
    const lines = async (): Promise<string> => (await workbench.childrenOf(/^#4 /)).join("\n");
    await expect.poll(lines).toMatch(/提案人\s*甲/);
    expect(await lines()).toMatch(/对象\s*SystemConfig/);
    expect(await lines()).toContain("已投票：1/2，需达到 2（100%）");
    await workbench.command("FISCO BCOS: 对提案投票", "#4", "同意");
    await workbench.says(/已对提案 4 投过票/);
    workbench.escape();
    await workbench.collapse(/^#4 /);
    await workbench.collapse("提案");
  });

  it("查看提案过程：每一票当时的权重，地址带共用的标签", async () => {
    await workbench.command("FISCO BCOS: 查看提案记录", "输入提案编号");
    await workbench.answer("提案编号", "5");
    await expect
      .poll(() => workbench.editorText())
      .toContain("# 提案 #5\n类型：开启或关闭账户的部署权限\n状态：已否决");
    await workbench.expand("提案");
    await workbench.expand("已否决");
    await workbench.expand(/^#5 /);
    const votes = async (): Promise<string> => (await workbench.childrenOf(/^#5 /)).join("\n");
    await expect.poll(votes).toMatch(/乙银行 0x.*当时权重 1 · 已同意/);
    expect(await votes()).toMatch(/甲.*当时权重 1 · 已反对/);
    await workbench.collapse(/^#5 /);
    await workbench.collapse("提案");
  });

  it("显示部署权限策略，以及谁可以部署、谁被冻结", async () => {
    await expect
      .poll(() => workbench.row("部署权限策略").innerText())
      .toContain("白名单：仅已开启部署权限的账户可部署");
    await workbench.expand("治理委员与我的账户");
    await expect
      .poll(async () => (await workbench.childrenOf("治理委员与我的账户")).join("\n"))
      .toMatch(/丙.*已冻结 · 无权部署/);
  });

  it("在只读连接上不提任何问题，直接说明原因", async () => {
    await workbench.close();
    workbench = await open("readOnly");
    await workbench.pane("治理");
    await workbench.row("提案").waitFor();
    await workbench.command("FISCO BCOS: 创建提案");
    await workbench.notification("连接“联盟链”是只读的：不会签名也不会发送任何交易。").waitFor();
    expect(workbench.questions.open).toBe(false);
    await workbench.dismissNotifications();
    await workbench.command("FISCO BCOS: 对提案投票");
    await workbench.notification("只读").waitFor();
  });
});
