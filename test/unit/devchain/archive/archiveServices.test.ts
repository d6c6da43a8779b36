import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { maxMessageBytes } from "../../../../src/chain/frame/frame";
import type { DevChainOptions } from "../../../../src/devchain/settings/options";
import { type DevChain, startDevChain } from "../../../../src/devchain/startDevChain";
import helloWorld from "../../../fixtures/devchain/helloWorld.json";

let chain: DevChain | undefined;
afterEach(async () => {
  await chain?.close();
  chain = undefined;
});

const from = `0x${"ab".repeat(20)}`;

async function post(url: string | undefined, body: unknown): Promise<Response> {
  return fetch(`${url}/`, { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) });
}

async function rpc(method: string, ...params: unknown[]): Promise<{ result?: unknown; error?: unknown }> {
  return (await (await post(chain?.url, { jsonrpc: "2.0", id: 1, method, params })).json()) as { result?: unknown };
}

const remove = async (...params: unknown[]): Promise<unknown> =>
  (await post(chain?.archiveUrl, { jsonrpc: "2.0", id: 7, method: "deleteArchivedData", params })).text();

interface ArchiveAnswer {
  readonly result: Record<string, string>;
  readonly error: unknown;
}

const ask = (method: string, params: unknown): Promise<Response> =>
  post(chain?.archiveQueryUrl, { jsonrpc: "2.0", id: 3, method, params });

/** A chain of six blocks; block 3 has a contract's transaction. Gives that transaction's hash. */
async function start(options: DevChainOptions = {}): Promise<string> {
  chain = await startDevChain({ openDev: true, archivePort: 0, archiveQueryPort: 0, web3Port: 0, ...options });
  await rpc("dev_mine", "group0", 2);
  const sent = await rpc("dev_sendTransaction", "group0", { from, data: helloWorld.init });
  await rpc("dev_mine", "group0", 3);
  return (sent.result as { transactionHash: string }).transactionHash;
}

const status = (text: string): string => `{"id":7,"jsonrpc":"2.0","result":{"status":"${text}"}}`;

test("the delete service says in a text what it did, and wants ranges without gaps", async () => {
  await start();
  const answers = [];
  for (const range of [
    [0, 2],
    [3, 2],
    [1, 7],
    [7, 7],
    [2, 4],
    [1, 5],
    [4, 4],
    [4, 6],
  ])
    answers.push(await remove(...range));
  const invalid = status("error, invalid block range");
  expect(answers).toEqual([
    invalid,
    invalid,
    invalid,
    invalid,
    status("success"),
    status("error, start block is not equal to archived block, 1 != 4"),
    status("success"),
    status("success"),
  ]);
  expect(await remove("1", 2)).toContain('"code":-32600');
  const other = await post(chain?.archiveUrl, { jsonrpc: "2.0", id: 1, method: "getBlockNumber", params: [] });
  expect(await other.text()).toBe(
    '{"error":{"code":-32601,"message":"The method does not exist/is not available."},"id":1,"jsonrpc":"2.0"}',
  );
});

test("an archived block keeps its header and hashes, and loses its bodies", async () => {
  const hash = await start();
  await remove(2, 4);
  const sync = (await rpc("getSyncStatus", "group0", "")).result as string;
  const { archivedBlockNumber, peers } = JSON.parse(sync);
  expect([archivedBlockNumber, peers[0].archivedBlockNumber]).toEqual([4, 0]);
  expect((await rpc("getBlockByNumber", "group0", "", 3)).result).toMatchObject({ number: 3 });
  expect((await rpc("getBlockByNumber", "group0", "", 3, false, true)).result).toMatchObject({ transactions: [hash] });
  const archived = {
    error: { code: 3003, message: "Wrong argument, this block's transactions and receipts are archived" },
  };
  expect(await rpc("getBlockByNumber", "group0", "", 3, false, false)).toMatchObject(archived);
  expect((await rpc("getBlockByNumber", "group0", "", 4, false, false)).result).toMatchObject({ number: 4 });
  expect(await rpc("getTransaction", "group0", "", hash)).toMatchObject({
    error: { code: 3008, message: "GetBatchTxsByHashList error" },
  });
  expect(await rpc("getTransactionReceipt", "group0", "", hash)).toMatchObject({
    error: { code: 3008, message: "GetTransactionReceiptByHash" },
  });
  const query = { fromBlock: "0x3", toBlock: "0x3", address: [], topics: [] };
  expect(await rpc("getLogs", "group0", query)).toMatchObject(archived);
  expect((await rpc("getTotalTransactionCount", "group0", "")).result).toMatchObject({ transactionCount: 1 });
  const web3 = await post(chain?.web3Url, {
    jsonrpc: "2.0",
    id: 1,
    method: "eth_getTransactionReceipt",
    params: [hash],
  });
  expect(await web3.json()).toMatchObject({ result: null });
});

