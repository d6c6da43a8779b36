import { readFileSync } from "node:fs";
import {
  type BaseContract,
  Contract,
  ContractFactory,
  type ContractTransactionReceipt,
  type ContractTransactionResponse,
  isCallException,
  isError,
} from "ethers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ChainProvider, deployFactory } from "../../../src/sdk/adapters/ethers";
import { bfs, getBlock, withAccount } from "../../../src/sdk/sdk";
import { startTestChain, type TestChain } from "../../../src/sdk/testing/testing";
import { kioskAbi } from "../../support/kioskAbi";
import { until } from "../../support/until";

const { bytecode } = JSON.parse(
  readFileSync(new URL("../../fixtures/artifacts/contracts/Kiosk.sol/Kiosk.json", import.meta.url), "utf8"),
) as { bytecode: string };

/** What TypeChain writes of a contract, as far as it is used here. */
interface Kiosk extends BaseContract {
  label: (() => Promise<string>) & { staticCall: () => Promise<string> };
  caller: () => Promise<string>;
  setLabel: ((label: string) => Promise<ContractTransactionResponse>) & {
    staticCall: (label: string) => Promise<void>;
    estimateGas: (label: string) => Promise<bigint>;
  };
  stock: (item: object) => Promise<ContractTransactionResponse>;
}

/** As TypeChain's factories: `super(…)` of the library's, with a type for what `deploy` gives. */
class KioskFactory extends ContractFactory<[string], Kiosk> {}

const owner = `0x${"ab".repeat(20)}`;
const item = (id: bigint) => ({ id, name: "tea", owner, prices: [1n, 2n ** 200n] });

const mined = async (sent: Promise<ContractTransactionResponse>): Promise<ContractTransactionReceipt> => {
  const receipt = await (await sent).wait();
  if (!receipt) throw new Error("there is no receipt");
  return receipt;
};

