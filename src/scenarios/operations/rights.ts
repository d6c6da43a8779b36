import { getAccountStatus, setAccountStatus } from "../../chain/services/account/accountStatus";
import { getContractAdmin } from "../../chain/services/contractAuth/contractAdmin";
import {
  type ContractStatus,
  getContractStatus,
  setContractStatus,
} from "../../chain/services/contractAuth/contractStatus";
import { checkMethodAuth, setMethodAuth, setMethodAuthType } from "../../chain/services/contractAuth/methodAuth";
import { getCommitteeInfo } from "../../chain/services/governance/committee";
import { initAuth } from "../../chain/services/governance/initAuth";
import { getProposal, type Proposal } from "../../chain/services/governance/proposal";
import { deployAuthTypes, type ProposalRequest, propose } from "../../chain/services/governance/propose";
import { revokeProposal, voteProposal } from "../../chain/services/governance/vote";
import { type LocalizableText, text } from "../../text/catalogue";
import {
  type Answer,
  aNumber,
  anAddress,
  aText,
  type Field,
  type Given,
  type Operation,
  oneOf,
  reads,
  writes,
} from "./operation";

/** What a proposal needs, by its kind; the rest of its fields must not be there. */
const onMethod = { contract: anAddress, method: aText, account: anAddress } as const;
const interval: Field = { kind: "number", optional: true };

/** A proposal as an expectation reads it. */
const proposalAnswer = (proposal: Proposal, executed: boolean): Answer => ({ result: { ...proposal, executed } });

function proposing(
  summary: LocalizableText,
  fields: Readonly<Record<string, Field>>,
  request: (given: Given) => Promise<ProposalRequest>,
): Operation {
  return writes(summary, { ...fields, interval }, async (session, signer, given) => {
    const options = given.has("interval") ? { interval: given.number("interval") } : {};
    const { proposal, executed } = await propose(session, signer, await request(given), options);
    return proposalAnswer(proposal, executed);
  });
}

const contractTo = (summary: LocalizableText, status: ContractStatus): Operation =>
  writes(summary, { contract: anAddress }, async (session, signer, given) =>
    setContractStatus(session, signer, { contract: await given.address("contract"), status, override: true }),
  );

const accountTo = (summary: LocalizableText, status: "normal" | "frozen" | "abolished"): Operation =>
  writes(summary, { account: anAddress }, async (session, signer, given) =>
    setAccountStatus(session, signer, { account: await given.address("account"), status }),
  );

const methodOf = async (given: Given): Promise<{ contract: `0x${string}`; method: string }> => ({
  contract: await given.address("contract"),
  method: given.text("method"),
});

const method = (summary: LocalizableText, open: boolean): Operation =>
  writes(summary, onMethod, async (session, signer, given) =>
    setMethodAuth(session, signer, { ...(await methodOf(given)), account: await given.address("account"), open }),
  );

type AboutNode = "addSealer" | "setConsensusWeight" | "addObserver" | "removeNode";

/** A proposal about a node, and its weight where it is or becomes a sealer. */
const aboutNode = (summary: LocalizableText, kind: AboutNode): Operation =>
  kind === "addSealer" || kind === "setConsensusWeight"
    ? proposing(summary, { node: aText, weight: aNumber }, async (given) => ({
        kind,
        nodeId: given.text("node"),
        weight: given.number("weight"),
      }))
    : proposing(summary, { node: aText }, async (given) => ({ kind, nodeId: given.text("node") }));