test("the query service has what was deleted, as texts", async () => {
  const hash = await start();
  const unknown = `0x${"cd".repeat(32)}`;
  const [before, header] = await Promise.all([
    rpc("getTransaction", "group0", "", hash),
    rpc("getTransactionReceipt", "group0", "", hash),
  ]);
  const none = { message: "", code: 0, data: "" };
  expect(await (await ask("getTransactionByHash", [hash])).json()).toEqual({
    jsonrpc: "2.0",
    id: 3,
    result: { [hash]: "" },
    error: none,
  });
  await remove(1, 4);
  const transaction = (await (await ask("getTransactionByHash", [hash])).json()) as ArchiveAnswer;
  expect(Object.keys(transaction)).toEqual(["jsonrpc", "id", "result", "error"]);
  expect(transaction.result[hash]).toContain('{\n\t"abi" : "",\n\t"blockLimit" : ');
  expect(JSON.parse(transaction.result[hash] ?? "")).toEqual(before.result);
  const receipts = (await (await ask("getTransactionReceipts", [[unknown, hash, hash]])).json()) as ArchiveAnswer;
  expect([receipts.result[unknown], receipts.error]).toEqual(["", none]);
  const {
    from: _from,
    to: _to,
    input: _input,
    extraData: _extra,
    transactionProof: _proof,
    ...own
  } = header.result as Record<string, unknown>;
  expect(JSON.parse(receipts.result[hash] ?? "")).toEqual(own);
});

test("the query service refuses as its program does", async () => {
  await start();
  expect(await (await ask("getTransactions", null)).json()).toMatchObject({
    result: "",
    error: { message: "parameters is null", code: -1002, data: "" },
  });
  expect(await (await ask("getBlockNumber", [])).json()).toMatchObject({
    result: "",
    error: { message: "method not found", code: -1001, data: "" },
  });
  const codes = [];
  for (const body of ["{", "[]", '{"jsonrpc":"2.0","method":"getTransactions","id":"1","params":[]}']) {
    codes.push((await post(chain?.archiveQueryUrl, body)).status);
  }
  codes.push((await fetch(`${chain?.archiveQueryUrl}/`)).status, (await fetch(`${chain?.archiveQueryUrl}/x`)).status);
  expect(codes).toEqual([422, 422, 422, 405, 404]);
  for (const params of [{}, [], ["0xab"], [[1]], [["ab"]]]) {
    await expect(ask("getTransactions", params)).rejects.toThrow("fetch failed");
  }
  expect((await ask("getTransactions", [[]])).status).toBe(200);
});

test("the query service reads no body that is longer than a message", async () => {
  await start();
  const socket = connect(Number(new URL(chain?.archiveQueryUrl ?? "").port), "127.0.0.1");
  const ended = new Promise((resolve) => socket.once("close", resolve));
  socket.on("error", () => undefined);
  socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${maxMessageBytes + 1}\r\n\r\n{`);
  await ended;
});

test("a data directory keeps what is archived; going back takes it back", async () => {
  const data = mkdtempSync(join(tmpdir(), "chainside-archive-"));
  try {
    await start({ data });
    const number = async () =>
      JSON.parse((await rpc("getSyncStatus", "group0", "")).result as string).archivedBlockNumber;
    await remove(2, 4);
    await chain?.close();
    chain = await startDevChain({ openDev: true, archivePort: 0, data });
    expect(await number()).toBe(4);
    await rpc("dev_reset", "group0");
    expect(await number()).toBe(0);
  } finally {
    await chain?.close();
    chain = undefined;
    rmSync(data, { recursive: true });
  }
});
