import { afterAll, beforeAll, expect, test } from "vitest";
import {
  lookUpBlock,
  lookUpReceipt,
  lookUpTransaction,
  proveArchived,
} from "../../../../src/chain/archive/archiveFallback";
import { deleteArchivedData } from "../../../../src/chain/archive/deleteService";
import { createClient } from "../../../../src/chain/client/client";
import { openSession } from "../../../../src/chain/openSession";
import type { ChainSession } from "../../../../src/chain/session";
import { createHttpTransport } from "../../../../src/chain/transport/httpTransport";
import { type DevChain, startDevChain } from "../../../../src/devchain/startDevChain";
import helloWorld from "../../../fixtures/devchain/helloWorld.json";
import { ask } from "../../../support/askNode";
import { transactionFaults } from "../../../support/offlineProof";

const from = `0x${"ab".repeat(20)}`;
let chain: DevChain;
let session: ChainSession;
let archive: string;
/** Hashes of the transactions of blocks 1 to 4. */
const hashes: string[] = [];

beforeAll(async () => {
  chain = await startDevChain({ openDev: true, archivePort: 0, archiveQueryPort: 0 });
  session = await openSession(createClient(createHttpTransport({ url: chain.url }), "group0"));
  for (let block = 1; block <= 4; block++) {
    const params = ["group0", { from, data: helloWorld.init }];
    const sent = await ask<{ transactionHash: string }>(chain.url, "dev_sendTransaction", params);
    hashes.push(sent.transactionHash);
  }
  archive = chain.archiveQueryUrl ?? "";
  await deleteArchivedData(chain.archiveUrl ?? "", { start: 1, end: 3 });
});
afterAll(async () => {
  await session.client.transport.close();
  await chain.close();
});

test("a transaction and its receipt come from the archive once the node has deleted them, and say so", async () => {
  const [first = "", , third = ""] = hashes;
  const transaction = await lookUpTransaction(session, first, { archive });
  expect(transaction).toMatchObject({ archive, value: { hash: first, from } });
  const receipt = await lookUpReceipt(session, first, { archive });
  expect(receipt).toMatchObject({ archive, value: { transactionHash: first, blockNumber: 1, from } });
  expect((await lookUpTransaction(session, third, { archive })).archive).toBeUndefined();
});

test("the node's own word stands where there is no archive, or the archive does not know either", async () => {
  const [first = ""] = hashes;
  await expect(lookUpTransaction(session, first)).rejects.toMatchObject({ kind: "rpc", code: 3008 });
  const unknown = `0x${"12".repeat(32)}`;
  await expect(lookUpTransaction(session, unknown, { archive })).rejects.toMatchObject({ kind: "rpc", code: 3008 });
});

test("an archive that does not answer is named", async () => {
  const [first = ""] = hashes;
  const failed = lookUpTransaction(session, first, { archive: "http://127.0.0.1:1" });
  await expect(failed).rejects.toMatchObject({ kind: "transport", details: { endpoint: "http://127.0.0.1:1" } });
});

test("a block keeps its header and hashes, with the transactions of the archive where one is known", async () => {
  const whole = await lookUpBlock(session, 2, { archive });
  expect(whole).toMatchObject({ archived: true, archive, block: { number: 2, transactions: [hashes[1]] } });
  expect(whole.transactions[0]?.hash).toBe(hashes[1]);
  const bare = await lookUpBlock(session, 2);
  expect(bare).toMatchObject({ archived: true, transactions: [undefined] });
  expect(await lookUpBlock(session, 3, { archive })).toMatchObject({ archived: false });
  await expect(lookUpBlock(session, 99, { archive })).rejects.toMatchObject({ kind: "rpc", code: 3006 });
});

test("what the archive gives is proven by the hashes that stay in the block", async () => {
  const { block } = await lookUpBlock(session, 1);
  const { value } = await lookUpTransaction(session, hashes[0] ?? "", { archive });
  expect(transactionFaults(session.suite, proveArchived(session, value, block), block)).toEqual([]);
  const forged = { ...value, input: `${value.input}00` as const };
  expect(transactionFaults(session.suite, proveArchived(session, forged, block), block)).toContain("hashDiffers");
});
