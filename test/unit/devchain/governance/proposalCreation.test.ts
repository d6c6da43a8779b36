import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient, type Transport } from "../../../../src/chain/client/client";
import { openSession } from "../../../../src/chain/openSession";
import { mkdir } from "../../../../src/chain/services/bfs/directories";
import { getProposal } from "../../../../src/chain/services/governance/proposal";
import { findProposalCreation } from "../../../../src/chain/services/governance/proposalContent";
import { type ProposalRequest, propose } from "../../../../src/chain/services/governance/propose";
import type { ChainSession } from "../../../../src/chain/session";
import { createHttpTransport } from "../../../../src/chain/transport/httpTransport";
import { hexToBytes } from "../../../../src/crypto/bytes/hex";
import type { Signer } from "../../../../src/crypto/cryptoSuite";
import { privateKeySigner } from "../../../../src/crypto/privateKeySigner";
import { type DevChain, startDevChain } from "../../../../src/devchain/startDevChain";
import { ChainError } from "../../../../src/errors/chainError";

let chain: DevChain;
let transport: Transport;
let session: ChainSession;
let signer: Signer;
beforeAll(async () => {
  chain = await startDevChain({ executorVersion: 0, auth: true });
  transport = createHttpTransport({ url: chain.url, timeoutMs: 60_000 });
  session = await openSession(createClient(transport, "group0"));
  signer = await privateKeySigner(session.suite, hexToBytes(chain.accounts[0]?.privateKey ?? ""));
  await fill(5);
  for (const interval of [604_800, 777, 31, 1000]) {
    await propose(session, signer, requestOf(interval), { interval });
    await fill(20);
  }
});
afterAll(async () => {
  await transport.close();
  await chain.close();
});

let directories = 0;
async function fill(blocks: number): Promise<void> {
  for (let count = 0; count < blocks; count++) await mkdir(session, signer, `/apps/d${directories++}`);
}

const requestOf = (interval: number): ProposalRequest => ({
  kind: "setSystemConfig",
  key: "tx_count_limit",
  value: String(interval),
});

test.each([
  [1, 604_800],
  [2, 777],
  [3, 31],
  [4, 1000],
])("what proposal %i does is found although it runs for %i blocks", async (id, interval) => {
  const proposal = await getProposal(session, id);
  const found = await findProposalCreation(session, proposal, { maxBlocks: 1000 });
  expect(found).toMatchObject({ request: requestOf(interval), blockNumber: proposal.lastBlock - interval });
});

test("an unusual interval is searched for only as far as is allowed, and between its neighbors", async () => {
  const proposal = await getProposal(session, 2);
  expect(await findProposalCreation(session, proposal)).toBeUndefined();
  expect(await findProposalCreation(session, proposal, { maxBlocks: 8 })).toBeUndefined();
  const [before, after] = await Promise.all(
    [1, 3].map(async (id) => {
      const found = await findProposalCreation(session, await getProposal(session, id), { maxBlocks: 1000 });
      return [id, { blockNumber: found?.blockNumber ?? 0 }] as const;
    }),
  );
  const looked: number[] = [];
  const known = new Map([before, after].filter((each) => each !== undefined));
  const found = await findProposalCreation(session, proposal, {
    maxBlocks: 1000,
    known,
    onProgress: (_, all) => looked.push(all),
  });
  expect(found?.request).toEqual(requestOf(777));
  expect(Math.max(...looked)).toBe((after?.[1].blockNumber ?? 0) - (before?.[1].blockNumber ?? 0) + 1);
});

test("the search ends where the node has archived what is below", async () => {
  const proposal = await getProposal(session, 2);
  const archivedTo = proposal.lastBlock - 777 + 2;
  const asked: number[] = [];
  const request: Transport["request"] = async (method, params, ...rest) => {
    const number = Number(params[2]);
    if (method === "getBlockByNumber") asked.push(number);
    if (method === "getBlockByNumber" && number <= archivedTo)
      throw new ChainError({ kind: "rpc", code: 3003, message: "transactions and receipts are archived" });
    return transport.request(method, params, ...rest);
  };
  const archived = { ...session, client: createClient({ ...transport, request }, "group0") };
  const reached: [number, boolean][] = [];
  const found = await findProposalCreation(archived, proposal, {
    maxBlocks: 1000,
    onReached: (block, isLast) => reached.push([block, isLast]),
  });
  expect(found).toBeUndefined();
  expect(reached.map(([, isLast]) => isLast).indexOf(true)).toBe(reached.length - 1);
  expect(Math.min(...asked)).toBeGreaterThan(archivedTo - 8);
});

test("the search can be ended", async () => {
  const proposal = await getProposal(session, 2);
  const controller = new AbortController();
  const search = findProposalCreation(session, proposal, {
    maxBlocks: 1000,
    signal: controller.signal,
    onProgress: () => controller.abort(),
  });
  await expect(search).rejects.toThrow();
});
