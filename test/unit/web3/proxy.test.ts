import { Contract, JsonRpcProvider, Transaction } from "ethers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { hashOf, ProxiedChain } from "../../support/web3Proxy";

let chain: ProxiedChain;
let box: string;
let firstSet: string;
let firstBlock: number;

beforeAll(async () => {
  chain = await ProxiedChain.start();
  box = await chain.deploy();
  const raw = await chain.signed({ nonce: 1, to: box, data: chain.call("set", [7]) });
  firstSet = String(await chain.ask("eth_sendRawTransaction", [raw]));
  firstBlock = Number((await chain.receipt(firstSet))["blockNumber"]);
  // one of them is refused by the contract: it makes no event
  for (let nonce = 2; nonce < 16; nonce++) {
    const next = await chain.signed({ nonce, to: box, data: chain.call("set", [nonce]) });
    await chain.receipt(await chain.ask("eth_sendRawTransaction", [next]));
  }
}, 120_000);

afterAll(() => chain.close());

describe("the chain", () => {
  it("tells its network in decimal digits, and says that it made that up", async () => {
    const { result, madeUp } = await chain.raw("net_version");
    expect([result, madeUp]).toEqual(["20200", "network-id"]);
  });

  it("has a history of fees with a row for each block", async () => {
    const history = (await chain.ask("eth_feeHistory", ["0x3", "latest", [25, 75]])) as Record<string, unknown[]>;
    expect(history["baseFeePerGas"]).toEqual(["0x0", "0x0", "0x0", "0x0"]);
    expect(history["reward"]).toEqual(Array.from({ length: 3 }, () => ["0x0", "0x0"]));
    expect(history["gasUsedRatio"]).toHaveLength(3);
    expect(history["gasUsedRatio"]?.every((ratio) => Number(ratio) > 0)).toBe(true);
  });

  it("is refused where it can't answer, in words that tools know", async () => {
    expect((await chain.raw("eth_sendTransaction", [{ from: box, to: box }])).error).toMatchObject({
      code: -32000,
      message: expect.stringMatching(/^unknown account/),
    });
    expect((await chain.raw("eth_getProof", [box, [], "latest"])).error?.code).toBe(-32601);
    expect((await chain.raw("debug_storageRangeAt", [box, 0, box, "0x0", 10])).error).toMatchObject({
      code: -32601,
      message: expect.stringMatching(/no node lists the storage/),
    });
    expect((await chain.raw("trace_block", ["0x1"])).error?.message).toMatch(/does not exist/);
    const unfit = async (method: string, ...params: unknown[]) => (await chain.raw(method, params)).error?.code;
    expect(await unfit("eth_getBalance", "0x12")).toBe(-32602);
    expect(await unfit("web3_sha3", "0x6")).toBe(-32602);
    expect(await unfit("web3_sha3", "hello!")).toBe(-32602);
    expect(await unfit("web3_sha3")).toBe(-32602);
    expect(await unfit("eth_feeHistory", "0x3", "latest", [75, 25])).toBe(-32602);
    for (const method of ["eth_getLogs", "eth_newFilter", "eth_getBlockByNumber", "eth_getFilterChanges"])
      expect(await unfit(method)).toBe(-32602);
    expect(await chain.ask("web3_sha3", ["0x"])).toMatch(/^0xc5d24601/);
  });
});

