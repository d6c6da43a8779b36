import { beforeAll, describe, expect, it } from "vitest";
import { createClient, type Transport } from "../../../../../src/chain/client/client";
import { getProposal } from "../../../../../src/chain/services/governance/proposal";
import { propose } from "../../../../../src/chain/services/governance/propose";
import { revokeProposal } from "../../../../../src/chain/services/governance/vote";
import type { Signer } from "../../../../../src/crypto/cryptoSuite";
import { voteOnProposal } from "../../../../../src/extension/features/governance/voteOnProposal";
import { transportTo } from "../../../../support/chainInProcess";
import { signedRequests, suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { twoGovernors } from "../../../../support/twoGovernors";

describe("a vote on a proposal whose content is unknown", () => {
  const on = suiteApp({ auth: true, accounts: 2 });
  let open: number;
  let proposer: Signer;
  beforeAll(async () => {
    const { session } = on.group;
    [, proposer] = await twoGovernors(session, on.chain.network.settings.seed);
    const request = { kind: "setSystemConfig", key: "tx_count_limit", value: "1500" } as const;
    open = (await propose(session, proposer, request, { interval: 12_345 })).proposal.id;
  });

  /** The group over a node that shows no transaction of its blocks. */
  function hiding(): typeof on.group {
    const honest = transportTo(on.chain, on.asked);
    const request: Transport["request"] = async (method, params, ...rest) => {
      const answer = await honest.request(method, params, ...rest);
      return method === "getBlockByNumber" ? { ...(answer as object), transactions: [] } : answer;
    };
    const session = { ...on.group.session, client: createClient({ ...honest, request }, "group0") };
    return new Proxy(on.group, {
      get(target, name) {
        if (name === "session") return session;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  }
  const vote = (group = hiding(), id = open): Promise<unknown> =>
    voteOnProposal(on.app, group as never, { kind: "proposal", id }).catch((error: unknown) => error);
  const voters = async (): Promise<number> => (await getProposal(on.group.session, open)).agree.length;

  it("is held back, and nothing is asked or signed when that is the end of it", async () => {
    await vote();
    expect(host.messages).toEqual([`The vote is held back: what proposal #${open} does is unknown.`]);
    expect(host.questions).toEqual([]);
    expect(signedRequests(on.asked)).toEqual([]);
  });

  it("isn't looked for where the proposal takes no votes", async () => {
    const { session } = on.group;
    const request = { kind: "setRate", participatesRate: 60, winRate: 60 } as const;
    const { id } = (await propose(session, proposer, request, { interval: 12_345 })).proposal;
    await revokeProposal(session, proposer, id);
    const vote = voteOnProposal(on.app, hiding() as never, { kind: "proposal", id });
    await expect(vote).rejects.toMatchObject({ code: "proposalNotOpen", details: { id } });
    expect(host.messages).toEqual([]);
    expect(host.progress).toEqual([]);
  });

  it("shows what is known instead", async () => {
    host.buttons = [/Show What Is Known/];
    await vote();
    expect(host.executed.map(([id]) => id)).toEqual(["chainside.showProposalTrail"]);
    expect(signedRequests(on.asked)).toEqual([]);
  });

  it("takes a second yes, typed, before it asks for the vote", async () => {
    host.buttons = [/Vote Without Knowing/];
    host.texts = [`${open + 1}`];
    await vote();
    expect(host.messages.at(-1)).toBe(`This isn't the number of the proposal: ${open}.`);
    expect(signedRequests(on.asked)).toEqual([]);
    host.buttons = [/Vote Without Knowing/];
    // What can't be undone asks for its name once more, as every signature of its weight.
    host.texts = [`${open}`, `#${open}`];
    host.picks = [/Agree/, /Sign and Send/];
    const before = await voters();
    await vote();
    expect(await voters()).toBe(before + 1);
  });

  it("is asked for at once where the content is found", async () => {
    host.picks = [/Disagree/, /Cancel/];
    const request = { kind: "setRate", participatesRate: 70, winRate: 60 } as const;
    const { id } = (await propose(on.group.session, proposer, request)).proposal;
    await vote(on.group, id);
    expect(host.messages).toEqual([]);
    expect(host.questions[0]).toContain("Vote on Proposal");
  });
});
