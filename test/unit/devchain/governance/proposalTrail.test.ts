import { expect, test } from "vitest";
import { createClient } from "../../../../src/chain/client";
import { openSession } from "../../../../src/chain/openSession";
import { mkdir } from "../../../../src/chain/services/bfs/mkdir";
import { getProposal } from "../../../../src/chain/services/governance/proposal";
import { findProposalCreation } from "../../../../src/chain/services/governance/proposalContent";
import { readProposalTrail } from "../../../../src/chain/services/governance/proposalTrail";
import { type ProposalRequest, propose } from "../../../../src/chain/services/governance/propose";
import { revokeProposal, voteProposal } from "../../../../src/chain/services/governance/vote";
import { createHttpTransport } from "../../../../src/chain/transport/httpTransport";
import { hexToBytes } from "../../../../src/crypto/hex";
import { privateKeySigner } from "../../../../src/crypto/privateKeySigner";
import { startDevChain } from "../../../../src/devchain/startDevChain";

test("who created, voted and revoked, and result", async () => {
  const chain = await startDevChain({ executorVersion: 0, auth: true });
  const transport = createHttpTransport({ url: chain.url, timeoutMs: 20_000 });
  try {
    const session = await openSession(createClient(transport, "group0"));
    const [first, second] = await Promise.all(
      chain.accounts.slice(0, 2).map(({ privateKey }) => privateKeySigner(session.suite, hexToBytes(privateKey))),
    );
    if (!first || !second) throw new Error("the chain has two accounts");
    const put = (request: ProposalRequest) => propose(session, first, request);
    await put({ kind: "setGovernorWeight", account: second.address, weight: 1 });
    await put({ kind: "setRate", participatesRate: 60, winRate: 60 });
    const limit = (value: string): ProposalRequest => ({ kind: "setSystemConfig", key: "tx_count_limit", value });
    const passed = (await put(limit("1500"))).proposal.id;
    await mkdir(session, second, "/apps/between");
    await voteProposal(session, second, { id: passed, agree: true });
    const denied = (await put(limit("1600"))).proposal.id;
    await voteProposal(session, second, { id: denied, agree: false });
    const revoked = (await put(limit("1700"))).proposal.id;
    await revokeProposal(session, first, revoked);
    // A node that does not exist: passed, and its execution refused.
    const failed = (await propose(session, first, { kind: "removeNode", nodeId: "ab".repeat(64), skipChecks: true }))
      .proposal.id;
    await voteProposal(session, second, { id: failed, agree: true }).catch(() => undefined);

    const trail = async (id: number, mostBlocks = 100) => {
      const proposal = await getProposal(session, id);
      const creation = await findProposalCreation(session, proposal);
      if (!creation) throw new Error(`proposal ${id} was created`);
      const { steps, complete } = await readProposalTrail(session, proposal, creation, { mostBlocks });
      const names = new Map([
        [first.address, "first"],
        [second.address, "second"],
      ]);
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
  } finally {
    await transport.close();
    await chain.close();
  }
});
