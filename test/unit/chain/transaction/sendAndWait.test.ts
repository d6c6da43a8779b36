import { describe, expect, it } from "vitest";
import { createClient, type Transport } from "../../../../src/chain/client/client";
import { clientError } from "../../../../src/chain/errors/clientError";
import { nodeError } from "../../../../src/chain/errors/nodeError";
import type { ChainSession } from "../../../../src/chain/session";
import { decodeSignedTransaction } from "../../../../src/chain/transaction/signedTransaction";
import { transact } from "../../../../src/chain/transaction/transact";
import { hexToBytes } from "../../../../src/crypto/bytes/hex";
import { privateKeySigner } from "../../../../src/crypto/privateKeySigner";
import { smSuite, standardSuite } from "../../../../src/crypto/suites";
import { codeOf } from "../../../support/failure";

const zero = `0x${"00".repeat(32)}`;
const receipt = {
  version: 0,
  contractAddress: "",
  gasUsed: "1",
  status: 0,
  blockNumber: 13,
  output: "0x",
  transactionHash: zero,
  hash: zero,
  logEntries: [],
};
const signer = privateKeySigner(standardSuite, new Uint8Array(32).fill(1));
const request = { to: `0x${"11".repeat(20)}`, data: "0x01" as const };
const quick = { pollMs: 1 };

interface Script {
  send: () => unknown;
  /** One a look. */
  receipts?: (() => unknown)[];
  heads?: number[];
}

function session(script: Script): { session: ChainSession; asked: string[]; sent: string[] } {
  const asked: string[] = [];
  const sent: string[] = [];
  const heads = script.heads ?? [12];
  const receipts = script.receipts ?? [];
  const transport: Transport = {
    label: "test",
    close: async () => undefined,
    request: async (method, params) => {
      asked.push(method);
      if (method === "getBlockNumber") return heads.length > 1 ? heads.shift() : heads[0];
      if (method === "getTransactionReceipt") return (receipts.shift() ?? notFound)();
      sent.push(String(params[2]));
      return script.send();
    },
  };
  return {
    session: {
      client: createClient(transport, "group0"),
      chainId: "chain0",
      groupId: "group0",
      suite: standardSuite,
      nodeVersion: "3.16.4",
      compatibilityVersion: "3.16.0",
      authEnabled: false,
      wasm: false,
    },
    asked,
    sent,
  };
}

async function notFound(): Promise<never> {
  throw await nodeError(3008, "GetTransactionReceiptByHash");
}
const fails = (error: () => Promise<Error> | Error) => async (): Promise<never> => {
  throw await error();
};
describe("sending a transaction", () => {
  it("signs for the group, 500 blocks ahead, and gives the receipt", async () => {
    const test = session({ send: () => receipt });
    expect(await transact(test.session, signer, request)).toMatchObject({ status: 0, blockNumber: 13 });
    const { data } = decodeSignedTransaction(hexToBytes(test.sent[0] ?? ""));
    expect(data).toMatchObject({ chainId: "chain0", groupId: "group0", blockLimit: 512n, version: 0, to: request.to });
  });

  it("looks for the receipt after a time-out and never sends again", async () => {
    const test = session({ send: fails(() => clientError("timedOut")), receipts: [notFound, notFound, () => receipt] });
    expect(await transact(test.session, signer, request, quick)).toMatchObject({ blockNumber: 13 });
    expect(test.asked.filter((method) => method === "sendTransaction")).toHaveLength(1);
    expect(test.asked.filter((method) => method === "getTransactionReceipt")).toHaveLength(3);
  });

  it("goes on looking while the node cannot be reached", async () => {
    const lost = fails(() => clientError("connectionLost"));
    const test = session({ send: lost, receipts: [fails(() => clientError("connectionRefused")), () => receipt] });
    expect(await transact(test.session, signer, request, quick)).toMatchObject({ blockNumber: 13 });
  });

  it("says unknown when nothing is found, expired when the chain passed the block limit", async () => {
    const timedOut = fails(() => clientError("timedOut"));
    const options = { pollMs: 1, timeoutMs: 6000, waitMs: 1 };
    const error = await transact(session({ send: timedOut }).session, signer, request, options).catch(
      (e: unknown) => e,
    );
    expect(error).toMatchObject({ code: "transactionUnknown", details: { timeoutMs: 6000 } });
    expect(await codeOf(transact(session({ send: timedOut }).session, signer, request, { pollMs: 1, waitMs: 5 }))).toBe(
      "transactionUnknown",
    );
    const passed = session({ send: timedOut, heads: [12, 512, 513] });
    expect(await codeOf(transact(passed.session, signer, request, quick))).toBe("transactionExpired");
    const controller = new AbortController();
    const cancelling = fails(() => {
      controller.abort();
      return clientError("cancelled");
    });
    const cancelled = session({ send: cancelling });
    expect(await codeOf(transact(cancelled.session, signer, request, { ...quick, signal: controller.signal }))).toBe(
      "transactionUnknown",
    );
  });

  it("takes what the pool already has as the same transaction", async () => {
    const pending = session({
      send: fails(() => nodeError(10004, "AlreadyInTxPool")),
      receipts: [notFound, () => receipt],
    });
    expect(await transact(pending.session, signer, request, quick)).toMatchObject({ blockNumber: 13 });
    const mined = session({ send: fails(() => nodeError(10000, "NonceCheckFail")), receipts: [() => receipt] });
    expect(await transact(mined.session, signer, request, quick)).toMatchObject({ blockNumber: 13 });
    const nonce = session({ send: fails(() => nodeError(10000, "NonceCheckFail")) });
    expect(await codeOf(transact(nonce.session, signer, request, quick))).toBe(10000);
  });

  it("passes on what certainly did not reach the chain", async () => {
    const refused = session({ send: fails(() => clientError("connectionRefused")) });
    expect(await codeOf(transact(refused.session, signer, request, quick))).toBe("connectionRefused");
    const limit = session({ send: fails(() => nodeError(10001, "BlockLimitCheckFail")) });
    expect(await codeOf(transact(limit.session, signer, request, quick))).toBe(10001);
    expect(limit.asked).toEqual(["getBlockNumber", "sendTransaction"]);
  });

  it.each(["0x1234", "hello", " 0x1111111111111111111111111111111111111111", "/apps/x", `0x${"1".repeat(39)}`])(
    "refuses the recipient %j before signing",
    async (to) => {
      const test = session({ send: () => receipt });
      expect(await codeOf(transact(test.session, signer, { to, data: "0x" }))).toBe("badRecipient");
      expect(test.sent).toEqual([]);
    },
  );

  it("refuses damaged hex and an account of the other cryptography", async () => {
    const test = session({ send: () => receipt });
    expect(await codeOf(transact(test.session, signer, { ...request, data: "0x1" }))).toBe("wrongParameter");
    const sm = privateKeySigner(smSuite, new Uint8Array(32).fill(1));
    expect(await codeOf(transact(test.session, sm, request))).toBe("signerOfOtherSuite");
    expect(test.sent).toEqual([]);
  });
});
