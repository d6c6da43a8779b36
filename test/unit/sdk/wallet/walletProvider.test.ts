// A wallet as dApps meet it: by the requests of EIP-1193, and through viem and ethers.
import { readFileSync } from "node:fs";
import { BrowserProvider, Contract, verifyMessage, verifyTypedData } from "ethers";
import { createWalletClient, custom, type Hex, publicActions, verifyMessage as verifyByViem } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hexToBytes } from "../../../../src/crypto/bytes/hex";
import { clientError } from "../../../../src/errors/clientError";
import { fiscoChain } from "../../../../src/sdk/adapters/viem";
import { generateAccount, privateKeyAccount } from "../../../../src/sdk/base/accounts";
import type { Chain, ChainTransport } from "../../../../src/sdk/base/chain";
import { openChain, suiteOf } from "../../../../src/sdk/base/chain";
import { startTestChain, type TestChain } from "../../../../src/sdk/testing/testing";
import { announceProvider } from "../../../../src/sdk/wallet/announcement";
import { messageHash } from "../../../../src/sdk/wallet/signedMessages";
import { typedDataHash } from "../../../../src/sdk/wallet/typedData";
import type { WalletQuestion } from "../../../../src/sdk/wallet/walletInterface";
import { createWallet } from "../../../../src/sdk/wallet/walletProvider";
import { kioskAbi } from "../../../support/kioskAbi";
import { until } from "../../../support/until";

const { bytecode } = JSON.parse(
  readFileSync(new URL("../../../fixtures/artifacts/contracts/Kiosk.sol/Kiosk.json", import.meta.url), "utf8"),
) as { bytecode: Hex };

/** A wallet whose user answers as it is told, and what the user was asked. */
function walletOf(
  chain: Chain | readonly Chain[],
  suite: "standard" | "sm",
  answer: (question: WalletQuestion) => boolean = () => true,
) {
  const asked: WalletQuestion[] = [];
  const account = privateKeyAccount(`0x${"07".repeat(32)}`, suite);
  const consent = async (question: WalletQuestion): Promise<boolean> => {
    asked.push(question);
    return answer(question);
  };
  const wallet = createWallet({ chain, accounts: [account], consent });
  const ask = (method: string, ...params: unknown[]): Promise<unknown> => wallet.provider.request({ method, params });
  return { wallet, account, asked, ask };
}

const order = {
  types: {
    Order: [
      { name: "id", type: "uint256" },
      { name: "notes", type: "string[]" },
    ],
  },
  primaryType: "Order",
  domain: { name: "Shop", chainId: 20200 },
  message: { id: "7", notes: ["a", "茶"] },
};

