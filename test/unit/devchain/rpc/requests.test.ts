// Odd parameters of the native methods: which is looked at first, and what a node makes of it (docs/protocol/json-rpc.md).
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeSignedTransaction } from "../../../../src/chain/encoding/signedTransaction";
import { transactionData } from "../../../../src/chain/encoding/transactionData";
import { encodedTransactionHash } from "../../../../src/chain/encoding/transactionHash";
import { bytesToHex } from "../../../../src/crypto/bytes/hex";
import { privateKeySigner } from "../../../../src/crypto/privateKeySigner";
import { standardSuite } from "../../../../src/crypto/suites";
import type { Network } from "../../../../src/devchain/nodes/network";
import { answer, type MethodTable } from "../../../../src/devchain/rpc/envelope";
import { nodeMethods } from "../../../../src/devchain/rpc/node/nodeMethods";
import { devChainSettings } from "../../../../src/devchain/settings/options";
import { createNetwork, type DevChain, openPorts } from "../../../../src/devchain/startDevChain";

let network: Network;
let methods: MethodTable;
let chain: DevChain;
/** Init code of a contract that, called, logs its call data with topics 1 and 2. */
const logs = "600f80600b6000396000f336600060003760026001366000a200";
const topic = (digit: number): string => `0x${String(digit).padStart(64, "0")}`;
let contract: string;

beforeAll(async () => {
  network = await createNetwork(
    devChainSettings({ openDev: true, sealers: 1, observers: 0, groups: ["group0", "group1"] }),
  );
  methods = nodeMethods(network);
  chain = await openPorts(network);
  const from = chain.accounts[0]?.address;
  const sent = async (fields: object): Promise<{ contractAddress: string }> => {
    const body = { jsonrpc: "2.0", id: 1, method: "dev_sendTransaction", params: ["group0", { from, ...fields }] };
    const response = await fetch(chain.url, { method: "POST", body: JSON.stringify(body) });
    return ((await response.json()) as { result: { contractAddress: string } }).result;
  };
  contract = (await sent({ data: `0x${logs}` })).contractAddress;
  for (let i = 0; i < 3; i++) await sent({ to: contract, data: `0x0${i}` });
});
afterAll(() => chain.close());

