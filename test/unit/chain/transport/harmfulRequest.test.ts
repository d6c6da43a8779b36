import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { decodeRlp, encodeRlp, hexlify, type RlpStructuredData, Transaction, Wallet } from "ethers";
import { describe, expect, it } from "vitest";
import { encodeSignedTransaction } from "../../../../src/chain/encoding/signedTransaction";
import { transactionData } from "../../../../src/chain/encoding/transactionData";
import { harmOf } from "../../../../src/chain/transport/harmfulRequest";
import { createHttpTransport } from "../../../../src/chain/transport/httpTransport";
import { bytesToHex } from "../../../../src/crypto/bytes/hex";

const signatureWith = (last: number, length = 65): Uint8Array => new Uint8Array(length).fill(7).with(length - 1, last);

function native({ version = 1, last = 0, length = 65, type = 0 } = {}): string {
  const data = transactionData({ chainId: "chain0", groupId: "group0", blockLimit: 500n, nonce: "1", version });
  const signature = signatureWith(last, length);
  return bytesToHex(encodeSignedTransaction({ data, dataHash: new Uint8Array(32), signature, type }));
}

const sent = (bytes: string) => harmOf("sendTransaction", ["group0", "", bytes, false])?.code;
const raw = (bytes: string) => harmOf("eth_sendRawTransaction", [bytes])?.code;

/** A signed transaction of Ethereum whose y parity is another. */
async function typed(type: 1 | 2, parity: string): Promise<string> {
  const signed = await Wallet.createRandom().signTransaction({
    type,
    chainId: 20200,
    nonce: 0,
    gasLimit: 21_000,
    ...(type === 1 ? { gasPrice: 1 } : { maxFeePerGas: 1, maxPriorityFeePerGas: 1 }),
    to: `0x${"11".repeat(20)}`,
  });
  const list = decodeRlp(`0x${signed.slice(4)}`) as RlpStructuredData[];
  return `0x0${type}${encodeRlp(list.with(-3, parity)).slice(2)}`;
}

describe("what harms nodes", () => {
  it.each([0, 1, 2])("is not a native transaction of version %i", (version) => {
    expect(sent(native({ version }))).toBeUndefined();
  });

  it.each([3, 4, 255, 2 ** 31 - 1, -1])("is a native transaction of version %i, with or without 0x", (version) => {
    expect(sent(native({ version }))).toBe("stopsChain");
    expect(sent(native({ version }).slice(2).toUpperCase())).toBe("stopsChain");
  });

  it.each([4, 26, 27, 28, 127, 255])("is a signature whose last byte is %i, of a call too", (last) => {
    expect(sent(native({ last }))).toBe("endsNodes");
    const signature = bytesToHex(signatureWith(last));
    expect(harmOf("call", ["group0", "", `0x${"11".repeat(20)}`, "0x", signature])?.code).toBe("endsNodes");
  });

  it("is neither what a node refuses by itself nor a signature of SM2", () => {
    for (const last of [0, 1, 2, 3]) expect(sent(native({ last }))).toBeUndefined();
    expect(sent(native({ last: 255, length: 128 }))).toBeUndefined();
    for (const odd of ["", "0x", "0xzz", "0x1", 7, undefined, null, {}]) {
      expect(harmOf("sendTransaction", ["group0", "", odd, false])).toBeUndefined();
      expect(harmOf("eth_sendRawTransaction", [odd])).toBeUndefined();
      expect(harmOf("call", ["group0", "", "0x", "0x", odd])).toBeUndefined();
    }
    expect(harmOf("getBlockNumber", ["group0", ""])).toBeUndefined();
  });

  it.each([1, 2] as const)("is the y parity of a raw transaction of type %i", async (type) => {
    for (const parity of ["0x", "0x01", "0x03"]) expect(raw(await typed(type, parity))).toBeUndefined();
    for (const parity of ["0x04", "0x1b", "0xff", "0x0100", hexlify(new Uint8Array(9).fill(255))])
      expect(raw(await typed(type, parity))).toBe("endsNodes");
    const harmful = await typed(type, "0x1b");
    expect(raw(harmful.replace("0x", "0X"))).toBe("endsNodes");
    // An odd number of digits is taken by nodes of 3.17, with a zero before it.
    expect(raw(`0x${harmful.slice(3)}`)).toBe("endsNodes");
    for (let length = 4; length < harmful.length; length += 2) expect(raw(harmful.slice(0, length))).toBeUndefined();
  });

  it("is no legacy raw transaction", async () => {
    const signed = await Wallet.createRandom().signTransaction({
      type: 0,
      chainId: 20200,
      gasPrice: 1,
      gasLimit: 21_000,
    });
    expect(Transaction.from(signed).signature?.networkV).toBeGreaterThan(27n);
    expect(raw(signed)).toBeUndefined();
  });

  it("reaches no node", async () => {
    let asked = 0;
    const server = createServer((_, response) => {
      asked += 1;
      response.end('{"jsonrpc":"2.0","id":1,"result":{}}');
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const transport = createHttpTransport({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    const params = ["group0", "", native({ version: 3 }), false];
    await expect(transport.request("sendTransaction", params)).rejects.toMatchObject({ code: "stopsChain" });
    expect(asked).toBe(0);
    await transport.close();
    server.close();
  });
});