describe.each(["standard", "sm"] as const)("a wallet over a %s chain", (suite) => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await startTestChain({ suite, fund: 1 });
  });
  afterAll(() => chain.close());

  it("runs a dApp of viem", async () => {
    const { wallet, asked, account } = walletOf(chain, suite);
    const transport = custom(wallet.provider, { retryCount: 0 });
    const client = createWalletClient({ chain: fiscoChain(), transport, pollingInterval: 20, cacheTime: 0 }).extend(
      publicActions,
    );
    const [address] = await client.requestAddresses();
    if (!address) throw new Error("no account");
    expect(address.toLowerCase()).toBe(account.address);
    const deployed = await client.deployContract({ abi: kioskAbi, bytecode, args: ["corner"], account: address });
    const { contractAddress, status } = await client.waitForTransactionReceipt({ hash: deployed });
    expect(status).toBe("success");
    if (!contractAddress) throw new Error("nothing was deployed");
    const kiosk = { abi: kioskAbi, address: contractAddress, account: address } as const;
    const item = { id: 1n, name: "tea", owner: address, prices: [3n] };
    const hash = await client.writeContract({ ...kiosk, functionName: "stock", args: [item] });
    expect((await client.waitForTransactionReceipt({ hash })).logs).toHaveLength(2);
    expect(await client.readContract({ ...kiosk, functionName: "label" })).toBe("corner");
    const events = await client.getContractEvents({ ...kiosk, eventName: "Stocked", fromBlock: 0n });
    expect(events.map(({ args }) => args.id)).toEqual([1n]);
    expect(await client.switchChain({ id: 20200 })).toBeUndefined();
    expect(asked.map(({ kind }) => kind)).toEqual(["connect", "transaction", "transaction"]);
    expect(asked[1]).toMatchObject({ account: account.address, value: 0n });
    expect(asked[2]).toMatchObject({ to: contractAddress });
  });

  it("runs a dApp of ethers", async () => {
    const { wallet } = walletOf(chain, suite);
    const provider = new BrowserProvider(wallet.provider, undefined, {
      polling: true,
      pollingInterval: 20,
      cacheTimeout: -1,
    });
    const signer = await provider.getSigner();
    const data = `${bytecode}${new (await import("ethers")).Interface(kioskAbi).encodeDeploy(["by ethers"]).slice(2)}`;
    const sent = await signer.sendTransaction({ data });
    const receipt = await sent.wait();
    const kiosk = new Contract(receipt?.contractAddress ?? "", kioskAbi, signer);
    await (await kiosk.getFunction("setLabel")("changed")).wait();
    expect(await kiosk.getFunction("label")()).toBe("changed");
    await expect(kiosk.getFunction("find(uint64)").staticCall(404n)).rejects.toMatchObject({ code: "CALL_EXCEPTION" });
    provider.destroy();
  });

  it("signs messages and typed data as the chain's suite does", async () => {
    const { asked, ask, account } = walletOf(chain, suite);
    await ask("eth_requestAccounts");
    const signature = (await ask("personal_sign", "0xe88cb6", account.address)) as Hex;
    expect(asked.at(-1)).toEqual({ kind: "message", account: account.address, message: "0xe88cb6", text: "茶" });
    const typed = (await ask("eth_signTypedData_v4", account.address, JSON.stringify(order))) as Hex;
    expect(asked.at(-1)).toMatchObject({ kind: "typedData", typedData: { message: order.message } });
    // some dApps give the address first
    expect(typeof (await ask("personal_sign", account.address, "hello"))).toBe("string");
    expect(asked.at(-1)).toMatchObject({ text: "hello" });
    if (suite === "standard") {
      expect(verifyMessage("茶", signature).toLowerCase()).toBe(account.address);
      expect(await verifyByViem({ address: account.address, message: "茶", signature })).toBe(true);
      const { Order } = order.types;
      expect(verifyTypedData(order.domain, { Order }, order.message, typed).toLowerCase()).toBe(account.address);
    } else {
      const own = suiteOf("sm");
      for (const [hash, made] of [
        [messageHash("茶", "sm"), signature],
        [typedDataHash(order, "sm"), typed],
      ] as const) {
        const bytes = hexToBytes(made);
        expect(bytes).toHaveLength(128);
        const key = own.signer(hash, bytes);
        expect(key && own.address(key)).toBe(account.address);
      }
    }
  });

  it("shows nothing and signs nothing without consent", async () => {
    const { asked, ask, account } = walletOf(chain, suite, () => false);
    const before = await ask("eth_blockNumber");
    expect(await ask("eth_accounts")).toEqual([]);
    expect(await ask("wallet_getPermissions")).toEqual([]);
    const from = account.address;
    const withoutAccess: [string, ...unknown[]][] = [
      ["eth_sendTransaction", { from, to: from, data: "0x" }],
      ["eth_sendTransaction", { to: from, data: "0x" }],
      ["personal_sign", "0x00", from],
      ["eth_signTypedData_v4", from, order],
    ];
    for (const [method, ...params] of withoutAccess)
      await expect(ask(method, ...params), method).rejects.toMatchObject({ code: 4100 });
    expect(asked).toEqual([]);
    await expect(ask("eth_requestAccounts")).rejects.toMatchObject({ code: 4001 });
    expect(await ask("eth_accounts")).toEqual([]);
    const connected = walletOf(chain, suite, ({ kind }) => kind === "connect");
    await connected.ask("eth_requestAccounts");
    for (const [method, ...params] of withoutAccess)
      await expect(connected.ask(method, ...params), method).rejects.toMatchObject({ code: 4001 });
    expect(await ask("eth_blockNumber")).toBe(before);
  });

  it("refuses with the codes of EIP-1193", async () => {
    const { ask, account } = walletOf(chain, suite);
    await ask("eth_requestAccounts");
    const from = account.address;
    const stranger = generateAccount(suite).address;
    const cases: [number, string, ...unknown[]][] = [
      [4100, "eth_sendTransaction", { from: stranger, data: "0x" }],
      [4100, "personal_sign", "hello", stranger],
      [4200, "eth_sign", from, `0x${"01".repeat(32)}`],
      [4200, "eth_signTransaction", { from, data: "0x" }],
      [4200, "wallet_watchAsset", {}],
      [4200, "eth_getTransactionCount", from],
      [4200, "constructor"],
      [4200, "wallet_addEthereumChain", { chainId: "0x1" }],
      [4902, "wallet_switchEthereumChain", [{ chainId: "0x1" }][0]],
      [4200, "wallet_requestPermissions", { eth_snap: {} }],
      [-32602, "wallet_switchEthereumChain"],
      [-32602, "eth_sendTransaction"],
      [-32602, "eth_sendTransaction", { from, data: "0x", nonce: "0x1" }],
      [-32602, "eth_sendTransaction", { from, data: "0x", chainId: "0x1" }],
      [-32602, "eth_sendTransaction", { from, data: "0x0" }],
      [-32602, "eth_signTypedData_v4", from, { ...order, domain: { chainId: 1 } }],
      [-32602, "eth_signTypedData_v4", from, "{"],
      [-32602, "eth_signTypedData_v4", from, { ...order, message: { id: -1, notes: [] } }],
    ];
    for (const [code, method, ...params] of cases)
      await expect(ask(method, ...params), `${method} ${JSON.stringify(params)}`).rejects.toMatchObject({ code });
  });

  it("tells of accounts that come and go", async () => {
    const { wallet, ask, account } = walletOf(chain, suite);
    const heard: unknown[] = [];
    const listener = (accounts: readonly string[]): number => heard.push(accounts);
    wallet.provider.on("accountsChanged", listener).on("connect", (info) => heard.push(info));
    await until(async () => heard.length === 1);
    expect(heard).toEqual([{ chainId: "0x4ee8" }]);
    const other = generateAccount(suite);
    const ofOtherSuite = generateAccount(suite === "sm" ? "standard" : "sm");
    // before a page may see them, nothing is told
    wallet.setAccounts([other, ofOtherSuite]);
    expect(await Promise.all([ask("eth_requestAccounts"), ask("eth_requestAccounts")])).toEqual([
      [other.address],
      [other.address],
    ]);
    wallet.setAccounts([account, other]);
    wallet.setAccounts([account, other]);
    await ask("wallet_revokePermissions", { eth_accounts: {} });
    expect(heard.slice(1)).toEqual([[other.address], [account.address, other.address], []]);
    wallet.provider.removeListener("accountsChanged", listener);
    await ask("eth_requestAccounts");
    expect(heard).toHaveLength(4);
    expect(await ask("wallet_getPermissions")).toMatchObject([{ parentCapability: "eth_accounts" }]);
  });

  it("signs no more with an account that was taken away while its user was asked", async () => {
    const before = walletOf(chain, suite);
    const wallet = createWallet({
      chain,
      accounts: [before.account],
      async consent({ kind }) {
        if (kind !== "connect") wallet.setAccounts([]);
        return true;
      },
    });
    const { provider } = wallet;
    await provider.request({ method: "eth_requestAccounts" });
    const request = { from: before.account.address, to: before.account.address, data: "0x" };
    await expect(provider.request({ method: "eth_sendTransaction", params: [request] })).rejects.toMatchObject({
      code: 4100,
    });
  });
});

