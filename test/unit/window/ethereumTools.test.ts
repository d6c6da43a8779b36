// *Open for Ethereum Tools…*: the proxy in a process of its own, in front of a connection's node.

import { Wallet } from "ethers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { ask } from "../../support/askNode";
import type { FakeWindow } from "../../support/window/fakeWindow";
import { onRealChain } from "../../support/window/onRealChain";

const words = [
  {
    locale: "en",
    command: "FISCO BCOS: Open for Ethereum Tools",
    port: "Web3 Port of the Node",
    fisco: "FISCO BCOS Interface",
    asks: "Enter the URL of the node's web3 port",
    reach: /Ethereum's tools reach .+ at (http:\S+), chain ID 20200/,
    read: /Ethereum's tools can read .+ at (http:\S+), chain ID 20200/,
    configurations: "Show Configurations",
    stop: "Stop",
  },
  {
    locale: "zh-cn",
    command: "FISCO BCOS: 为以太坊工具开启",
    port: "节点的 Web3 端口…",
    fisco: "FISCO BCOS 接口",
    asks: "输入节点 web3 端口的 URL，存储将从该端口读取（config.ini 的 [web3_rpc]）",
    reach: /20200/,
    read: /20200/,
    configurations: "查看配置",
    stop: "停止",
  },
] as const;

describe.each(words)("the proxy for Ethereum's tools ($locale)", (say) => {
  let chain: DevChain;
  let window: FakeWindow;
  beforeAll(async () => {
    chain = await startDevChain({ port: 0, web3Port: 0, sealers: 1, observers: 0, fund: 100 });
    window = await onRealChain(chain.url, say.locale);
  }, 60_000);
  afterAll(async () => {
    await window?.close();
    await chain?.close();
  });

  /** The URL that a message tells. */
  async function opened(message: RegExp): Promise<string> {
    const text = await window.notification(message).innerText();
    return /http:[^\s,，。]+/.exec(text)?.[0] ?? "";
  }

  it("takes transactions where the node's web3 port is named, until it is stopped", async () => {
    await window.command(say.command, say.port);
    await window.answer(say.asks, chain.web3Url ?? "");
    const url = await opened(say.reach);
    expect(url).not.toBe(chain.web3Url);
    expect(await ask(url, "net_version", [])).toBe("20200");
    const wallet = new Wallet(chain.accounts[0]?.privateKey ?? "");
    const fields = { type: 2, chainId: 20200, nonce: 0, gasLimit: 100_000, maxFeePerGas: 0, maxPriorityFeePerGas: 0 };
    const raw = await wallet.signTransaction({ ...fields, to: `0x${"5".repeat(40)}`, value: 1 });
    const hash = await ask(url, "eth_sendRawTransaction", [raw]);
    await expect.poll(() => ask(url, "eth_getTransactionReceipt", [hash])).toMatchObject({ status: "0x1" });
    await window.notification(say.reach).press(say.configurations);
    await expect.poll(() => window.editorText(), { timeout: 20_000 }).toContain(url);
    expect(await window.editorText()).toMatch(/hardhat\.config|defineChain/);
    // what is open is shown again
    await window.command(say.command);
    expect(await opened(say.reach)).toBe(url);
    await window.notification(say.reach).press(say.stop);
    await expect.poll(() => ask(url, "eth_chainId", []).catch(() => "gone")).toBe("gone");
  }, 60_000);

  it("lets tools read over the FISCO BCOS interface, and nothing else", async () => {
    await window.command(say.command, say.fisco);
    const url = await opened(say.read);
    expect(Number(await ask(url, "eth_blockNumber", []))).toBe(1);
    await expect(ask(url, "eth_sendRawTransaction", ["0x02"])).rejects.toThrow(/web3/);
    await window.notification(say.read).press(say.stop);
    await expect.poll(() => ask(url, "eth_chainId", []).catch(() => "gone")).toBe("gone");
  }, 60_000);
});