/** The result, or the error's number and words. */
async function ask(method: string, ...params: unknown[]): Promise<unknown> {
  return askText(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
}
async function askText(text: string): Promise<unknown> {
  const { error, result } = JSON.parse(await answer(text, methods)) as {
    error?: { code: number; message: string };
    result?: unknown;
  };
  return error ? `${error.code} ${error.message}` : result;
}

const noNode = (method: string): string =>
  `-32000 Invalid request for the specified node of doesn't exist or doesn't started!,request=${method},chain=chainside,group=nope,node=`;
const notBool = "-32600 Value is not convertible to bool.";
const notInt = "-32600 Value is not convertible to Int64.";

describe("what is wrong first", () => {
  it("is a type, the last before the others; then a transaction's hash, then the group, then a block's hash", async () => {
    expect(await ask("getBlockByNumber", "nope", "", "1", "x")).toBe(notBool);
    expect(await ask("getBlockByNumber", "nope", "", "1", true, "x")).toBe(notBool);
    expect(await ask("getBlockByNumber", "nope", "", "1")).toBe(notInt);
    expect(await ask("getBlockByNumber", "nope", "", 1)).toBe(noNode("getBlockByNumber"));
    expect(await ask("getBlockHashByNumber", "nope", "", {})).toBe(notInt);
    expect(await ask("getBlockByHash", "nope", "", "xyz", "x")).toBe(notBool);
    expect(await ask("getBlockByHash", "nope", "", "xyz")).toBe(noNode("getBlockByHash"));
    for (const method of ["getTransaction", "getTransactionReceipt"]) {
      expect(await ask(method, "nope", "", "xyz", "x")).toBe(notBool);
      expect(await ask(method, "nope", "", "xyz")).toBe("-32600 Invalid input string!");
      expect(await ask(method, "nope", "", "")).toBe(noNode(method));
    }
    expect(await ask("getTransactionReceipt", "", "", "")).toBe("-32005 The group  does not exist!");
    expect(await ask("call", "nope", "", "", "")).toBe(noNode("call"));
    expect(await ask("sendTransaction", "nope", "", "", [])).toBe(notBool);
  });
});

describe("hex", () => {
  it("is of even length before its digits are looked at, and its prefix has a small x", async () => {
    expect(await ask("call", "group0", "", contract, "0xabc")).toBe("-32600 Unexpect hex string");
    expect(await ask("call", "group0", "", contract, "abc")).toBe("-32600 Unexpect hex string");
    expect(await ask("call", "group0", "", contract, "zz")).toBe("-32600 std::exception");
    expect(await ask("call", "group0", "", contract, "0X12")).toBe("-32600 std::exception");
    expect(await ask("call", "group0", "", contract, "é")).toBe("-32600 std::exception");
    expect(await ask("call", "group0", "", contract, 12)).toBe("-32600 Unexpect hex string");
    expect(await ask("sendTransaction", "group0", "", "0x1g")).toBe(
      "-1 Dynamic exception type: boost::wrapexcept<boost::algorithm::non_hex_input>\nstd::exception::what: std::exception\n[boost::algorithm::bad_char_*] = g\n",
    );
  });
});

const query = (fields: object): object => ({ fromBlock: "0x1", toBlock: "latest", address: [], topics: [], ...fields });
const found = async (fields: object): Promise<unknown> => {
  const result = await ask("getLogs", "group0", query(fields));
  return Array.isArray(result) ? result.length : result;
};

describe("a log query", () => {
  it("finds by address and topics as they stand", async () => {
    expect(await found({})).toBe(3);
    expect(await found({ address: contract })).toBe(3);
    expect(await found({ address: ["0x00", contract] })).toBe(3);
    expect(await found({ address: contract.toUpperCase().replace("X", "x") })).toBe(3);
    expect(await found({ topics: [topic(1)] })).toBe(3);
    expect(await found({ topics: [[topic(3), topic(1)], null] })).toBe(3);
    expect(await found({ topics: [[], topic(2)] })).toBe(3);
    expect(await found({ topics: [null, null, null] })).toBe(0);
    expect(await found({ topics: "anything" })).toBe(3);
    expect(await found({ topics: {} })).toBe(3);
  });

  it("takes numbers and truth values for their text, which no log has, and nothing that has none", async () => {
    for (const fields of [{ address: [5] }, { address: true }, { address: [null] }, { address: "" }]) {
      expect(await found(fields), JSON.stringify(fields)).toBe(0);
    }
    for (const topics of [[true], [[5]], [[null]], [""]]) expect(await found({ topics })).toBe(0);
    const noText = "-32600 Type is not convertible to string";
    for (const fields of [
      { address: [{}] },
      { address: {} },
      { topics: [{}] },
      { topics: [[[]]] },
      { fromBlock: [] },
    ]) {
      expect(await found(fields), JSON.stringify(fields)).toBe(noText);
    }
    expect(await found({ fromBlock: true })).toBe("-32602 Invalid Block Number: true");
    const text = JSON.stringify({ jsonrpc: "2.0", method: "getLogs", params: ["group0", query({ fromBlock: 1 })] });
    expect(await askText(text.replace('"fromBlock":1', '"fromBlock":1.0'))).toBe("-32602 Invalid Block Number: 1.0");
  });

  it("has at most four positions, and is an object", async () => {
    expect(await found({ topics: [null, null, null, null] })).toBe(0);
    expect(await found({ topics: [null, null, null, null, null], toBlock: "0x0" })).toBe("-32602 exceed max topics");
    expect(await found({ topics: { a: 1, b: 2, c: 3, d: 4, e: 5 } })).toBe("-32602 exceed max topics");
    expect(await found({ topics: { a: 1 } })).toBe(
      "-32600 in Json::Value::operator[](ArrayIndex)const requires arrayValue",
    );
    const noObject = "-32600 in Json::Value::find(begin, end): requires objectValue or nullValue";
    for (const value of [[], "x", 5, true]) expect(await ask("getLogs", "group0", value)).toBe(noObject);
    for (const value of [null, {}]) expect(await ask("getLogs", "group0", value)).toBe("-32602 fromBlock is null");
  });

  it("has a range that does not run backwards, unless it is for one block", async () => {
    const backwards = "-32602 invalid block range params";
    expect(await found({ fromBlock: "latest", toBlock: "0x4" })).toBe(backwards);
    expect(await found({ fromBlock: "0x3", toBlock: "0x2" })).toBe(backwards);
    expect(await found({ fromBlock: "0xffffffffffffffff" })).toBe(backwards);
    expect(await found({ fromBlock: "0x10000000000000000" })).toBe("-32600 stoull");
    expect(await found({ fromBlock: "0x7fffffffffffffff" })).toBe(0);
    expect(await found({ fromBlock: "0x" })).toBe("-32602 Invalid Block Number: 0x");
    expect(await found({ fromBlock: "0X1" })).toBe("-32602 Invalid Block Number: 0X1");
    const hash = await ask("getBlockHashByNumber", "group0", "", 2);
    expect(await found({ fromBlock: "0x3", toBlock: "0x2", blockhash: hash })).toBe(1);
    expect(await found({ fromBlock: "0x3", toBlock: "0x2", blockhash: String(hash).slice(2) })).toBe(1);
    expect(await found({ blockhash: "" })).toBe(3);
    for (const blockhash of ["0x12", "xyz", 5]) expect(await found({ blockhash })).toBe("-32602 unknown block");
  });

  it("is read before its group is looked for", async () => {
    expect(await ask("getLogs", "nope", {})).toBe("-32602 fromBlock is null");
    expect(await ask("getLogs", "nope", query({}))).toBe(
      "-32005 group not exist,chain=chainside,group=nope,commond=getLogsImpl",
    );
    expect(await ask("newFilter", "nope", query({ fromBlock: "latest", toBlock: "0x0" }))).toBe(
      "-32602 invalid block range params",
    );
    expect(await ask("newFilter", "nope", query({}))).toBe(
      "-32005 group not exist,chain=chainside,group=nope,commond=getCurrentBlockNumber",
    );
  });
});

describe("a filter", () => {
  it("is known by its number, under the name of the group that it was made with", async () => {
    const id = String(await ask("newFilter", "group0", query({})));
    const other = `0X00${id.slice(2).toUpperCase()}`;
    for (const group of ["", "group1", "nope"]) {
      expect(await ask("getFilterLogs", group, id)).toBe("-32602 filter not found");
      expect(await ask("uninstallFilter", group, id)).toBe(false);
    }
    expect(await ask("getFilterLogs", "group0", other)).toHaveLength(3);
    expect(await ask("getFilterChanges", "group0", id.slice(2))).toHaveLength(3);
    expect(await ask("getFilterChanges", "group0", id)).toHaveLength(0);
    expect(await ask("uninstallFilter", "group0", other)).toBe(true);
    const unnamed = await ask("newBlockFilter", "");
    expect(await ask("getFilterChanges", "group0", unnamed)).toBe("-32602 filter not found");
    expect(await ask("getFilterChanges", "", unnamed)).toEqual([]);
    for (const odd of ["", "0x", "0xzz", 5, null]) {
      expect(await ask("getFilterChanges", "group0", odd)).toBe("-32602 filter not found");
    }
  });
});

describe("a transaction whose texts are no UTF-8", () => {
  it("has the hash of its bytes, as Java clients make them", async () => {
    const signer = privateKeySigner(standardSuite, new Uint8Array(32).fill(9));
    const data = transactionData({ chainId: "chainside", groupId: "group0", blockLimit: 500n, nonce: "nonce-XXXXXX" });
    const plain = Buffer.from(
      encodeSignedTransaction({ data, dataHash: new Uint8Array(0), signature: new Uint8Array(0) }),
    );
    // a character beyond the basic plane as two halves of three bytes each
    const at = plain.indexOf("XXXXXX");
    Buffer.from("eda0bdedb880", "hex").copy(plain, at);
    const hash = encodedTransactionHash(standardSuite, plain);
    const signature = await signer.sign(hash);
    const signed = Buffer.from(encodeSignedTransaction({ data, dataHash: hash, signature }));
    Buffer.from("eda0bdedb880", "hex").copy(signed, signed.indexOf("XXXXXX"));
    const sent = (await ask("sendTransaction", "group0", "", `0x${signed.toString("hex")}`)) as Record<string, unknown>;
    expect(sent["transactionHash"]).toBe(bytesToHex(hash));
    expect(await ask("getTransaction", "group0", "", bytesToHex(hash))).toMatchObject({ hash: bytesToHex(hash) });
  });
});

describe("the amounts of a version 1 transaction", () => {
  it("are hex with a small x, and are looked at before the hash", async () => {
    const words = "transaction value or gasPrice or maxFeePerGas or maxPriorityFeePerGas is not hex string";
    for (const value of ["0X1", "1", "0x1g", " 0x1"]) {
      const data = transactionData({
        version: 1,
        chainId: "chainside",
        groupId: "group0",
        blockLimit: 500n,
        nonce: "n",
        value,
      });
      const signed = encodeSignedTransaction({ data, dataHash: new Uint8Array(32), signature: new Uint8Array(65) });
      expect(await ask("sendTransaction", "group0", "", bytesToHex(signed))).toContain(words);
    }
  });
});