describe("a wallet with several chains", () => {
  it("switches by consent, with the accounts of the other suite", async () => {
    const standard = await startTestChain();
    const sm = await startTestChain({ suite: "sm" });
    const [one, two] = [generateAccount("standard"), generateAccount("sm")];
    const answers = new Set(["connect"]);
    const { provider } = createWallet({
      chain: [standard, sm],
      accounts: [one, two],
      consent: ({ kind }) => answers.has(kind),
      chainIdOf: (chain) => (chain.suite.name === "sm" ? 2 : 1),
    });
    const heard: unknown[] = [];
    provider.on("chainChanged", (id) => heard.push(id)).on("accountsChanged", (accounts) => heard.push(accounts));
    await provider.request({ method: "eth_requestAccounts" });
    const change = { method: "wallet_switchEthereumChain", params: [{ chainId: "0x2" }] };
    await expect(provider.request(change)).rejects.toMatchObject({ code: 4001 });
    const foreign = { from: one.address, data: "0x", chainId: 2 };
    await expect(provider.request({ method: "eth_sendTransaction", params: [foreign] })).rejects.toMatchObject({
      code: 4901,
    });
    answers.add("switchChain");
    expect(await provider.request(change)).toBeNull();
    expect(await provider.request({ method: "eth_chainId" })).toBe("0x2");
    expect(heard).toEqual([[one.address], "0x2", [two.address]]);
    await Promise.all([standard.close(), sm.close()]);
  });
});