describe("failures", () => {
  it("have the code 3, the reason, and the data", async () => {
    const call = async (name: string, args: unknown[]) => {
      const { error } = await chain.raw("eth_call", [{ to: box, data: chain.call(name, args) }, "latest"]);
      return error;
    };
    expect(await call("set", [13])).toMatchObject({ code: 3, message: "execution reverted: unlucky" });
    const custom = await call("set", [5000]);
    expect(custom).toMatchObject({ code: 3, message: expect.stringMatching(/^execution reverted: custom error 0x/) });
    expect(chain.box.parseError(custom?.data ?? "")?.name).toBe("TooLarge");
    expect((await call("divide", [0]))?.data).toMatch(/^0x4e487b71/);
    const estimate = await chain.raw("eth_estimateGas", [{ to: box, data: chain.call("set", [13]) }]);
    expect(estimate.error).toMatchObject({ code: 3, message: "execution reverted: unlucky" });
  });

  it("are decoded by ethers with nothing given", async () => {
    const provider = new JsonRpcProvider(chain.proxy.url);
    const contract = new Contract(box, chain.box, provider);
    await expect(contract.getFunction("set").staticCall(13)).rejects.toMatchObject({ reason: "unlucky" });
    await expect(contract.getFunction("set").staticCall(2000)).rejects.toMatchObject({
      revert: { name: "TooLarge" },
    });
    provider.destroy();
  });

  it("name a nonce that was used", async () => {
    const { error } = await chain.raw("eth_sendRawTransaction", [await chain.signed({ nonce: 0, to: box })]);
    expect(error?.message).toBe("nonce too low: next nonce 16, tx nonce 0");
  });

  it("name the chain that a signature is for", async () => {
    const raw = await chain
      .wallet()
      .signTransaction({ chainId: 5, nonce: 16, to: box, gasLimit: 100_000, gasPrice: 0, type: 0 });
    expect((await chain.raw("eth_sendRawTransaction", [raw])).error?.message).toBe(
      "invalid chain id for signer: have 5 want 20200",
    );
  });
});

describe("logs", () => {
  it("are complete over any range, with every member left out", async () => {
    const all = (await chain.raw("eth_getLogs", [{ fromBlock: "0x0", toBlock: "latest" }])) as {
      result: unknown[];
      madeUp: string;
    };
    expect(all.result).toHaveLength(14);
    expect(all.madeUp).toContain("chunked-logs");
    expect(await chain.ask("eth_getLogs", [{}])).toHaveLength(1);
    expect(await chain.ask("eth_getLogs", [{ fromBlock: "earliest", address: box }])).toHaveLength(14);
    expect(await chain.ask("eth_getLogs", [{ fromBlock: "earliest", address: `0x${"11".repeat(20)}` }])).toEqual([]);
  });

  it("are found by a block's hash", async () => {
    const { blockHash } = await chain.receipt(firstSet);
    const logs = (await chain.ask("eth_getLogs", [{ blockHash }])) as { transactionHash: string }[];
    expect(logs.map(({ transactionHash }) => transactionHash)).toEqual([firstSet]);
    expect((await chain.raw("eth_getLogs", [{ blockHash: `0x${"00".repeat(32)}` }])).error?.message).toBe(
      "unknown block",
    );
    expect((await chain.raw("eth_getLogs", [{ blockHash, fromBlock: "0x1" }])).error?.code).toBe(-32602);
  });

  it("of a filter come once, however many blocks there were", async () => {
    const id = await chain.ask("eth_newFilter", [{ fromBlock: "0x0", address: box }]);
    expect(await chain.ask("eth_getFilterLogs", [id])).toHaveLength(14);
    expect(await chain.ask("eth_getFilterChanges", [id])).toHaveLength(14);
    expect(await chain.ask("eth_getFilterChanges", [id])).toEqual([]);
    expect(await chain.ask("eth_uninstallFilter", [id])).toBe(true);
    expect((await chain.raw("eth_getFilterChanges", [id])).error?.message).toBe("filter not found");
  });
});

describe("transactions that are read back", () => {
  it("make their own hash again", async () => {
    const nonce = Number(await chain.ask("eth_getTransactionCount", [chain.wallet().address, "latest"]));
    const raw = await chain.signed({ nonce, to: box, data: "0x3fa4f245", type: 0 });
    const hash = hashOf(raw);
    await chain.receipt(await chain.ask("eth_sendRawTransaction", [raw]));
    const shown = (await chain.ask("eth_getTransactionByHash", [hash])) as Record<string, string>;
    expect(["0x9df3", "0x9df4"]).toContain(shown["v"]);
    const provider = new JsonRpcProvider(chain.proxy.url);
    const read = await provider.getTransaction(hash);
    provider.destroy();
    expect(Transaction.from(read as never).hash).toBe(hash);
  });

  it("have no nulls in their access lists", async () => {
    const nonce = Number(await chain.ask("eth_getTransactionCount", [chain.wallet().address, "latest"]));
    const accessList = [{ address: box, storageKeys: [`0x${"00".repeat(32)}`] }];
    const raw = await chain.wallet().signTransaction({
      chainId: 20200,
      nonce,
      to: box,
      data: "0x3fa4f245",
      gasLimit: 200_000,
      gasPrice: 0,
      type: 1,
      accessList,
    });
    await chain.receipt(await chain.ask("eth_sendRawTransaction", [raw]));
    const { result, madeUp } = await chain.raw("eth_getTransactionByHash", [hashOf(raw)]);
    const [entry, ...more] = (result as { accessList: { storageKeys: unknown[] }[] }).accessList;
    expect([entry?.storageKeys, more, madeUp]).toEqual([[`0x${"00".repeat(32)}`], [], "access-list"]);
  });
});

