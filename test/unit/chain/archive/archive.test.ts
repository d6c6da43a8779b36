import { afterEach, describe, expect, test } from "vitest";
import { getArchivableBlocks, requireArchivable } from "../../../../src/chain/archive/archiveRange";
import { archiveReaderCommand, archiveToolCommand } from "../../../../src/chain/archive/archiveTool";
import { ArchiveToolOutput } from "../../../../src/chain/archive/archiveToolOutput";
import { deleteArchivedData } from "../../../../src/chain/archive/deleteService";
import {
  getArchivedReceipt,
  getArchivedReceipts,
  getArchivedTransaction,
  getArchivedTransactions,
} from "../../../../src/chain/archive/queryService";
import { ChainError } from "../../../../src/errors/chainError";
import { type Answer, type FakeNode, startFakeNode } from "../../../support/fakeNode";
import { replay } from "../services/replayNode";

let server: FakeNode | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function serve(answer: Answer): Promise<string> {
  server = await startFakeNode(answer);
  return server.url;
}
/** `kind code: message` of what is thrown. */
async function outcome(action: () => unknown): Promise<string> {
  try {
    await action();
    return "done";
  } catch (error) {
    if (error instanceof ChainError) return `${error.kind} ${error.code}: ${error.message}`;
    throw error;
  }
}

describe("the delete service", () => {
  const status = (text: string) =>
    serve(({ id }, response) => void response.end(JSON.stringify({ jsonrpc: "2.0", id, result: { status: text } })));

  test("says what it did in a text", async () => {
    const results: string[] = [];
    for (const text of [
      "success",
      "error, invalid block range",
      "error, start block is not equal to archived block, 1 != 5",
      "deleteArchivedData failed, disk",
    ]) {
      const url = await status(text);
      results.push(await outcome(() => deleteArchivedData(url, { start: 1, end: 5 })));
      expect(server?.requests[0]).toMatchObject({ method: "deleteArchivedData", params: [1, 5] });
      await server?.close();
    }
    expect(results).toEqual([
      "done",
      "rpc archiveRefused: The archive service of the node refused: error, invalid block range",
      "rpc archiveRefused: The archive service of the node refused: error, start block is not equal to archived block, 1 != 5",
      "rpc archiveDeletePartial: The node failed while deleting: deleteArchivedData failed, disk",
    ]);
  });

  test("a range that cannot be is not sent", async () => {
    const url = await status("success");
    expect(await outcome(() => deleteArchivedData(url, { start: 0, end: 5 }))).toContain("usage archiveRange");
    expect(await outcome(() => deleteArchivedData(url, { start: 1, end: 2 ** 31 }))).toContain("usage archiveNumber");
    expect(server?.requests).toEqual([]);
  });
});

const hash = `0x${"ab".repeat(32)}` as const;
const other = `0x${"cd".repeat(32)}` as const;
const receipt = {
  version: 0,
  contractAddress: "",
  gasUsed: "24363",
  status: 0,
  blockNumber: 7,
  output: "0x",
  transactionHash: "\u0001garbled",
  hash,
  logEntries: [],
};
const transaction = {
  version: 0,
  hash: "garbled",
  nonce: "0x31",
  blockLimit: 500,
  to: "",
  from: `0x${"12".repeat(20)}`,
  input: "0x",
  chainID: "chain0",
  groupID: "group0",
  abi: "",
  signature: "0x00",
  importTime: 1,
};
const none = { message: "", code: 0, data: "" };

