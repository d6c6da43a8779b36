import { describe, expect, it } from "vitest";
import type { TransactionReceipt } from "../../../../../src/chain/rpc/receiptSchema";
import { createTable } from "../../../../../src/chain/services/table/createTable";
import { UnsettledError } from "../../../../../src/chain/transaction/settlement";
import { signTransaction } from "../../../../../src/chain/transaction/signTransaction";
import { transact } from "../../../../../src/chain/transaction/transact";
import type { Hex } from "../../../../../src/crypto/bytes/hex";
import { privateKeySigner } from "../../../../../src/crypto/privateKeySigner";
import { standardSuite } from "../../../../../src/crypto/suites";
import { ChainError } from "../../../../../src/errors/chainError";
import { followTransaction, type OpenSending } from "../../../../../src/extension/flows/signing/followedSending";
import { signAndSend } from "../../../../../src/extension/flows/signing/signAndSend";
import { createErrorReporter } from "../../../../../src/extension/kit/errors/errorReporter";
import type { WritableGroup } from "../../../../../src/extension/state/connections/signingPermit";
import { signerOf, suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { preparedOf } from "../../../../support/preparedOf";

const suite = standardSuite;
const signer = privateKeySigner(suite, new Uint8Array(32).fill(7));

const fields = { chainId: "chain0", groupId: "group0", nonce: "1", to: `0x${"12".repeat(20)}` };

/** A transaction that no node answered. */
const unsettled = (hash: Hex, signed = bytes): UnsettledError =>
  new UnsettledError("transactionUnknown", { hash, signed }, { transactionHash: hash, blockLimit: "500" }, undefined);
const { signed: bytes } = await signTransaction({ suite, signer, data: { ...fields, blockLimit: 500n } });

const waits = { stepMs: 1, maxStepMs: 5, factor: 2 };

describe("a sending whose fate is open", () => {
  const on = suiteApp({ sealers: 1 }, "full");
  let made = 0;

  /** Makes a table; the answer gets lost behind the node when the waiting is not to be worth it. */
  const send = (lose: boolean, known?: (receipt: TransactionReceipt) => Promise<void>) =>
    signAndSend(
      on.app,
      on.group as WritableGroup,
      preparedOf({ title: "Create Table", lines: [{ label: "Table", value: "t" }] }, async (signer, options) => {
        const table = { table: `t${++made}`, keyField: "id", valueFields: ["v"], keyOrder: "lexicographic" as const };
        let hash = "";
        const { onReceipt: _, ...rest } = options;
        const kept = {
          ...rest,
          onSigned: (signed: `0x${string}`) => {
            hash = signed;
            return options.onSigned?.(signed);
          },
        };
        await createTable(on.group.session, signer, table, lose ? kept : options);
        if (lose) {
          throw unsettled(hash as Hex);
        }
        return hash;
      }),
      known ? { onLateReceipt: known } : {},
    );

  it("is looked for on: its message goes, and another says what came of it", async () => {
    host.buttons = [/Show Receipt/];
    const late: number[] = [];
    const failure = await send(true, async ({ blockNumber }) => void late.push(blockNumber)).catch((error) => error);
    expect(failure).toMatchObject({ code: "transactionUnknown" });
    await expect
      .poll(() => host.messages)
      .toEqual([expect.stringMatching(/^Create Table: the transaction is in block \d+\.$/)]);
    const [newest] = on.app.sent.list(on.group);
    expect(newest).toMatchObject({ outcome: { kind: "done", status: 0 } });
    expect(late).toHaveLength(1);
    expect(host.executed.at(-1)).toMatchObject(["chainside.showReceipt", { kind: "transaction", hash: newest?.hash }]);
    expect(host.progress.at(-1)).toContain("Don't send it again");
  });

  it("is not told of twice by the command that sent it", async () => {
    const reporter = createErrorReporter({ error: () => undefined } as never);
    await reporter.show(await send(true).catch((error) => error));
    await reporter.show(new ChainError({ kind: "transport", code: "timeout", message: "late" }));
    expect(host.messages.filter((text) => !text.startsWith("Create Table"))).toHaveLength(1);
  });

  /** One that this chain never had, whose limit has passed. */
  const signedFor = async (blockLimit: bigint): Promise<UnsettledError> => {
    const { chainId, groupId } = on.group.session;
    const made = await signTransaction({ suite, signer, data: { ...fields, chainId, groupId, blockLimit } });
    return unsettled(made.hash, made.signed);
  };

  const open = (more: Partial<OpenSending> = {}): OpenSending & { readonly heard: unknown[] } => {
    const heard: unknown[] = [];
    return {
      group: on.group,
      title: "Send",
      error: unsettled(`0x${"ab".repeat(32)}`),
      quiet: false,
      known: (receipt) => void heard.push(receipt.blockNumber),
      ended: ({ code }) => void heard.push(code),
      settled: async () => undefined,
      heard,
      ...more,
    };
  };

  it("is given up when its block limit has passed and every sealer refuses the very bytes", async () => {
    const sending = open({ error: await signedFor(1n) });
    await followTransaction(on.app, sending, waits);
    expect(sending.heard).toEqual(["transactionExpired"]);
    expect(on.errors).toMatchObject([{ code: "transactionExpired" }]);
  });

  it("stays open when the user stops the search", async () => {
    host.cancelsProgress = true;
    const sending = open();
    await followTransaction(on.app, sending, waits);
    expect(sending.heard).toEqual([]);
    expect([...host.messages, ...on.errors]).toEqual([]);
  });

  it("tells that it failed", async () => {
    const signer = await signerOf(on);
    const nowhere = { to: `0x${"12".repeat(20)}`, data: "0x12345678" } as const;
    const { transactionHash: hash, status } = await transact(on.group.session, signer, nowhere);
    expect(status).not.toBe(0);
    const sending = open({ error: unsettled(hash) });
    await followTransaction(on.app, sending, waits);
    expect(sending.heard).toHaveLength(1);
    expect(on.errors).toMatchObject([{ kind: "execution", code: status, details: { transactionHash: hash } }]);
  });
});