describe("what needs a run of its own", () => {
  it("gives traces in geth's forms", async () => {
    const calls = await chain.ask("debug_traceTransaction", [
      firstSet,
      { tracer: "callTracer", tracerConfig: { withLog: true } },
    ]);
    expect(calls).toMatchObject({ type: "CALL", to: box.toLowerCase(), logs: [{ address: box.toLowerCase() }] });
    const { gasUsed } = await chain.receipt(firstSet);
    expect((calls as { gasUsed: string }).gasUsed).toBe(gasUsed);
    const diff = (await chain.ask("debug_traceTransaction", [
      firstSet,
      { tracer: "prestateTracer", tracerConfig: { diffMode: true } },
    ])) as { post: Record<string, { storage: Record<string, string> }> };
    const slot = `0x${"00".repeat(32)}`;
    expect(diff.post[box.toLowerCase()]?.storage[slot]).toBe(`0x${"00".repeat(31)}07`);
    const steps = (await chain.ask("debug_traceTransaction", [firstSet, {}])) as {
      structLogs: { op: string; gas: number }[];
    };
    expect(steps.structLogs[0]).toMatchObject({ op: "PUSH1", depth: 1, pc: 0 });
    expect(steps.structLogs.map(({ op }) => op)).toContain("SSTORE");
  });

  it("gives access lists", async () => {
    const call = { from: chain.wallet().address, to: box, data: chain.call("open", [3]) };
    const { accessList } = (await chain.ask("eth_createAccessList", [call, "latest"])) as {
      accessList: { address: string; storageKeys: string[] }[];
    };
    expect(accessList).toHaveLength(2);
    expect(accessList.every(({ storageKeys }) => storageKeys.length === 1)).toBe(true);
  });

  it("reads the past as it was", async () => {
    const value = async (block: number) =>
      Number(await chain.ask("eth_call", [{ to: box, data: chain.call("value", []) }, `0x${block.toString(16)}`]));
    expect([await value(firstBlock - 1), await value(firstBlock), await value(firstBlock + 1)]).toEqual([0, 7, 2]);
    expect(await chain.ask("eth_getCode", [box, "0x0"])).toBe("0x");
    expect(await chain.ask("eth_getBalance", [box, "0x0"])).toBe("0x0");
    // what a development account has came with no transaction
    const funded = await chain.raw("eth_getBalance", [chain.wallet().address, "0x0"]);
    expect(funded.error?.message).toMatch(/^historical state not available: by its transactions/);
    expect(await chain.ask("eth_getStorageAt", [box, "0x0", `0x${firstBlock.toString(16)}`])).toBe(
      `0x${"00".repeat(31)}07`,
    );
    const { madeUp } = await chain.raw("eth_getTransactionCount", [
      chain.wallet().address,
      `0x${firstBlock.toString(16)}`,
    ]);
    expect(madeUp).toBe("re-executed");
  });

  it("takes state overrides, and code without an address", async () => {
    const stateDiff = { [`0x${"00".repeat(32)}`]: `0x${"00".repeat(31)}2a` };
    const call = { to: box, data: chain.call("value", []) };
    expect(Number(await chain.ask("eth_call", [call, "latest", { [box]: { stateDiff } }]))).toBe(42);
    expect(await chain.ask("eth_call", [{ data: "0x600160005260206000f3" }, "latest"])).toBe(`0x${"00".repeat(31)}01`);
  });

  it("is refused without the FISCO BCOS interface, never answered with the state of now", async () => {
    const alone = await ProxiedChain.start({}, {}, "none");
    try {
      await alone.deploy();
      const { error } = await alone.raw("eth_getBalance", [alone.wallet().address, "0x0"]);
      expect(error?.message).toMatch(/^historical state not available: .*--url/);
      expect((await alone.raw("debug_traceTransaction", [`0x${"00".repeat(32)}`])).error?.message).toMatch(/--url/);
      expect(
        (
          await alone.raw("eth_call", [
            { to: alone.wallet().address },
            "latest",
            { [alone.wallet().address]: { balance: "0x1" } },
          ])
        ).error?.message,
      ).toMatch(/^state overrides/);
    } finally {
      await alone.close();
    }
  });
});

