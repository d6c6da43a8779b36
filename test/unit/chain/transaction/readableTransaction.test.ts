import { expect, it } from "vitest";
import { precompiledContracts, precompiledInterface } from "../../../../src/chain/abi/precompiledContracts";
import { decodeTransactionData } from "../../../../src/chain/encoding/transactionData";
import { transactionHash } from "../../../../src/chain/encoding/transactionHash";
import { signTransaction, unsignedTransaction } from "../../../../src/chain/transaction/signTransaction";
import { bytesToHex, hexToBytes } from "../../../../src/crypto/bytes/hex";
import type { Signer } from "../../../../src/crypto/cryptoSuite";
import { privateKeySigner } from "../../../../src/crypto/privateKeySigner";
import type { ReadableRequest } from "../../../../src/crypto/readableRequest";
import { cryptoSuite } from "../../../../src/crypto/suites";

it.each(["standard", "sm"] as const)("what an application signs is readable to its signer (%s)", async (name) => {
  const suite = cryptoSuite(name);
  const key = privateKeySigner(suite, new Uint8Array(32).fill(7));
  const seen: (readonly [Uint8Array, ReadableRequest | undefined])[] = [];
  const signer: Signer = {
    ...key,
    sign: async (hash, request) => {
      seen.push([hash, (await request?.()) as ReadableRequest | undefined]);
      return key.sign(hash);
    },
  };
  const common = { chainId: "chain0", groupId: "group0", blockLimit: 500n, nonce: "1" };
  const input = hexToBytes(precompiledInterface("BFS", suite).encodeCall("mkdir(string)", ["/apps/x"]));
  const cases = [
    [{ to: precompiledContracts.BFS.address, input }, "Call mkdir of BFS"],
    [{ input: new Uint8Array(40) }, "Deploy a contract"],
    [{ to: `0x${"ab".repeat(20)}`, input: new Uint8Array(4) }, "Send 4 bytes of call data to 0x"],
    [{ to: `0x${"ab".repeat(20)}`, version: 1, value: "0x5" }, "Send an amount to 0x"],
  ] as const;
  for (const [given, title] of cases) {
    const data = { ...common, ...given };
    const { hash } = await signTransaction({ suite, signer, data });
    const [signed, request] = seen.at(-1) ?? [];
    expect(hash).toBe(unsignedTransaction(suite, data).hash);
    expect(signed && bytesToHex(signed)).toBe(hash);
    // no one declared that it can be taken back
    expect(request).toMatchObject({ version: 1, weight: "grave", from: key.address, chain: { chainId: "chain0" } });
    expect(request?.sentence).toContain(title);
    const encoded = decodeTransactionData(hexToBytes(request?.transaction ?? "0x"));
    expect(bytesToHex(transactionHash(suite, encoded))).toBe(hash);
  }
  expect(seen[0]?.[1]).toMatchObject({
    method: "mkdir(string)",
    arguments: [{ type: "string", value: '"/apps/x"' }],
  });
});