describe.each(["standard", "sm"] as const)("ethers on a %s chain", (suite) => {
  let chain: TestChain;
  let provider: ChainProvider;
  let kiosk: Kiosk;
  beforeAll(async () => {
    chain = await startTestChain({ suite });
    provider = new ChainProvider(chain);
    const factory = new KioskFactory([...kioskAbi], bytecode, await provider.getSigner());
    kiosk = await deployFactory(factory, "corner");
  });
  afterAll(async () => {
    provider.destroy();
    await chain.close();
  });

  it("calls as the signer, and as no one without it", async () => {
    expect(await kiosk.label()).toBe("corner");
    expect((await kiosk.caller()).toLowerCase()).toBe(chain.account.address);
    const strange = new Contract(await kiosk.getAddress(), kioskAbi, provider) as unknown as Kiosk;
    expect(await strange.caller()).toBe(`0x${"0".repeat(40)}`);
  });

  it("sends, waits, and has the events of the receipt", async () => {
    const receipt = await mined(kiosk.stock(item(1n)));
    const { number, hash, timestamp } = await getBlock(chain, { number: receipt.blockNumber });
    expect([receipt.status, receipt.blockHash, receipt.to?.toLowerCase(), receipt.from.toLowerCase()]).toEqual([
      1,
      hash,
      (await kiosk.getAddress()).toLowerCase(),
      chain.account.address,
    ]);
    expect(receipt.gasUsed > 0n).toBe(true);
    expect(receipt.logs.map((log) => ("eventName" in log ? log.eventName : "anonymous"))).toEqual([
      "Stocked",
      "anonymous",
    ]);
    const block = await provider.getBlock(number, true);
    expect([block?.hash, block?.timestamp, block?.transactions.length]).toEqual([
      hash,
      Math.floor(timestamp / 1000),
      1,
    ]);
    expect(block?.prefetchedTransactions[0]?.hash).toBe(receipt.hash);
    expect((await receipt.getTransaction()).data.slice(0, 10)).toBe(kiosk.interface.getFunction("stock")?.selector);
    expect(await provider.getTransactionReceipt(`0x${"00".repeat(32)}`)).toBeNull();
    expect(await provider.getBlock(10_000)).toBeNull();
  });

  it("finds events of the past, by their arguments", async () => {
    await mined(kiosk.stock(item(7n)));
    await mined(kiosk.stock(item(8n)));
    const found = await kiosk.queryFilter(kiosk.filters["Stocked"]?.([7n, 8n]) ?? "", 0);
    expect(found.map((log) => ("args" in log ? log.args["id"] : undefined))).toEqual([7n, 8n]);
    expect(found[0]?.blockHash).toBe((await getBlock(chain, { number: found[0]?.blockNumber ?? 0 })).hash);
  });

  it("tells of blocks, though the chain couldn't be asked at first", async () => {
    const { transport } = chain.client;
    let left = 1;
    const request: typeof transport.request = (method, ...rest) =>
      method === "getBlockNumber" && left-- > 0
        ? Promise.reject(new Error("out of reach"))
        : transport.request(method, ...rest);
    const late = new ChainProvider({ ...chain, client: { ...chain.client, transport: { ...transport, request } } });
    const heard: number[] = [];
    await late.on("block", (number: number) => heard.push(number));
    await until(
      async () => {
        await chain.mine();
        return heard.length > 0 || undefined;
      },
      () => "no block is told",
    );
    late.destroy();
    expect(left).toBeLessThanOrEqual(0);
  });

  it("tells of events as their blocks come", async () => {
    const seen: bigint[] = [];
    await kiosk.on("Stocked", (id: bigint) => void seen.push(id));
    await mined(kiosk.stock(item(21n)));
    await mined(kiosk.stock(item(22n)));
    await until(async () => seen.length >= 2);
    expect(seen).toEqual([21n, 22n]);
    await kiosk.removeAllListeners();
  });

  it("names the errors of contracts", async () => {
    const refused = await kiosk
      .getFunction("find(uint64)")
      .staticCall(404n)
      .catch((error: unknown) => error);
    if (!isCallException(refused)) throw refused;
    expect([refused.revert?.name, refused.revert?.args[0]]).toEqual(["OutOfStock", 404n]);
    const reported = await kiosk.setLabel.staticCall("").catch((error: unknown) => error);
    expect(isCallException(reported) && reported.reason).toBe("a label is needed");
    const failed = await mined(kiosk.getFunction("setLabel")("", { gasLimit: 1n })).catch((error: unknown) => error);
    expect(isCallException(failed) && failed.receipt?.status).toBe(0);
  });

  it("says how much gas a transaction may take, after a dry run", async () => {
    expect((await kiosk.setLabel.estimateGas("x")) > 0n).toBe(true);
    const refused = await kiosk.setLabel.estimateGas("").catch((error: unknown) => error);
    expect(isCallException(refused) && refused.reason).toBe("a label is needed");
  });

  it("takes paths of the chain's file system for names", async () => {
    await bfs.link(chain, chain.account, { path: "/apps/Shop/1.0", address: await kiosk.getAddress() });
    const linked = new Contract("/apps/Shop/1.0", kioskAbi, provider) as unknown as Kiosk;
    expect(await linked.label()).toBe(await kiosk.label());
  });

  it("signs with the accounts that it was given, and no other", async () => {
    const [, second] = chain.accounts;
    if (!second) throw new Error("there are two accounts");
    const both = new ChainProvider(chain, { accounts: [second] });
    const signer = await both.getSigner(second.address);
    const as = kiosk.connect(signer) as Kiosk;
    expect((await as.caller()).toLowerCase()).toBe(second.address);
    expect((await mined(as.setLabel("second"))).from.toLowerCase()).toBe(second.address);
    await expect(provider.getSigner(second.address)).rejects.toThrow("invalid account");
    both.destroy();
    const other = new ChainProvider(withAccount(chain, second), { chainId: 7 });
    expect((await other.getNetwork()).chainId).toBe(7n);
    expect((await (await other.getSigner()).getAddress()).toLowerCase()).toBe(second.address);
    other.destroy();
  });

  it("says what such a chain doesn't have", async () => {
    const address = await kiosk.getAddress();
    const refused = [
      provider.getStorage(address, 0),
      provider.getTransactionCount(address),
      (await provider.getSigner()).signMessage("hello"),
    ];
    for (const asked of refused) {
      const error = await asked.catch((each: unknown) => each);
      expect([isError(error, "UNSUPPORTED_OPERATION"), String(error)]).toEqual([
        true,
        expect.stringContaining("a FISCO BCOS chain has no"),
      ]);
    }
    await expect(provider.call({ to: address, data: "0x", blockTag: 0 })).rejects.toThrow("newest block only");
    const signer = await provider.getSigner();
    await expect(signer.sendTransaction({ to: address, data: "0x", gasLimit: 1n, nonce: 3 })).rejects.toThrow(
      "no counters",
    );
    for (const method of ["eth_sendTransaction", "eth_signTransaction", "eth_call", "eth_estimateGas"])
      for (const chainId of ["0x1", "1", "", "x"])
        await expect(provider.send(method, [{ to: address, data: "0x", chainId }]), method).rejects.toThrow(
          "is for chain",
        );
    const { chainId } = await provider.getNetwork();
    await expect(
      provider.send("eth_estimateGas", [{ to: address, data: "0x", chainId: `0x${chainId.toString(16)}` }]),
    ).rejects.toThrow("execution reverted");
  });

  it("refuses a factory's own deploy, with the way out, before anything is sent", async () => {
    const factory = new ContractFactory([...kioskAbi], bytecode, await provider.getSigner());
    const before = await provider.getBlockNumber();
    await expect(factory.deploy("elsewhere")).rejects.toThrow(/deployFactory\(\)/);
    expect(await provider.getBlockNumber()).toBe(before);
    expect(await provider.getCode(await (await deployFactory(factory, "here")).getAddress())).not.toBe("0x");
  });
});
