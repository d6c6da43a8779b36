import { describe, expect, it } from "vitest";
import { createClient, type Transport } from "../../../../src/chain/client/client";
import { decodeSignedTransaction } from "../../../../src/chain/encoding/signedTransaction";
import { encodedTransactionHash } from "../../../../src/chain/encoding/transactionHash";
import type { ChainSession } from "../../../../src/chain/session";
import { verdictOf } from "../../../../src/chain/transaction/refusals";
import { settle } from "../../../../src/chain/transaction/settlement";
import { signTransaction } from "../../../../src/chain/transaction/signTransaction";
import { transact } from "../../../../src/chain/transaction/transact";
import { bytesToHex, hexToBytes } from "../../../../src/crypto/bytes/hex";
import { privateKeySigner } from "../../../../src/crypto/privateKeySigner";
import { smSuite, standardSuite } from "../../../../src/crypto/suites";
import { clientError } from "../../../../src/errors/clientError";
import { nodeError } from "../../../../src/errors/nodeError";
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
const fields = { chainId: "chain0", groupId: "group0", nonce: "1", to: `0x${"11".repeat(20)}` };
const request = { to: `0x${"11".repeat(20)}`, data: "0x01" as const };
const quick = { pollMs: 1 };

interface Script {
  send: () => unknown;
  /** One a look. */
  receipts?: (() => unknown)[];
  heads?: number[];
  /** What the same bytes are answered with when they are sent again. */
  again?: () => unknown;
  sealers?: string[];
  archived?: number;
}

/** A receipt is of the transaction that was asked for, unless it says another. */
async function named(answer: unknown, hash: string): Promise<unknown> {
  const given = await answer;
  return given === receipt ? { ...receipt, transactionHash: hash } : given;
}