const proposals: Readonly<Record<string, Operation>> = {
  proposeGovernor: proposing(
    text("Proposes a governor and its weight; 0 removes it."),
    { account: anAddress, weight: aNumber },
    async (given) => ({
      kind: "setGovernorWeight",
      account: await given.address("account"),
      weight: given.number("weight"),
    }),
  ),
  proposeRates: proposing(
    text("Proposes the participation and approval rates."),
    { participation: aNumber, approval: aNumber },
    async (given) => ({
      kind: "setRate",
      participatesRate: given.number("participation"),
      winRate: given.number("approval"),
    }),
  ),
  proposeDeployPolicy: proposing(
    text("Proposes who can deploy."),
    { policy: oneOf(...deployAuthTypes) },
    async (given) => ({
      kind: "setDeployAuthType",
      type: deployAuthTypes.find((type) => type === given.text("policy")) ?? "none",
    }),
  ),
  proposeDeployRight: proposing(
    text("Proposes to allow an account to deploy, or to block it."),
    { account: anAddress, open: { kind: "boolean" } },
    async (given) => ({
      kind: "modifyDeployAuth",
      account: await given.address("account"),
      open: given.boolean("open"),
    }),
  ),
  proposeContractAdmin: proposing(
    text("Proposes to change a contract's admin."),
    { contract: anAddress, admin: anAddress },
    async (given) => ({
      kind: "resetAdmin",
      contract: await given.address("contract"),
      admin: await given.address("admin"),
    }),
  ),
  proposeSystemConfig: proposing(
    text("Proposes a system configuration value."),
    { key: aText, value: aText },
    async (given) => ({
      kind: "setSystemConfig",
      key: given.text("key"),
      value: given.text("value"),
    }),
  ),
  proposeSealer: aboutNode(text("Proposes to make a node a sealer."), "addSealer"),
  proposeObserver: aboutNode(text("Proposes to make a node an observer."), "addObserver"),
  proposeWeight: aboutNode(text("Proposes a sealer's weight."), "setConsensusWeight"),
  proposeNodeRemoval: aboutNode(text("Proposes to remove a node from the group."), "removeNode"),
  proposeVoteContract: proposing(
    text("Proposes another contract that counts votes."),
    { contract: anAddress },
    async (given) => ({
      kind: "upgradeVoteComputer",
      address: await given.address("contract"),
    }),
  ),
};

/** The committee and the rights of contracts and accounts. */
export const rightsOperations: Readonly<Record<string, Operation>> = {
  ...proposals,
  initAuth: writes(
    text("Creates the committee on a chain that has none."),
    { governor: anAddress },
    async (session, signer, given) => initAuth(session, signer, await given.address("governor")),
  ),
  vote: writes(
    text("Votes on a proposal."),
    { id: aNumber, agree: { kind: "boolean" } },
    async (session, signer, given) => {
      const vote = { id: given.number("id"), agree: given.boolean("agree") };
      const { proposal, executed } = await voteProposal(session, signer, vote);
      return proposalAnswer(proposal, executed);
    },
  ),
  revoke: writes(text("Revokes a proposal."), { id: aNumber }, async (session, signer, given) => {
    const { proposal } = await revokeProposal(session, signer, given.number("id"));
    return proposalAnswer(proposal, false);
  }),
  getProposal: reads(text("A proposal."), { id: aNumber }, (session, given) =>
    getProposal(session, given.number("id")),
  ),
  getCommittee: reads(text("The committee: rates and governors."), {}, (session) => getCommitteeInfo(session)),
  setMethodPolicy: writes(
    text("Sets who can call a method."),
    { contract: anAddress, method: aText, policy: oneOf("whiteList", "blackList") },
    async (session, signer, given) =>
      setMethodAuthType(session, signer, {
        ...(await methodOf(given)),
        type: given.text("policy") === "whiteList" ? "whiteList" : "blackList",
      }),
  ),
  openMethod: method(text("Allows an account to call a method."), true),
  closeMethod: method(text("Blocks an account from calling a method."), false),
  checkMethod: reads(text("Whether an account can call a method."), onMethod, async (session, given) =>
    checkMethodAuth(session, await methodOf(given), await given.address("account")),
  ),
  freezeContract: contractTo(text("Freezes a contract."), "frozen"),
  unfreezeContract: contractTo(text("Unfreezes a contract."), "normal"),
  abolishContract: contractTo(text("Abolishes a contract permanently."), "abolished"),
  getContractStatus: reads(text("A contract's status."), { contract: anAddress }, async (session, given) =>
    getContractStatus(session, await given.address("contract")),
  ),
  getContractAdmin: reads(text("A contract's admin."), { contract: anAddress }, async (session, given) =>
    getContractAdmin(session, await given.address("contract")),
  ),
  freezeAccount: accountTo(text("Freezes an account."), "frozen"),
  unfreezeAccount: accountTo(text("Unfreezes an account."), "normal"),
  abolishAccount: accountTo(text("Abolishes an account permanently."), "abolished"),
  getAccountStatus: reads(text("An account's status."), { account: anAddress }, async (session, given) =>
    getAccountStatus(session, await given.address("account")),
  ),
};