describe("the server", () => {
  it("answers batches of any size, and one in a list as a list", async () => {
    const batch = async (length: number) => {
      const requests = Array.from({ length }, (_, id) => ({ jsonrpc: "2.0", id, method: "eth_chainId" }));
      const response = await fetch(chain.proxy.url, { method: "POST", body: JSON.stringify(requests) });
      return (await response.json()) as unknown;
    };
    expect(await batch(1)).toHaveLength(1);
    expect(await batch(200)).toHaveLength(200);
    expect(await batch(1001)).toMatchObject({ error: { code: -32600 } });
  });

  it("answers no page of another origin, and no other name", async () => {
    const post = (headers: Record<string, string>) =>
      fetch(chain.proxy.url, { method: "POST", headers, body: "{}" }).then(({ status }) => status);
    expect(await post({ origin: "https://evil.example" })).toBe(403);
    expect(await post({ "sec-fetch-site": "cross-site" })).toBe(403);
    const named = await new Promise<number>((resolve) => {
      void import("node:http").then(({ request }) => {
        const { port } = new URL(chain.proxy.url);
        request({ port, method: "POST", headers: { host: "evil.example" } }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        }).end("{}");
      });
    });
    expect(named).toBe(403);
  });

  it("answers what isn't a request with an error", async () => {
    const post = async (body: string) => (await fetch(chain.proxy.url, { method: "POST", body })).json();
    expect(await post("{")).toMatchObject({ error: { code: -32700 } });
    expect(await post("[]")).toMatchObject({ error: { code: -32600 } });
    expect(await post('{"id":1}')).toMatchObject({ id: 1, error: { code: -32600 } });
    expect(await post('{"id":1,"method":"eth_chainId","params":{}}')).toMatchObject({ error: { code: -32602 } });
  });

  const posted = (body: string) => fetch(chain.proxy.url, { method: "POST", body });

  it("does what a notification says, and answers nothing", async () => {
    const chainId = (id: string) => `{"jsonrpc":"2.0"${id},"method":"eth_chainId"}`;
    for (const body of [chainId(""), '{"method":"eth_none"}', `[${chainId("")},${chainId("")}]`]) {
      const response = await posted(body);
      expect([response.status, await response.text()]).toEqual([204, ""]);
    }
    const mixed = await posted(`[${chainId("")},${chainId(',"id":1')},${chainId(',"id":null')},7]`);
    expect(await mixed.json()).toMatchObject([
      { id: 1, result: "0x4ee8" },
      { id: null, result: "0x4ee8" },
      { id: null, error: { code: -32600 } },
    ]);
    const nonce = Number(await chain.ask("eth_getTransactionCount", [chain.wallet().address, "latest"]));
    const raw = await chain.signed({ nonce, to: box, data: chain.call("set", [7]) });
    await posted(JSON.stringify({ jsonrpc: "2.0", method: "eth_sendRawTransaction", params: [raw] }));
    expect(await chain.receipt(Transaction.from(raw).hash)).toMatchObject({ status: "0x1" });
  });

  it("gives back an ID of any size as it came", async () => {
    for (const id of ["9007199254740993", "-12345678901234567890123", '"9007199254740993"'])
      expect(await (await posted(`{"jsonrpc":"2.0","id":${id},"method":"eth_chainId"}`)).text()).toContain(
        `"id":${id},`,
      );
    const beyond = await posted('{"id":1,"method":"eth_getBlockByNumber","params":[12345678901234567890,false]}');
    expect(await beyond.json()).toMatchObject({
      error: { code: -32602, message: expect.stringContaining("12345678901234567890") },
    });
  });

  it("refuses a body that is too long with words, and not by a connection that breaks", async () => {
    const long = new Uint8Array(20_000_000);
    const inParts = new ReadableStream({
      start(controller) {
        for (let part = 0; part < 20; part++) controller.enqueue(long.subarray(0, 1_000_000));
        controller.close();
      },
    });
    for (const body of [long, inParts]) {
      const response = await fetch(chain.proxy.url, { method: "POST", body, duplex: "half" } as RequestInit);
      expect([response.status, response.headers.get("connection")]).toEqual([413, "close"]);
      expect(await response.json()).toMatchObject({ error: { code: -32005 } });
    }
  });
});