const syncStatus = (nodeID: string, blockNumber: number, archivedBlockNumber = 0): string =>
  JSON.stringify({
    nodeID,
    blockNumber,
    archivedBlockNumber,
    genesisHash: "",
    latestHash: "",
    isSyncing: false,
    knownHighestNumber: blockNumber,
    knownLatestHash: "",
    peers: [],
  });

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
      if (method === "getTransactionReceipt") return named((receipts.shift() ?? notFound)(), String(params[2]));
      if (method === "getSealerList") return (script.sealers ?? ["aa"]).map((nodeID) => ({ nodeID, weight: 1 }));
      if (method === "getSyncStatus") return syncStatus("aa", heads[0] ?? 0, script.archived);
      if (method !== "sendTransaction") return notFound();
      sent.push(String(params[2]));
      const bytes = hexToBytes(String(params[2]));
      return named(
        sent.length > 1 ? (script.again ?? limitPassed)() : script.send(),
        bytesToHex(encodedTransactionHash(standardSuite, bytes)),
      );
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
const limitPassed = fails(() => nodeError(10001, "BlockLimitCheckFail"));
const timedOut = fails(() => clientError("timedOut"));

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

  it("says unknown when nothing is found", async () => {
    const options = { pollMs: 1, timeoutMs: 6000, waitMs: 1 };
    const error = await transact(session({ send: timedOut }).session, signer, request, options).catch(
      (e: unknown) => e,
    );
    expect(error).toMatchObject({ code: "transactionUnknown", details: { timeoutMs: 6000 } });
    expect(await codeOf(transact(session({ send: timedOut }).session, signer, request, { pollMs: 1, waitMs: 5 }))).toBe(
      "transactionUnknown",
    );
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
  });

  it("leaves open whose nonce was used, however often there is no receipt, until a receipt or a proof is there", async () => {
    const send = fails(() => nodeError(10000, "NonceCheckFail"));
    const error = await transact(session({ send }).session, signer, request, { pollMs: 1, waitMs: 100 }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: "transactionNonceUsed" });
    expect(verdictOf(error)).toBe("unknown");
    expect(verdictOf(await nodeError(10000, "NonceCheckFail"))).toBe("unknown");
    const receipts = [notFound, notFound, notFound, notFound, () => receipt];
    expect(await transact(session({ send, receipts }).session, signer, request, quick)).toMatchObject({ status: 0 });
    const past = session({ send, heads: [12, 512, 513] });
    expect(await codeOf(transact(past.session, signer, request, quick))).toBe("transactionExpired");
  });

  it("passes on what certainly did not reach the chain", async () => {
    const refused = session({ send: fails(() => clientError("connectionRefused")) });
    expect(await codeOf(transact(refused.session, signer, request, quick))).toBe("connectionRefused");
    const limit = session({ send: fails(() => nodeError(10001, "BlockLimitCheckFail")) });
    expect(await codeOf(transact(limit.session, signer, request, quick))).toBe(10001);
    expect(limit.asked).toEqual(["getBlockNumber", "sendTransaction"]);
  });

  describe("past its block limit", () => {
    const past = (): Script => ({ send: timedOut, heads: [12, 512, 513] });
    const soon = { pollMs: 1, waitMs: 20 };
    const sendPast = (script: Partial<Script>) =>
      transact(session({ ...past(), ...script }).session, signer, request, soon);

    it("is expired where the only sealer refuses the very bytes and has no receipt", async () => {
      const test = session(past());
      expect(await codeOf(transact(test.session, signer, request, quick))).toBe("transactionExpired");
      expect(new Set(test.sent).size).toBe(1);
      expect(test.asked.slice(-2)).toEqual(["getSealerList", "getTransactionReceipt"]);
    });

    it.each<[string, Partial<Script>, string]>([
      ["other sealers can't be asked", { sealers: ["aa", "bb"] }, "transactionUnproven"],
      ["no sealer is known", { sealers: [] }, "transactionUnproven"],
      ["the pool has it", { again: fails(() => nodeError(10004, "AlreadyInTxPool")) }, "transactionWaiting"],
      ["a gateway has no node", { again: fails(() => clientError("nodeUnavailable")) }, "transactionUnproven"],
      [
        "the nonce is used by something",
        { again: fails(() => nodeError(10000, "NonceCheckFail")) },
        "transactionUnproven",
      ],
      ["bodies of its blocks are archived", { archived: 500 }, "transactionUnproven"],
    ])("stays unknown where %s", async (_, script, code) => {
      expect(await codeOf(sendPast(script))).toBe(code);
    });

    it.each<[string, () => unknown, string]>([
      ["fails", fails(() => clientError("nodeUnavailable")), "transactionUnknown"],
      ["is answered with another error", fails(() => nodeError(-32603, "Internal error")), "transactionUnknown"],
      ["is answered with a receipt that can't be read", () => ({ ...receipt, status: "ok" }), "transactionUnread"],
      ["is answered with another's receipt", () => ({ ...receipt }), "transactionUnknown"],
    ])("stays unknown while the question for the receipt %s", async (_, look, code) => {
      const receipts = Array.from({ length: 200 }, () => look);
      const test = session({ ...past(), receipts });
      expect(await codeOf(transact(test.session, signer, request, soon))).toBe(code);
      expect(test.sent).toHaveLength(1);
    });

    it("is in a block where that came late", async () => {
      const receipts = [notFound, notFound, notFound, () => ({ ...receipt, blockNumber: 514 }), () => receipt];
      const late = await transact(session({ ...past(), receipts }).session, signer, request, quick);
      expect(late.blockNumber).toBe(13);
    });

    it("is expired where the pool that had it says so, in a receipt of block 0 or as an error", async () => {
      const dropped = { ...receipt, blockNumber: 0, status: 10010 };
      const { hash, signed } = await signTransaction({
        suite: standardSuite,
        signer,
        data: { ...fields, blockLimit: 5n },
      });
      const reported = session({ send: () => ({ ...dropped, transactionHash: hash }) });
      expect(await settle(reported.session, { hash, signed }, quick)).toMatchObject({
        kind: "expired",
        proof: "dropped",
      });
      const error = session({ send: fails(() => nodeError(10010, "TransactionPoolTimeout")) });
      expect(await settle(error.session, { hash, signed }, quick)).toMatchObject({ kind: "expired", proof: "dropped" });
      const sealed = session({
        send: fails(() => nodeError(10010, "TransactionPoolTimeout")),
        receipts: [notFound, () => receipt],
      });
      expect(await settle(sealed.session, { hash, signed }, quick)).toMatchObject({ kind: "inBlock" });
    });

    it("isn't done where an older node answers with status 0 of block 0", async () => {
      const { hash, signed } = await signTransaction({
        suite: standardSuite,
        signer,
        data: { ...fields, blockLimit: 5n },
      });
      const script = session({ send: () => ({ ...receipt, blockNumber: 0, transactionHash: hash }), heads: [4] });
      expect(await settle(script.session, { hash, signed }, soon)).toMatchObject({ kind: "unknown" });
    });
  });

  it("leaves open what a code that isn't known says", async () => {
    const soon = { pollMs: 1, waitMs: 20 };
    for (const code of [-32603, -70000, 10099, -7]) {
      const test = session({ send: fails(() => nodeError(code, "?")) });
      expect(await codeOf(transact(test.session, signer, request, soon))).toBe("transactionUnknown");
    }
    const failing = Array.from({ length: 200 }, () => fails(() => clientError("nodeUnavailable")));
    const nonce = session({ send: fails(() => nodeError(10000, "NonceCheckFail")), receipts: failing });
    expect(await codeOf(transact(nonce.session, signer, request, soon))).toBe("transactionNonceUsed");
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
