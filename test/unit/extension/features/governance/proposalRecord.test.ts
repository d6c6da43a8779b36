import { beforeAll, describe, expect, it } from "vitest";
import { getProposal } from "../../../../../src/chain/services/governance/proposal";
import { findProposalCreation } from "../../../../../src/chain/services/governance/proposalContent";
import { readProposalTrail } from "../../../../../src/chain/services/governance/proposalTrail";
import { propose } from "../../../../../src/chain/services/governance/propose";
import { voteProposal } from "../../../../../src/chain/services/governance/vote";
import { proposalRecord } from "../../../../../src/extension/features/governance/showProposalTrail";
import { askProposalId } from "../../../../../src/extension/features/governance/voteOnProposal";
import { dateTimeText } from "../../../../../src/text/formats";
import { suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { twoGovernors } from "../../../../support/twoGovernors";

describe("the record of a proposal", () => {
  const on = suiteApp({ auth: true, accounts: 2 });
  beforeAll(async () => {
    const { session } = on.group;
    const [first, second] = await twoGovernors(session, on.chain.network.settings.seed);
    const request = { kind: "setSystemConfig", key: "tx_count_limit", value: "1500" } as const;
    const { proposal } = await propose(session, second, request);
    if (proposal.status === "open") await voteProposal(session, first, { id: proposal.id, agree: true });
  });

  it("is a read-only document in one language, with local times and links, and the facts below it", async () => {
    const { session } = on.group;
    const proposal = await getProposal(session, 3);
    const creation = await findProposalCreation(session, proposal);
    if (!creation) throw new Error("the creation wasn't found");
    const trail = await readProposalTrail(session, proposal, creation, { maxBlocks: 100 });
    const facts = { proposal, content: creation.request, trail, history: undefined, votes: [] };
    const record = await proposalRecord(on.app, on.group, facts);
    const [message = "", raw = ""] = record.text.split("# Raw\n");
    expect(message).toContain("# Proposal #3");
    expect(message).toContain("Status: passed");
    expect(message).toContain("tx_count_limit");
    expect(message).toMatch(/created and agreed: /);
    expect(message).not.toMatch(/\dT\d\d:\d\d:\d\d.*Z/);
    expect(record.links.length).toBeGreaterThanOrEqual(4);
    const read = JSON.parse(raw) as { proposal: { type: string }; steps: { time: string }[] };
    expect(read.proposal.type).toBe("setSystemConfig");
    const [first] = read.steps;
    expect(message).toContain(`Time: ${dateTimeText(Date.parse(first?.time ?? ""))}`);
  });

  it("is offered of proposals that are decided, too", async () => {
    host.picks = [/^#1 /];
    expect(await askProposalId(on.app, on.group, { kind: "none" } as never, "Show Proposal History", "all")).toBe(1);
    host.picks = [/^#3 /];
    expect(await askProposalId(on.app, on.group, { kind: "none" } as never, "Show Proposal History", "all")).toBe(3);
  });
});