describe("transactions", () => {
  const refused = async (raw: string) => (await chain.raw("eth_sendRawTransaction", [raw])).error;

  it("that a node would read otherwise than the tool wrote them are refused", async () => {
    const raw = await chain.signed({ nonce: 900, to: box });
    expect(await refused(`${raw}00`)).toMatchObject({ code: -32602, message: expect.stringContaining("canonical") });
    expect(await refused(`0x04${raw.slice(4)}`)).toEqual({
      code: -32000,
      message: "transaction type not supported: 4; nodes take the types 0 to 3",
    });
  });

  it.each(["token", "none"] as const)("are refused on an SM chain, with the reason (%s)", async (native) => {
    const sm = await ProxiedChain.start({ suite: "sm" }, {}, native);
    try {
      expect(sm.proxy.sm).toBe(true);
      const later = await sm.signed({ nonce: 1, to: box });
      expect((await sm.raw("eth_sendRawTransaction", [later])).error).toMatchObject({
        code: -32000,
        message: expect.stringMatching(/^this chain verifies SM2 signatures/),
      });
    } finally {
      await sm.close();
    }
  });

  it("are given whole to subscribers who want them so, and by their hashes to others", async () => {
    const socket = new WebSocket(chain.proxy.url.replace("http", "ws"));
    const heard: { id?: number; result?: unknown; params?: { subscription: string; result: unknown } }[] = [];
    socket.on("message", (data) => heard.push(JSON.parse(String(data))));
    await new Promise((open) => socket.on("open", open));
    try {
      for (const [id, params] of [["newPendingTransactions"], ["newPendingTransactions", true]].entries())
        socket.send(JSON.stringify({ jsonrpc: "2.0", id, method: "eth_subscribe", params }));
      const idOf = (id: number): unknown => heard.find((each) => each.id === id)?.result;
      await expect.poll(() => idOf(1)).toBeTruthy();
      const nonce = Number(await chain.ask("eth_getTransactionCount", [chain.wallet().address, "latest"]));
      const raw = await chain.signed({ nonce, to: box, data: chain.call("set", [7]) });
      const { hash, from } = Transaction.from(raw);
      await chain.ask("eth_sendRawTransaction", [raw]);
      const noticed = (id: number) => heard.filter(({ params }) => params?.subscription === idOf(id));
      await expect.poll(() => noticed(0).map(({ params }) => params?.result)).toContain(hash);
      await expect
        .poll(() => noticed(1).map(({ params }) => params?.result))
        .toContainEqual(expect.objectContaining({ hash, from }));
    } finally {
      socket.close();
    }
  });
});

describe("confirmations", () => {
  it("are shown to Hardhat, which waits for them, and to no one else", async () => {
    const height = async (agent: string) =>
      Number((await chain.raw("eth_blockNumber", [], { "user-agent": agent })).result);
    const plain = await height("node");
    let shown = plain;
    for (let i = 0; i < 100 && shown < plain + 5; i++) {
      await new Promise((done) => setTimeout(done, 50));
      shown = await height("hardhat 2.26.0");
    }
    expect([shown, await height("node")]).toEqual([plain + 5, plain]);
    const { result, madeUp } = await chain.raw("eth_getBlockByNumber", ["latest", false], {
      "user-agent": "hardhat 2.26.0",
    });
    const block = result as { number: string; hash: string; transactions: unknown[] };
    expect([Number(block.number), block.transactions, madeUp]).toEqual([plain + 5, [], "confirmations"]);
    expect(await chain.ask("eth_getBlockByHash", [block.hash])).toMatchObject({ number: block.number });
    expect(await chain.ask("eth_getBlockByNumber", [block.number, false])).toBeNull();
  });
});