describe("the query service", () => {
  const answer = (result: unknown, error: unknown = none) =>
    serve(({ id }, response) => void response.end(JSON.stringify({ jsonrpc: "2.0", id, result, error })));

  test("texts are opened, quoted keys stripped, the hash is the key's", async () => {
    const url = await answer({ [`"${hash}"`]: JSON.stringify(receipt, null, "\t") });
    expect(await getArchivedReceipt(url, hash)).toMatchObject({
      transactionHash: hash,
      gasUsed: "24363",
      blockNumber: 7,
    });
    expect(server?.requests[0]).toMatchObject({ method: "getTransactionReceipt", params: [hash], id: 1 });
  });

  test("lists tell what is missing: with an empty text (RocksDB) or without a key (TiKV)", async () => {
    const rocks = await answer({ [hash]: JSON.stringify(transaction), [other]: "" });
    const found = await getArchivedTransactions(rocks, [other, hash, hash.toUpperCase().replace("0X", "0x")]);
    expect([[...found.found.keys()], found.missing]).toEqual([[hash], [other]]);
    expect(found.found.get(hash)?.hash).toBe(hash);
    expect(server?.requests[0]).toMatchObject({ method: "getTransactions", params: [[other, hash]] });
    await server?.close();
    const tikv = await answer({});
    expect((await getArchivedReceipts(tikv, [hash])).missing).toEqual([hash]);
    expect(await getArchivedTransaction(tikv, hash)).toBeUndefined();
    expect(await getArchivedReceipts(tikv, [])).toEqual({ found: new Map(), missing: [] });
  });

  test("refusals and nonsense", async () => {
    const failures: string[] = [];
    for (const [result, error] of [
      ["", { message: "method not found", code: -1001, data: "" }],
      [{ [hash]: "not json" }, none],
      [{ [hash]: JSON.stringify({ ...receipt, status: "x" }) }, none],
      [[1], none],
    ]) {
      const url = await answer(result, error);
      failures.push((await outcome(() => getArchivedReceipt(url, hash))).replaceAll(/http:\S+/g, "URL"));
      await server?.close();
    }
    const broken = await serve((_, response) => void response.writeHead(500).end());
    failures.push((await outcome(() => getArchivedReceipt(broken, hash))).replaceAll(/http:\S+/g, "URL"));
    expect(failures).toMatchInlineSnapshot(`
      [
        "rpc archiveQueryRefused: The archive query service refused: method not found (-1001)",
        "decode archiveBadAnswer: The response of the archive service at URL can't be read: 0xabababababababababababababababababababababababababababababababab holds not json",
        "decode archiveBadAnswer: The response of the archive service at URL can't be read: status: Invalid type: Expected number but received "x"",
        "decode archiveBadAnswer: The response of the archive service at URL can't be read: it has no result",
        "decode archiveBadAnswer: The response of the archive service at URL can't be read: HTTP status 500",
      ]
    `);
    expect(await outcome(() => getArchivedReceipt(broken, "0x12"))).toContain("usage archiveHash");
  });
});

