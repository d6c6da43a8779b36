// What real nodes were seen to answer where the embedded chain answered otherwise.
import { mkdtempSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { checksumAddress } from "../../../src/chain/transaction/contractAddress";
import { bytesToHex } from "../../../src/crypto/bytes/hex";
import { smSuite, standardSuite } from "../../../src/crypto/suites";
import type { DevChainOptions } from "../../../src/devchain/settings/options";
import { answerWeb3 } from "../../../src/devchain/web3/web3Envelope";
import { web3Methods } from "../../../src/devchain/web3/web3Methods";
import { ChainInProcess, systemConfig } from "../../support/chainInProcess";
import { headerFaults } from "../../support/offlineProof";
import type { RpcBlockHeader } from "../../support/printedObjects";

let chain: ChainInProcess | undefined;
function stop(): void {
  chain?.close();
  chain = undefined;
}
afterEach(stop);

async function start(options: DevChainOptions = {}): Promise<ChainInProcess> {
  stop();
  chain = await ChainInProcess.start(options);
  return chain;
}

/** The result of a method of the web3 port, or code and words of its error. */
async function eth(method: string, ...params: unknown[]): Promise<unknown> {
  if (!chain) throw new Error("no chain");
  const { network } = chain;
  const request = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const text = await answerWeb3(request, web3Methods(network), network.settings.nodeVersion);
  const { result, error } = JSON.parse(text) as { result?: unknown; error?: { code: number; message: string } };
  return error ? `${error.code} ${error.message}` : result;
}

const sender = `0x${"1a".repeat(20)}`;

describe("addresses of log queries", () => {
  /** A contract that logs once whenever it is called, and one call of it. */
  async function logOnce(at: ChainInProcess): Promise<`0x${string}`> {
    const data = "0x6006600c60003960066000f360006000a000";
    const made = await at.rpc<{ contractAddress: `0x${string}` }>("dev_sendTransaction", "", { from: sender, data });
    await at.rpc("dev_sendTransaction", "", { from: sender, to: made.contractAddress });
    return made.contractAddress;
  }

  const everywhere = { fromBlock: "0x0", toBlock: "latest", topics: [] };

  async function found(at: ChainInProcess, address: unknown): Promise<number[]> {
    const query = { ...everywhere, address };
    const native = await at.rpc<unknown[]>("getLogs", "group0", query);
    const id = await at.rpc<string>("newFilter", "group0", query);
    const filtered = await at.rpc<unknown[]>("getFilterLogs", "group0", id);
    const changed = await at.rpc<unknown[]>("getFilterChanges", "group0", id);
    const ethereum = (await eth("eth_getLogs", query)) as unknown[];
    return [native, filtered, changed, ethereum].map(({ length }) => length);
  }

  test.each([
    ["3.9.0", 0],
    ["3.13.0", 0],
    ["3.14.0", 1],
    ["3.16.4", 1],
  ])("of program version %s, written otherwise, find %i", async (nodeVersion, count) => {
    const at = await start({ nodeVersion });
    const address = await logOnce(at);
    expect(await found(at, address)).toEqual([1, 1, 1, 1]);
    const others = [
      checksumAddress(standardSuite, address),
      `0x${address.slice(2).toUpperCase()}`,
      address.toUpperCase(),
    ];
    for (const other of others) {
      expect(other).not.toBe(address);
      expect(await found(at, other), other).toEqual([count, count, count, count]);
      expect(await found(at, [`0x${"0".repeat(40)}`, other]), other).toEqual([count, count, count, count]);
    }
  });
});

test.each([
  ["3.0.0", undefined],
  ["3.2.0", undefined],
  ["3.3.0", "0"],
  ["3.6.0", "0"],
  ["3.16.0", "0"],
])("a chain of data version %s without permissions has %s as auth_check_status", async (version, value) => {
  const at = await start({ compatibilityVersion: version, executorVersion: 0 });
  const asked = at.rpc("getSystemConfigByKey", "group0", "", "auth_check_status");
  if (value === undefined) await expect(asked).rejects.toThrow("3008");
  else expect(await asked).toEqual({ blockNumber: 0, value });
});

test("permissions are on from block 0 where they were asked for", async () => {
  const at = await start({ auth: true });
  const row = await at.rpc("getSystemConfigByKey", "group0", "", "auth_check_status");
  expect(row).toEqual({ blockNumber: 0, value: "1" });
});

describe("the signatures of an SM block", () => {
  const header = (at: ChainInProcess, number: number) =>
    at.rpc<RpcBlockHeader>("getBlockByNumber", "group0", "", number, true, true);

  test("are those that were read before, by number and by hash, and verify", async () => {
    const at = await start({ suite: "sm" });
    await at.rpc("dev_mine", "group0", 3);
    const first = await header(at, 2);
    expect(first.signatureList?.length).toBeGreaterThanOrEqual(3);
    expect(headerFaults(smSuite, first)).toEqual([]);
    expect(await header(at, 2)).toEqual(first);
    expect(await at.rpc("getBlockByHash", "group0", "", first.hash, true, true)).toEqual(first);
    expect((await header(at, 3)).signatureList).not.toEqual(first.signatureList);
  });

  test("stay with a chain that is kept, and follow it where it goes back", async () => {
    const data = mkdtempSync(join(tmpdir(), "chainside-signatures-"));
    try {
      let at = await start({ suite: "sm", data });
      await at.rpc("dev_mine", "group0", 3);
      const [second, third] = [await header(at, 2), await header(at, 3)];
      at = await start({ suite: "sm", data });
      expect([await header(at, 2), await header(at, 3)]).toEqual([second, third]);
      await at.rpc("dev_reset", "group0");
      await at.rpc("dev_mine", "group0", 2);
      const other = await header(at, 2);
      expect(other.hash).not.toBe(second.hash);
      expect(headerFaults(smSuite, other)).toEqual([]);
      stop();
      truncateSync(join(data, "group-group0", "signatures.log"), 300); // torn in the second list
      at = await start({ suite: "sm", data });
      const again = await header(at, 2);
      expect(headerFaults(smSuite, again)).toEqual([]);
      at = await start({ suite: "sm", data });
      expect(await header(at, 2)).toEqual(again);
    } finally {
      stop();
      rmSync(data, { recursive: true });
    }
  });
});

test("value that the sender does not have is missed before the code that the recipient does not have", async () => {
  const at = await start();
  const to = `0x${"ab".repeat(20)}`;
  for (const method of ["eth_call", "eth_estimateGas"]) {
    for (const data of ["0x", "0x01", "0x12345678"]) {
      for (const from of [sender, undefined]) {
        expect(await eth(method, { from, to, value: "0x1", data }, "latest"), data).toMatch(/^7 /);
      }
    }
    expect(await eth(method, { from: sender, to, data: "0x01" }, "latest")).toMatch(/^16 /);
  }
  const sent = await at.rpc("dev_sendTransaction", "", { from: sender, to, value: 5, data: "0x01" });
  expect(sent).toMatchObject({ status: 7 });
  await at.rpc("dev_setBalance", "", sender, 5);
  expect(await eth("eth_call", { from: sender, to, value: "0x5", data: "0x01" }, "latest")).toMatch(/^16 /);
  expect(await eth("eth_call", { from: sender, to, value: "0x5" }, "latest")).toBe("0x");
  expect(await eth("eth_call", { from: sender, to, value: "0x6" }, "latest")).toMatch(/^7 /);
});

test("a storage slot that is no hex is an error, any other is right-aligned", async () => {
  const at = await start();
  // stores 7 in slot 1
  const made = await at.rpc<{ contractAddress: string }>("dev_sendTransaction", "", {
    from: sender,
    data: "0x600760015500",
  });
  const word = (n: number): string => `0x${n.toString(16).padStart(64, "0")}`;
  const read = (slot: unknown): Promise<unknown> => eth("eth_getStorageAt", made.contractAddress, slot, "latest");
  for (const slot of ["0xzz", "0x0g", "x", "0x 1", "one", "0x-1", "0x1.", "00x1"]) {
    expect(await read(slot), slot).toMatch(/^-32603 [\s\S]*BadHexCharacter/);
  }
  for (const slot of ["0x1", "0x01", "1", "0X1", word(1), word(1).slice(2)])
    expect(await read(slot), slot).toBe(word(7));
  for (const slot of ["0x0", "0x", "", "0x2", null]) expect(await read(slot), String(slot)).toBe(word(0));
});

test("a transaction of a block that nobody knows is an error, one that a block does not have is null", async () => {
  const at = await start();
  await at.rpc("dev_sendTransaction", "", { from: sender, data: "0x00" });
  const hash = (number: number): string => bytesToHex(at.group().blocks.hashOf(number) as Uint8Array);
  const ask = (...params: unknown[]): Promise<unknown> => eth("eth_getTransactionByBlockHashAndIndex", ...params);
  expect(await ask(hash(1), "0x0")).toMatchObject({ blockNumber: "0x1", transactionIndex: "0x0" });
  expect(await ask(hash(1), "0x1")).toBeNull();
  expect(await ask(hash(0), "0x0")).toBeNull();
  for (const unknown of [`0x${"0".repeat(64)}`, `0x${"ab".repeat(32)}`]) {
    expect(await ask(unknown, "0x0")).toMatch(/^-32603 /);
  }
  expect(await eth("eth_getTransactionByBlockNumberAndIndex", "0x9", "0x0")).toBeNull();
});

describe("the version of a block header", () => {
  const versionOf = async (at: ChainInProcess): Promise<number> => {
    const number = await at.rpc<number>("dev_mine", "group0");
    return (await at.rpc<{ version: number }>("getBlockByNumber", "group0", "", number, true, true)).version;
  };
  const upgrade = (at: ChainInProcess, version: string) =>
    at.send(systemConfig, "setValueByKey(string,string)", ["compatibility_version", version]);

  test.each([
    [
      "3.16.4",
      "3.16.0",
      0x03100000,
      [
        ["3.16.4", 0x03100400],
        ["3.17.0", 0x03100400],
        ["9.9.9", 0x03100400],
      ],
    ],
    [
      "3.16.4",
      "3.6.0",
      0x03060000,
      [
        ["3.9.0", 0x03090000],
        ["3.16", 0x03100000],
        // a fourth part makes a node forget the third
        ["3.16.4.9", 0x03100000],
        ["3.16.4", 0x03100400],
        ["255.255.255", 0x03100400],
      ],
    ],
    [
      "3.6.0",
      "3.2.0",
      0x03020000,
      [
        ["3.3.0", 0x03030000],
        ["3.9.0", 0x03060000],
      ],
    ],
  ] as const)(
    "of program version %s follows the data version from %s on",
    async (nodeVersion, first, number, steps) => {
      const at = await start({ nodeVersion, compatibilityVersion: first });
      expect(await versionOf(at)).toBe(number);
      for (const [version, shown] of steps) {
        expect((await upgrade(at, version)).receipt.status).toBe(0);
        expect([version, await versionOf(at)]).toEqual([version, shown]);
      }
    },
  );
});
