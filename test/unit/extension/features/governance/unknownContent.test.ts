import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createClient, type Transport } from "../../../../../src/chain/client";
import { getProposal } from "../../../../../src/chain/services/governance/proposal";
import { propose } from "../../../../../src/chain/services/governance/propose";
import { hexToBytes } from "../../../../../src/crypto/hex";
import { privateKeySigner } from "../../../../../src/crypto/privateKeySigner";
import { seededAccounts } from "../../../../../src/devchain/nodes/seededKeys";
import { voteOnProposal } from "../../../../../src/extension/features/governance/voteOnProposal";
import { type ExtensionApp, extensionApp, signedRequests, transportTo } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";

describe("a vote on a proposal whose content is unknown", () => {
  let on: ExtensionApp;
  let open: number;
  beforeAll(async () => {
    on = await extensionApp({ auth: true, accounts: 2 });
    const { session } = on.group;
    const [first, second] = seededAccounts(session.suite, on.chain.network.settings.seed, 2).map(({ privateKey }) =>
      privateKeySigner(session.suite, typeof privateKey === "string" ? hexToBytes(privateKey) : privateKey),
    );
    if (!first || !second) throw new Error("the chain has two accounts");
    await propose(session, first, { kind: "setGovernorWeight", account: second.address, weight: 1 });
    await propose(session, first, { kind: "setRate", participatesRate: 60, winRate: 60 });
    const request = { kind: "setSystemConfig", key: "tx_count_limit", value: "1500" } as const;
    open = (await propose(session, second, request, { interval: 12_345 })).proposal.id;
  });
  afterAll(() => on.dispose());
  beforeEach(() => {
    host.reset();
    on.asked.length = 0;
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
  const vote = (group = hiding()): Promise<unknown> =>
    voteOnProposal(on.app, group as never, { kind: "proposal", id: open }).catch((error: unknown) => error);
  const voters = async (): Promise<number> => (await getProposal(on.group.session, open)).agree.length;

  it("is held back, and nothing is asked or signed when that is the end of it", async () => {
    await vote();
    expect(host.messages).toEqual([`The vote is held back: what proposal #${open} does is unknown.`]);
    expect(host.questions).toEqual([]);
    expect(signedRequests(on.asked)).toEqual([]);
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
    host.texts = [`${open}`];
    host.picks = [/Agree/, /Sign and Send/];
    const before = await voters();
    await vote();
    expect(await voters()).toBe(before + 1);
  });

  it("is asked for at once where the content is found", async () => {
    host.picks = [/Disagree/, /Cancel/];
    await vote(on.group);
    expect(host.messages).toEqual([]);
    expect(host.questions[0]).toContain("Vote on Proposal");
  });
});
