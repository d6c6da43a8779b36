import { describe, expect, it } from "vitest";
import { encodeSignedTransaction, inspectSignedTransaction } from "../../../../src/chain/encoding/signedTransaction";
import { type TransactionDataInit, transactionData } from "../../../../src/chain/encoding/transactionData";
import { transactionHash, transactionPreimage } from "../../../../src/chain/encoding/transactionHash";
import { blockLimitFor } from "../../../../src/chain/rpc/blockLimit";
import { generateNonce } from "../../../../src/chain/transaction/nonce";
import { callPreimage, signCall } from "../../../../src/chain/transaction/signCall";
import { signTransaction } from "../../../../src/chain/transaction/signTransaction";
import { hexToBytes } from "../../../../src/crypto/bytes/hex";
import { privateKeySigner } from "../../../../src/crypto/privateKeySigner";
import { smSuite, standardSuite } from "../../../../src/crypto/suites";

const key = hexToBytes("01".repeat(32));
const contract = "0x6849f21d1e455e9f0712b1e99fa4fcd23758e8f1";
const init: TransactionDataInit = { chainId: "chain0", groupId: "group0", blockLimit: 501n, nonce: "1", to: contract };

describe.each([standardSuite, smSuite])("a signed transaction of the $name suite", (suite) => {
  const signer = privateKeySigner(suite, key);

  it("decodes to what was signed, and to who signed", async () => {
    const { hash, signed } = await signTransaction({ suite, signer, data: init, attribute: 1, extraData: "数据" });
    const seen = inspectSignedTransaction(suite, signed);
    expect(seen).toMatchObject({ hash, hashMatches: true, from: signer.address });
    expect(seen.transaction).toMatchObject({ attribute: 1, extraData: "数据", data: { ...init, version: 0 } });
  });

  it("is hashed from its bytes where a text is the Java client's own UTF-8", async () => {
    const data = transactionData({ ...init, nonce: "aaaaaa", version: 2, gasLimit: 5n, extension: Uint8Array.of(1) });
    const own = hexToBytes("eda0bdedb880"); // U+1F600 as two halves of three bytes
    const preimages: Uint8Array[] = [];
    const hash = (bytes: Uint8Array): Uint8Array => preimages[preimages.push(bytes.slice()) - 1] ?? bytes;
    transactionHash({ ...suite, hash }, data);
    const preimage = Buffer.from(preimages[0] ?? []);
    preimage.set(own, preimage.indexOf("aaaaaa"));
    const dataHash = suite.hash(preimage);
    const signed = Buffer.from(encodeSignedTransaction({ data, dataHash, signature: suite.sign(dataHash, key) }));
    signed.set(own, signed.indexOf("aaaaaa"));
    expect(inspectSignedTransaction(suite, signed)).toMatchObject({ hashMatches: true, from: signer.address });
  });

  it("shows a changed byte of the data", async () => {
    const { signed } = await signTransaction({ suite, signer, data: init });
    const at = Buffer.from(signed).indexOf("chain0");
    signed[at] = 0x43;
    const seen = inspectSignedTransaction(suite, signed);
    expect(seen.hashMatches).toBe(false);
    expect(seen.from).not.toBe(signer.address);
  });
});

describe("signTransaction refuses", () => {
  const suite = standardSuite;
  const signer = privateKeySigner(suite, key);
  const attempt = (changes: Partial<TransactionDataInit>): Promise<unknown> =>
    signTransaction({ suite, signer, data: { ...init, ...changes } });

  it.each(["hello", "/apps/x", contract.slice(2), contract.slice(0, -1), ` ${contract}`, `${contract}0`])(
    "the recipient %j",
    async (to) => {
      await expect(attempt({ to })).rejects.toMatchObject({ kind: "usage", code: "badRecipient" });
    },
  );

  it.each([
    { version: 3 },
    { chainId: "" },
    { groupId: "" },
    { nonce: "" },
    { blockLimit: -1n },
    { gasLimit: 2n ** 63n },
    { value: "12" },
    { gasPrice: "0xg" },
  ])("the data %o", async (changes) => {
    await expect(attempt(changes)).rejects.toMatchObject({
      code: "badTransactionField",
      details: { field: Object.keys(changes)[0] },
    });
  });

  it("an account of the other suite", async () => {
    const other = privateKeySigner(smSuite, key);
    await expect(signTransaction({ suite, signer: other, data: init })).rejects.toMatchObject({
      code: "signerOfOtherSuite",
    });
  });
});

describe("around a transaction", () => {
  it("a nonce is decimal, short enough for old nodes, and not repeated", () => {
    const nonces = Array.from({ length: 50 }, generateNonce);
    for (const nonce of nonces) expect(nonce).toMatch(/^\d{1,77}$/);
    expect(new Set(nonces).size).toBe(50);
  });

  it("the block limit is 500 ahead", () => {
    expect(blockLimitFor(7)).toBe(507n);
  });
});

describe.each([standardSuite, smSuite])("a signed call of the $name suite", (suite) => {
  it("names its caller over the address's digits and the data", async () => {
    const signer = privateKeySigner(suite, key);
    const call = { chainId: "chain0", groupId: "group0", to: contract, data: "0x6d4ce63c" } as const;
    const signature = hexToBytes(await signCall(suite, signer, call));
    const text = Uint8Array.from([...Buffer.from(contract.slice(2)), ...hexToBytes(call.data)]);
    expect(suite.signer(suite.hash(text), signature)).toEqual(suite.publicKey(key));
    const other = privateKeySigner(suite === smSuite ? standardSuite : smSuite, key);
    await expect(signCall(suite, other, call)).rejects.toMatchObject({ code: "signerOfOtherSuite" });
  });

  it("signs what no transaction is, whose bytes begin with the zeros of its version", () => {
    expect(callPreimage({ to: contract, data: "0x6d4ce63c" })[0]).toBeGreaterThanOrEqual(0x30);
    for (const version of [0, 1, 2])
      expect([...transactionPreimage(transactionData({ ...init, version })).subarray(0, 3)]).toEqual([0, 0, 0]);
  });
});
