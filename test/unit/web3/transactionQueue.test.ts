import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { hashOf, ProxiedChain } from "../../support/web3Proxy";

const open: ProxiedChain[] = [];
const started = async (...given: Parameters<typeof ProxiedChain.start>): Promise<ProxiedChain> => {
  const chain = await ProxiedChain.start(...given);
  open.push(chain);
  return chain;
};

// the first one compiles the contract
vi.setConfig({ testTimeout: 60_000 });

afterEach(async () => {
  await Promise.all(open.splice(0).map((chain) => chain.close()));
});

const send = (chain: ProxiedChain, raw: string): Promise<unknown> => chain.ask("eth_sendRawTransaction", [raw]);

describe("transactions of an account", () => {
  it("are executed in the order of their nonces, whatever order they come in", async () => {
    const chain = await started({ blockIntervalMs: 60 });
    const box = await chain.deploy();
    const raws = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((expected) =>
        chain.signed({ nonce: expected + 1, to: box, data: chain.call("step", [expected]) }),
      ),
    );
    await Promise.all([...raws].reverse().map((raw) => send(chain, raw)));
    const receipts = await Promise.all(raws.map((raw) => chain.receipt(hashOf(raw))));
    expect(receipts.map(({ status }) => status)).toEqual(raws.map(() => "0x1"));
    const blocks = receipts.map(({ blockNumber }) => Number(blockNumber));
    expect(blocks).toEqual([...blocks].sort((a, b) => a - b));
  });

  it("wait for no other account", async () => {
    const chain = await started();
    const box = await chain.deploy();
    await send(chain, await chain.signed({ nonce: 5, to: box, data: chain.call("set", [1]) }));
    const other = await chain.signed({ nonce: 0, to: box, data: chain.call("set", [2]) }, 1);
    expect(await chain.receipt(await send(chain, other))).toMatchObject({ status: "0x1" });
    expect(await chain.ask("txpool_status")).toEqual({ pending: "0x0", queued: "0x1" });
  });

  it("are shown while they are held, and counted", async () => {
    const chain = await started();
    const box = await chain.deploy();
    const [second, third] = await Promise.all(
      [2, 3].map((nonce) => chain.signed({ nonce, to: box, data: chain.call("set", [nonce]) })),
    );
    await send(chain, third ?? "");
    const { madeUp } = await chain.raw("eth_sendRawTransaction", [second]);
    expect(madeUp).toBe("held");
    const { address } = chain.wallet();
    expect(await chain.ask("eth_getTransactionByHash", [hashOf(second ?? "")])).toMatchObject({
      blockNumber: null,
      nonce: "0x2",
    });
    const { queued } = (await chain.ask("txpool_content")) as { queued: Record<string, Record<string, unknown>> };
    expect(Object.keys(queued[address.toLowerCase()] ?? {})).toEqual(["2", "3"]);
    expect(await chain.ask("eth_getTransactionCount", [address, "pending"])).toBe("0x1");
    const first = await chain.signed({ nonce: 1, to: box, data: chain.call("set", [1]) });
    await send(chain, first);
    await chain.receipt(hashOf(third ?? ""));
    await expect.poll(() => chain.ask("txpool_status")).toEqual({ pending: "0x0", queued: "0x0" });
  });

  it("have their receipt awaited for about a block's time: a tool that looks again with the next block would wait forever", async () => {
    const chain = await started({ blockIntervalMs: 200 });
    const box = await chain.deploy();
    const raws = await Promise.all(
      [1, 2].map((nonce) => chain.signed({ nonce, to: box, data: chain.call("set", [nonce]) })),
    );
    for (const raw of [...raws].reverse()) await send(chain, raw);
    for (const raw of raws)
      expect(await chain.ask("eth_getTransactionReceipt", [hashOf(raw)])).toMatchObject({ status: "0x1" });
    const held = await chain.signed({ nonce: 9, to: box, data: chain.call("set", [1]) });
    await send(chain, held);
    expect(await chain.ask("eth_getTransactionReceipt", [hashOf(held)])).toBe(null);
  });

  it("are dropped after a time, with a clear error where a tool waits", async () => {
    const chain = await started({}, { heldMs: 150 });
    const box = await chain.deploy();
    const raw = await chain.signed({ nonce: 4, to: box, data: chain.call("set", [1]) });
    const hash = await send(chain, raw);
    let message = "";
    for (let i = 0; i < 100 && message === ""; i++) {
      message = (await chain.raw("eth_getTransactionReceipt", [hash])).error?.message ?? "";
      await new Promise((done) => setTimeout(done, 30));
    }
    expect(message).toMatch(/was dropped by the proxy: it waited 0 s, and nonce 1 hasn't been sent/);
  });

  it("are known when they come twice, and replaced only by one that offers more", async () => {
    const chain = await started();
    const box = await chain.deploy();
    const raw = await chain.signed({ nonce: 3, to: box, data: chain.call("set", [1]) });
    await send(chain, raw);
    expect((await chain.raw("eth_sendRawTransaction", [raw])).error?.message).toBe("already known");
    const same = await chain.signed({ nonce: 3, to: box, data: chain.call("set", [2]) });
    expect((await chain.raw("eth_sendRawTransaction", [same])).error?.message).toBe(
      "replacement transaction underpriced",
    );
    const better = await chain.wallet().signTransaction({
      chainId: 20200,
      nonce: 3,
      to: box,
      gasLimit: 100_000,
      maxFeePerGas: 5,
      maxPriorityFeePerGas: 1,
      type: 2,
    });
    await send(chain, better);
    expect((await chain.raw("eth_getTransactionReceipt", [hashOf(raw)])).error?.message).toMatch(
      /it was replaced by 0x/,
    );
  });

  it("survive a restart, but not on another chain", async () => {
    const folder = mkdtempSync(join(tmpdir(), "web3-queue-"));
    const file = join(folder, "queue.json");
    try {
      const chain = await started({}, { stateFile: () => file });
      const box = await chain.deploy();
      const later = await chain.signed({ nonce: 2, to: box, data: chain.call("set", [5]) });
      await send(chain, later);
      const kept = JSON.parse(readFileSync(file, "utf8")) as { transactions: { raw: string }[] };
      expect(kept.transactions.map(({ raw }) => raw)).toEqual([later.toLowerCase()]);
      const { openProxy, usualOrder } = await import("../../../src/web3/openProxy");
      const { createHttpTransport } = await import("../../../src/chain/transport/httpTransport");
      const reopened = async (url: string) => {
        const web3 = createHttpTransport({ url });
        const listen = { host: "127.0.0.1", port: 0, allowHosts: [], allowOrigins: [] };
        const proxy = await openProxy({ ...usualOrder, ...listen, client: undefined, web3, stateFile: () => file });
        await proxy.close();
        await web3.close();
        return proxy.restored;
      };
      // another proxy would write its own over it
      await expect(reopened(chain.chain.web3Url ?? "")).rejects.toMatchObject({ code: "proxyStateInUse" });
      await chain.proxy.close();
      const other = await started({ seed: "another" });
      await other.deploy();
      expect(await reopened(chain.chain.web3Url ?? "")).toBe(1);
      expect(await reopened(other.chain.web3Url ?? "")).toBe(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("are refused over a connection that only reads, and over the FISCO BCOS interface", async () => {
    const readOnly = await started({}, { refusesTransactions: () => "read-only: no transaction is passed on" });
    expect(
      (await readOnly.raw("eth_sendRawTransaction", [await readOnly.signed({ nonce: 0 })])).error?.message,
    ).toMatch(/read-only/);
    const native = await started({}, { web3: undefined });
    expect(native.proxy.over).toBe("fisco");
    expect((await native.raw("eth_sendRawTransaction", [await native.signed({ nonce: 0 })])).error?.message).toMatch(
      /--web3/,
    );
  });
});
