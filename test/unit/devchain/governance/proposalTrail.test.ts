import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ChainClient, createClient, type Transport } from "../../../../src/chain/client/client";
import { openSession } from "../../../../src/chain/openSession";
import { mkdir } from "../../../../src/chain/services/bfs/directories";
import { readCommitteeHistory, votesThen } from "../../../../src/chain/services/governance/committeeHistory";
import { getProposal } from "../../../../src/chain/services/governance/proposal";
import { findProposalCreation } from "../../../../src/chain/services/governance/proposalContent";
import { readProposalTrail } from "../../../../src/chain/services/governance/proposalTrail";
import { type ProposalRequest, propose } from "../../../../src/chain/services/governance/propose";
import { revokeProposal, voteProposal } from "../../../../src/chain/services/governance/vote";
import type { ChainSession } from "../../../../src/chain/session";
import { createHttpTransport } from "../../../../src/chain/transport/httpTransport";
import { bytesToHex } from "../../../../src/crypto/bytes/hex";
import type { Signer } from "../../../../src/crypto/cryptoSuite";
import { devChainSettings } from "../../../../src/devchain/settings/options";
import { type DevChain, startDevChain } from "../../../../src/devchain/startDevChain";
import { twoGovernors } from "../../../support/twoGovernors";

/** A node that says another account was the first governor. */
function forgetting(client: ChainClient): ChainClient {
  const forged = new TextEncoder().encode(`[executor]\nauthAdminAccount:0x${"9".repeat(40)}\n`);
  const { transport } = client;
  const request: Transport["request"] = async (method, params, ...rest) => {
    const answer = await transport.request(method, params, ...rest);
    const isGenesis = method === "getBlockByNumber" && params.includes(0);
    return isGenesis ? { ...(answer as object), extraData: bytesToHex(forged) } : answer;
  };
  return { ...client, transport: { ...transport, request } };
}

describe("the life of proposals", () => {
  let chain: DevChain;
  let session: ChainSession;
  let first: Signer;
  let second: Signer;
  let [passed, denied, revoked, failed] = [0, 0, 0, 0];
  const put = (request: ProposalRequest) => propose(session, first, request);
  const limit = (value: string): ProposalRequest => ({ kind: "setSystemConfig", key: "tx_count_limit", value });

  beforeAll(async () => {
    chain = await startDevChain({ executorVersion: 0, auth: true });
    session = await openSession(createClient(createHttpTransport({ url: chain.url, timeoutMs: 60_000 }), "group0"));
    [first, second] = await twoGovernors(session, devChainSettings({}).seed);
    passed = (await put(limit("1500"))).proposal.id;
    await mkdir(session, second, "/apps/between");
    await voteProposal(session, second, { id: passed, agree: true });
    denied = (await put(limit("1600"))).proposal.id;
    await voteProposal(session, second, { id: denied, agree: false });
    revoked = (await put(limit("1700"))).proposal.id;
    await revokeProposal(session, first, revoked);
    // A node that does not exist: passed, and its execution refused.
    failed = (await propose(session, first, { kind: "removeNode", nodeId: "ab".repeat(64), skipChecks: true })).proposal
      .id;
    await voteProposal(session, second, { id: failed, agree: true }).catch(() => undefined);
  });
  afterAll(async () => {
    await session?.client.transport.close();
    await chain?.close();
  });

  async function trailOf(id: number, maxBlocks = 100) {
    const proposal = await getProposal(session, id);
    const creation = await findProposalCreation(session, proposal);
    if (!creation) throw new Error(`proposal ${id} was created`);
    return readProposalTrail(session, proposal, creation, { maxBlocks });
  }

  it("tells who created, voted and revoked, and what came of it", async () => {
    const names = new Map([
      [first.address, "first"],
      [second.address, "second"],
    ]);
    const trail = async (id: number, maxBlocks?: number) => {
      const { steps, complete } = await trailOf(id, maxBlocks);
      for (const { timestampMs } of steps) expect(Math.abs(timestampMs - Date.now())).toBeLessThan(600_000);
      return [
        ...steps.map(({ kind, account, execution }) =>
          [names.get(account), kind, ...(execution === undefined ? [] : [execution])].join(" "),
        ),
        complete,
      ];
    };
    expect(await trail(1)).toEqual(["first created done", true]);
    expect(await trail(passed)).toEqual(["first created", "second agreed done", true]);
    expect(await trail(passed, 1)).toEqual(["first created", false]);
    expect(await trail(denied)).toEqual(["first created", "second disagreed", true]);
    expect(await trail(revoked)).toEqual(["first created", "first revoked", true]);
    expect(await trail(failed)).toEqual(["first created", "second agreed -51103", true]);
  });

  it("is looked for further where a search that found nothing ended", async () => {
    const strange = (await propose(session, first, limit("1800"), { interval: 77 })).proposal;
    for (const name of ["one", "two", "three", "four"]) await mkdir(session, second, `/apps/${name}`);
    const places: [number, boolean][] = [];
    const search = (below?: number) =>
      findProposalCreation(session, strange, {
        maxBlocks: 3,
        ...(below === undefined ? {} : { below }),
        onReached: (block, isLast) => places.push([block, isLast]),
      });
    expect(await search()).toBeUndefined();
    const [[place = 0] = []] = places;
    expect(places).toEqual([[place, false]]);
    expect(await search(place)).toMatchObject({ request: limit("1800") });
    await revokeProposal(session, first, strange.id);
  });

  it("tells what weights and rates were when each vote was cast, though they are others now", async () => {
    const third = (await put({ kind: "setGovernorWeight", account: first.address, weight: 5 })).proposal.id;
    await voteProposal(session, second, { id: third, agree: true });
    await put({ kind: "setRate", participatesRate: 10, winRate: 20 });
    const history = await readCommitteeHistory(session, { maxBlocks: 100 });
    expect(history).toMatchObject({ proven: true, missing: [], first: { governors: [{ weight: 1 }] } });
    expect(history.changes.map(({ proposal }) => proposal)).toEqual([1, 2, third, third + 1]);
    const then = async (id: number, by = history): Promise<unknown[]> =>
      votesThen(by, (await trailOf(id)).steps).map(
        (vote) =>
          vote && [
            vote.weight,
            vote.participatesRate,
            vote.winRate,
            vote.count?.agree,
            vote.count?.total,
            vote.count?.result,
          ],
      );
    expect(await then(1)).toEqual([[1, 0, 0, 1, 1, "passed"]]);
    expect(await then(passed)).toEqual([
      [1, 60, 60, 1, 2, "open"],
      [1, 60, 60, 2, 2, "passed"],
    ]);
    expect(await then(revoked)).toEqual([[1, 60, 60, 1, 2, "open"], undefined]);
    expect(await then(third + 1)).toEqual([[5, 60, 60, 5, 6, "passed"]]);
    // Where a change is not found, or what was found does not give the committee of now, nothing is said.
    const guessed = { ...history, proven: false };
    expect(await then(passed, guessed)).toEqual([undefined, undefined]);
    const short = await readCommitteeHistory(session, { maxBlocks: 1 });
    expect(short.proven).toBe(false);
    expect(short.missing.length).toBeGreaterThan(0);
    const lies = { ...session, client: forgetting(session.client) };
    expect(await readCommitteeHistory(lies, { maxBlocks: 100 })).toMatchObject({ proven: false });
  });
});