describe("the archive tool", () => {
  const store = { kind: "rocksdb", path: "/data/archive" } as const;

  test("command lines", () => {
    const archive = { action: "archive", start: 1, end: 100, store, endpoint: "127.0.0.1:8181" } as const;
    expect(archiveToolCommand(archive)).toEqual({
      args: ["-a", "1", "100", "-p", "/data/archive", "-e", "127.0.0.1:8181"],
      nodeMustBeStopped: false,
    });
    const reimport = {
      action: "reimport",
      start: 1,
      end: 100,
      store: { kind: "tikv", addresses: ["10.0.0.1:2379", "10.0.0.2:2379"] },
      config: "c.ini",
      genesis: "g",
    } as const;
    expect(archiveToolCommand(reimport)).toEqual({
      args: ["-r", "1", "100", "--pd", "10.0.0.1:2379,10.0.0.2:2379", "-c", "c.ini", "-g", "g"],
      nodeMustBeStopped: true,
    });
    expect(archiveReaderCommand(store).args).toEqual(["-r", "/data/archive", "-i", "127.0.0.1:8080"]);
  });

  test("what the tool would crash on is refused", async () => {
    const archive = { action: "archive", start: 1, end: 100, store, endpoint: "127.0.0.1:8181" } as const;
    const codes = await Promise.all(
      [
        { ...archive, start: 0 },
        { ...archive, end: 1 },
        { ...archive, end: 2 ** 32 },
        { ...archive, start: 1.5 },
        { ...archive, endpoint: "[::1]:8181" },
        { ...archive, endpoint: "localhost" },
        { ...archive, endpoint: "" },
        { ...archive, endpoint: "127.0.0.1:99999" },
        { ...archive, store: { kind: "rocksdb", path: " " } as const },
        { ...archive, store: { kind: "tikv", addresses: [] } as const },
      ].map(async (request) => (await outcome(() => archiveToolCommand(request))).split(":")[0]),
    );
    expect(codes).toEqual([
      "usage archiveRange",
      "usage archiveRange",
      "usage archiveNumber",
      "usage archiveNumber",
      "usage archiveEndpoint",
      "usage archiveEndpoint",
      "usage archiveEndpoint",
      "usage archiveEndpoint",
      "usage archiveStore",
      "usage archiveStore",
    ]);
  });

  test("ranges follow each other", async () => {
    const at = { archived: 50, current: 200 };
    expect(await outcome(() => requireArchivable({ start: 50, end: 199 }, at))).toBe("done");
    expect(await outcome(() => requireArchivable({ start: 60, end: 100 }, at))).toContain("usage archiveGap");
    expect(await outcome(() => requireArchivable({ start: 50, end: 200 }, at))).toContain("usage archiveRange");
    expect(await outcome(() => requireArchivable({ start: 7, end: 9 }, { archived: 0, current: 200 }))).toBe("done");
  });

  const begin =
    "config file: ./config.ini | genesis file: ./config.genesis\nuse rocksDB as archive DB, path: /a\narchive the blocks of range [1,5) into RocksDB\ncurrent block number is 20\n";
  const copied =
    "\rwrite block 1 size: 10\rwrite block 2 size: 10\rwrite block 3 size: 10\rwrite block 4 size: 10\nwrite to archive database, block range [1,5)\ndelete archived data from 1 to 5\n---------------request send:\n{}\n---------------response:\n";
  const run = (action: "archive" | "reimport", text: string, status: number | null) => {
    const output = new ArchiveToolOutput({ action, start: 1, end: 5 });
    for (const piece of text.match(/[\s\S]{1,7}/g) ?? []) output.feed(piece);
    return output.outcome(status);
  };

  test("the node says where to begin", async () => {
    const status = {
      nodeID: "11".repeat(64),
      genesisHash: "",
      latestHash: "",
      isSyncing: false,
      knownHighestNumber: 9,
      knownLatestHash: "",
      peers: [],
      blockNumber: 9,
    };
    const ask = (change: object) =>
      getArchivableBlocks(
        replay("air4-bfs", { extra: { getSyncStatus: JSON.stringify({ ...status, ...change }) } }).session,
      );
    expect(await ask({ archivedBlockNumber: 4 })).toEqual({ archived: 4, current: 9 });
    expect(await ask({})).toEqual({ archived: 0, current: 9 });
  });

  test("progress", () => {
    const output = new ArchiveToolOutput({ action: "archive", start: 1, end: 5 });
    expect(output.feed(begin)).toEqual({ stage: "starting", fraction: 0 });
    expect(output.feed("\rwrite block 1 size: 10\rwrite blo")).toEqual({ stage: "copying", block: 1, fraction: 0.25 });
    expect(output.feed("ck 2 size: 10\r")).toEqual({ stage: "copying", block: 2, fraction: 0.5 });
    expect(output.feed("delete archived data from 1 to 5\n").stage).toBe("deleting");
    expect(output.feed('{"result":{"status" : "success"}}\n').stage).toBe("done");
  });

  test("outcomes, whatever the exit status says", () => {
    const response = (status: string): string => `HTTP/1.1 200 OK\n\n{"id":1,"result":{"status" : "${status}"}}\n`;
    expect([
      run("archive", begin + copied + response("success"), 0),
      run("archive", begin + copied + response("error, start block is not equal to archived block, 1 != 3"), 0),
      run("archive", `${begin}${copied}Error: Connection refused\n`, 0),
      run("archive", `${begin}invalid block number, start: 1, end: 50, current: 20\n`, 1),
      run("archive", "config file not found:./config.ini\n", 0),
      run("archive", begin, null),
      run(
        "reimport",
        "reimport the blocks of range [1,5) from RocksDB\n\rreimport block 1 size: 9\nreimport from archive database success, block range [1,5)\n",
        0,
      ),
      run("reimport", "get transaction failed, blockNumber: 2, txHash: ab\n", 1),
    ]).toMatchInlineSnapshot(`
      [
        {
          "kind": "archived",
        },
        {
          "kind": "notDeleted",
          "problem": "error, start block is not equal to archived block, 1 != 3",
        },
        {
          "kind": "notDeleted",
          "problem": "Error: Connection refused",
        },
        {
          "kind": "failed",
          "problem": "invalid block number, start: 1, end: 50, current: 20",
        },
        {
          "kind": "failed",
          "problem": "config file not found:./config.ini",
        },
        {
          "kind": "failed",
          "problem": "it was stopped",
        },
        {
          "kind": "reimported",
        },
        {
          "kind": "failed",
          "problem": "get transaction failed, blockNumber: 2, txHash: ab",
        },
      ]
    `);
  });
});
