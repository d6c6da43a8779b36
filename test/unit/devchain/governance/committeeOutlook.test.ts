import fc from "fast-check";
import { expect, test } from "vitest";
import { createClient } from "../../../../src/chain/client/client";
import { openSession } from "../../../../src/chain/openSession";
import { getCommitteeInfo } from "../../../../src/chain/services/governance/committee";
import { committeeAfter, committeeOutlook } from "../../../../src/chain/services/governance/committeeOutlook";
import { type ProposalRequest, propose } from "../../../../src/chain/services/governance/propose";
import { voteProposal } from "../../../../src/chain/services/governance/vote";
import { createHttpTransport } from "../../../../src/chain/transport/httpTransport";
import { hexToBytes } from "../../../../src/crypto/bytes/hex";
import { privateKeySigner } from "../../../../src/crypto/privateKeySigner";
import { startDevChain } from "../../../../src/devchain/startDevChain";
import { ChainError } from "../../../../src/errors/chainError";

const refused = (error: unknown): undefined => {
  if (error instanceof ChainError) return undefined;
  throw error;
};

/** A committee is made by proposals of its first member while the rates are 0; then all that can vote agree to one more. */
test("what is called unreachable cannot be passed on the chain, and what is not can", async () => {
  const weight = fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constantFrom(100, 42_949_600));
  const rate = fc.integer({ min: 0, max: 100 });
  const member = fc.record({ weight, able: fc.boolean() });
  const cases = fc.tuple(fc.array(member, { minLength: 1, maxLength: 4 }), rate, rate);
  await fc.assert(
    fc.asyncProperty(cases, async ([members, participatesRate, winRate]) => {
      const chain = await startDevChain({ executorVersion: 0, auth: true });
      const transport = createHttpTransport({ url: chain.url, timeoutMs: 60_000 });
      try {
        const session = await openSession(createClient(transport, "group0"));
        const signers = await Promise.all(
          chain.accounts
            .slice(0, members.length + 1)
            .map(({ privateKey }) => privateKeySigner(session.suite, hexToBytes(privateKey))),
        );
        const [first, ...others] = signers;
        if (!first) throw new Error("the chain has accounts");
        const requests: ProposalRequest[] = [
          ...others.map(({ address }, index): ProposalRequest => {
            return { kind: "setGovernorWeight", account: address, weight: members[index]?.weight ?? 1 };
          }),
          { kind: "setRate", participatesRate, winRate },
        ];
        for (const request of requests) {
          const expected = committeeAfter(await getCommitteeInfo(session), request);
          const { executed } = await propose(session, first, request);
          expect(executed).toBe(true);
          expect(await getCommitteeInfo(session)).toEqual(expected);
        }
        const able = [first, ...others.filter((_, index) => members[index]?.able)];
        const info = await getCommitteeInfo(session);
        const { canPass, total } = committeeOutlook(
          info,
          able.map(({ address }) => address),
        );
        fc.pre(total * Math.max(100, participatesRate) <= 0xffff_ffff || !canPass);
        const limit: ProposalRequest = { kind: "setSystemConfig", key: "tx_count_limit", value: "1500" };
        let outcome = await propose(session, first, limit).catch(refused);
        for (const signer of able.slice(1)) {
          if (!outcome || outcome.executed) break;
          outcome = await voteProposal(session, signer, { id: outcome.proposal.id, agree: true }).catch(refused);
        }
        expect(outcome?.executed ?? false).toBe(canPass);
      } finally {
        await transport.close();
        await chain.close();
      }
    }),
    { numRuns: 12 },
  );
});
