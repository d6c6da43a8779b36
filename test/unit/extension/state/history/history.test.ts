import { describe, expect, it } from "vitest";
import { createClient, type Transport } from "../../../../../src/chain/client/client";
import type { TransactionReceipt } from "../../../../../src/chain/rpc/receiptSchema";
import { ChainError } from "../../../../../src/errors/chainError";
import { nodeError } from "../../../../../src/errors/nodeError";
import { rememberSending } from "../../../../../src/extension/flows/sent/rememberSending";
import { settleSent } from "../../../../../src/extension/flows/sent/settleSent";
import type { ChainGroup } from "../../../../../src/extension/state/connections/chainGroup";
import {
  maxChains,
  maxOfChain,
  type SentByChain,
  type SentTransaction,
  type SentTransactions,
  withChain,
  withSent,
} from "../../../../../src/extension/state/history/sentTransactions";

const sent = (hash: `0x${string}`, more: Partial<SentTransaction> = {}): SentTransaction => ({
  hash,
  title: "Send",
  time: 1,
  from: "0x01",
  to: "0x02",
  outcome: { kind: "open" },
  ...more,
});

const word = (digit: string): `0x${string}` => `0x${digit.repeat(64)}`;
const receiptFacts = {
  version: 0,
  contractAddress: "",
  gasUsed: "1",
  output: "0x",
  transactionHash: word("1"),
  hash: word("2"),
  logEntries: [],
};

describe("what was sent and never heard of again", () => {
  it("is asked of the chain when it is looked at", async () => {
    const receipts: Record<string, unknown> = {
      [word("a")]: { ...receiptFacts, transactionHash: word("a"), status: 0, blockNumber: 7 },
      [word("b")]: { ...receiptFacts, transactionHash: word("b"), status: 16, blockNumber: 8 },
    };
    const asked: string[] = [];
    const transport: Transport = {
      label: "made up",
      request: async (_, params) => {
        const hash = String(params[2]);
        asked.push(hash);
        if (!Object.hasOwn(receipts, hash)) throw await nodeError(3008, "TransactionNotExists");
        return receipts[hash];
      },
      close: async () => undefined,
    };
    const group = { session: { client: createClient(transport, "group0") } } as unknown as ChainGroup;
    let list: readonly SentTransaction[] = [
      sent(word("a")),
      sent(word("b")),
      sent(word("c")),
      sent(word("d"), { outcome: { kind: "refused", code: 10000 } }),
    ];
    const remembered = {
      list: () => list,
      remember: async (_: ChainGroup, one: SentTransaction) => {
        list = withSent(list, one);
      },
    };
    await settleSent({ sent: remembered as unknown as SentTransactions }, group);
    expect(list.map(({ outcome }) => outcome)).toEqual([
      { kind: "done", status: 0, block: 7, gasUsed: "1" },
      { kind: "done", status: 16, block: 8, gasUsed: "1" },
      { kind: "open" },
      { kind: "refused", code: 10000 },
    ]);
    expect(asked).toEqual([word("a"), word("b"), word("c")]);
  });
});

describe("what was sent from here", () => {
  it("has the newest first, one entry a transaction, and an end", () => {
    let list = withSent([sent("0xa")], sent("0xb"));
    list = withSent(list, sent("0xa", { outcome: { kind: "done", status: 0, block: 3 } }));
    expect(list.map(({ hash, outcome }) => [hash, outcome.kind])).toEqual([
      ["0xb", "open"],
      ["0xa", "done"],
    ]);
    for (let index = 0; index < maxOfChain + 5; index++) list = withSent(list, sent(`0x${index}`));
    expect(list).toHaveLength(maxOfChain);
    expect(list[0]?.hash).toBe(`0x${maxOfChain + 4}`);
  });

  it("keeps the chains used last", () => {
    let all: SentByChain = {};
    for (let index = 0; index < maxChains + 3; index++) all = withChain(all, `chain${index}`, [sent("0xa")]);
    expect(Object.keys(all)).toHaveLength(maxChains);
    expect(all["chain0"]).toBeUndefined();
    expect(withChain({ a: [sent("0xa")] }, "a", [])).toEqual({});
  });
});

describe("following one sending", () => {
  function follow() {
    const kept = new Map<string, SentTransaction>();
    const app = {
      sent: { remember: async (_: unknown, entry: SentTransaction) => void kept.set(entry.hash, entry) },
      errors: { log: () => undefined },
    } as unknown as Parameters<typeof rememberSending>[0];
    const blocks: number[] = [];
    const group = { noteBlock: (number: number) => void blocks.push(number) } as unknown as ChainGroup;
    const sending = rememberSending(app, group, { title: "Send A.set", from: "0x01" });
    return { sending, kept, blocks };
  }
  const receipt = { status: 16, blockNumber: 7, contractAddress: "" } as TransactionReceipt;

  it("notes what was signed and result", () => {
    const { sending, kept, blocks } = follow();
    sending.about({ to: "0x02", data: "0x1234", value: 5n });
    expect(kept.size).toBe(0);
    sending.signed("0xa");
    expect(kept.get("0xa")).toMatchObject({ to: "0x02", data: "0x1234", value: "5", outcome: { kind: "open" } });
    sending.done(receipt);
    expect(kept.get("0xa")?.outcome).toEqual({ kind: "done", status: 16, block: 7 });
    expect(blocks).toEqual([7]);
    sending.failed(new ChainError({ kind: "txpool", code: 10000, message: "", advice: "" }));
    expect(kept.get("0xa")?.outcome.kind).toBe("done");
  });

  it("leaves long data to the chain", () => {
    const { sending, kept } = follow();
    sending.about({ data: `0x${"00".repeat(5000)}` });
    sending.signed("0xa");
    expect(kept.get("0xa")).not.toHaveProperty("data");
  });

  it("tells a refusal from an open fate", () => {
    const { sending, kept } = follow();
    sending.about({ to: "0x02", data: "0x" });
    sending.signed("0xa");
    sending.failed(new ChainError({ kind: "transport", code: "timedOut", message: "", advice: "" }));
    expect(kept.get("0xa")?.outcome).toEqual({ kind: "open" });
    sending.failed(new ChainError({ kind: "txpool", code: 10001, message: "", advice: "" }));
    expect(kept.get("0xa")?.outcome).toEqual({ kind: "refused", code: 10001 });
  });
});