describe("a wallet whose node goes away", () => {
  it("tells it once, and when it's back", async () => {
    const chain = await startTestChain();
    let isAway = false;
    const transport: ChainTransport = {
      label: "test",
      request: (method, params, options) => {
        if (isAway) throw clientError("connectionRefused", { endpoint: "test" });
        return chain.client.transport.request(method, params, options);
      },
      close: async () => undefined,
    };
    const over = await openChain(transport);
    const { provider } = createWallet({ chain: over, consent: () => true });
    const heard: string[] = [];
    provider
      .on("connect", ({ chainId }) => heard.push(chainId))
      .on("disconnect", ({ code }) => heard.push(String(code)));
    const height = (): Promise<unknown> => provider.request({ method: "eth_blockNumber" });
    expect(await height()).toBe("0x0");
    isAway = true;
    await expect(height()).rejects.toMatchObject({ code: 4900 });
    await expect(height()).rejects.toMatchObject({ code: 4900 });
    isAway = false;
    expect(await height()).toBe("0x0");
    expect(heard).toEqual(["0x4ee8", "4900", "0x4ee8"]);
    await chain.close();
  });
});

describe("announcing a wallet", () => {
  it("answers whoever asks for wallets, until it ends", async () => {
    const chain = await startTestChain();
    const { provider } = createWallet({ chain, consent: () => false });
    const page = new EventTarget();
    const seen: unknown[] = [];
    page.addEventListener("eip6963:announceProvider", (event) => seen.push((event as CustomEvent).detail));
    const stop = announceProvider(provider, { name: "Shop Wallet", rdns: "org.example" }, page as never);
    page.dispatchEvent(new Event("eip6963:requestProvider"));
    stop();
    page.dispatchEvent(new Event("eip6963:requestProvider"));
    expect(seen).toHaveLength(2);
    expect(seen[1]).toMatchObject({ info: { name: "Shop Wallet", rdns: "org.example" } });
    const { info } = seen[0] as { info: { uuid: string; icon: string } };
    expect(info.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(info.icon).toMatch(/^data:image\/svg/);
    expect(Object.isFrozen(seen[0])).toBe(true);
    expect(() => announceProvider(provider, { name: "x", rdns: "y" })).toThrow("there is no window");
    await chain.close();
  });
});
