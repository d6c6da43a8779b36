import * as v from "valibot";
import { maxWeight } from "../../chain/services/consensus/nodeChecks";
import { getDeployAuthType } from "../../chain/services/contractAuth/deployAuth";
import { getCommitteeInfo, hasCommittee } from "../../chain/services/governance/committee";
import { initAuth } from "../../chain/services/governance/initAuth";
import { deployAuthTypes, type ProposalRequest } from "../../chain/services/governance/propose";
import { isSameAddress } from "../../crypto/bytes/hex";
import { clientError } from "../../errors/clientError";
import { t, text } from "../../text/catalogue";
import { configChange } from "../config/askedConfig";
import { deployPolicyText } from "../consequences/proposalText";
import { asking, signing } from "../kit/define";
import { proposing } from "../kit/proposing";
import { asked } from "../kit/results";
import { listSpellings } from "../kit/spellings";
import { account, contract } from "../kit/subjects";
import { unit, valueIn } from "../kit/units";
import { aFlag, aNode, anAccount, anInteger, askedBy, oneOf, WrongField } from "../model/fields";
import type { Offer, Question, QuestionContext } from "../model/question";
import { members, observers, sealers, sealersAndOthers, weightNow } from "../node/askedNodes";

const noun = "committee";
const percent = { from: 0, to: 100 } as const;
const node = aNode(text("Node"));
const weight = anInteger(text("Weight"));

/** @throws WrongField */
const weightFrom =
  (from: number) =>
  (typed: string): string => {
    const given = typed.trim();
    if (/^\d{1,16}$/.test(given) && Number(given) >= from && Number(given) <= maxWeight) return given;
    throw new WrongField("weight", text("Enter an integer from {0} to {1}.", from, maxWeight));
  };

const sealerWeight = (start: NonNullable<Question["start"]>) =>
  askedBy(weight, { prompt: text("Voting weight"), start, read: weightFrom(1) });

async function offeredGovernors({ session }: QuestionContext): Promise<Offer[]> {
  const { governors } = await getCommitteeInfo(session);
  return governors.map(({ address, weight }) => ({
    icon: "organization",
    label: address,
    description: text("weight {0}", weight),
    value: address,
  }));
}

/** The weight that the account of the question before has as a governor; 1 for one that is none. */
async function governorWeight({ session, given }: QuestionContext): Promise<string> {
  const { governors } = await getCommitteeInfo(session);
  const account = String(given["account"]);
  return String(governors.find(({ address }) => isSameAddress(address, account))?.weight ?? 1);
}

const rateNow =
  (which: "participatesRate" | "winRate") =>
  async ({ session }: QuestionContext): Promise<string> =>
    String((await getCommitteeInfo(session))[which]);

const showCommittee = asking({
  noun,
  verb: "show",
  word: "getCommittee",
  console: [{ name: "getCommitteeInfo", arguments: [] }],
  summary: text("The committee: rates and governors."),
  fields: {},
  result: v.object({
    governors: v.array(v.object({ address: v.string(), weight: v.number() })),
    participatesRate: v.number(),
    winRate: v.number(),
    committee: v.string(),
    proposalManager: v.string(),
  }),
  run: async ({ session }) => {
    const info = await getCommitteeInfo(session);
    return { ...info, governors: [...info.governors] };
  },
});

const initCommitteeOperation = signing(
  {
    noun,
    verb: "init",
    word: "initAuth",
    console: [{ name: "initAuth", arguments: ["governor"] }],
    summary: text("Creates the committee on a chain that has none."),
    fields: {
      governor: anAccount(text("Governor"), { ask: { prompt: text("Select the first and only governor") } }),
    },
    weight: "irreversible",
    command: {
      title: text("Create Committee"),
      first: async (session) => {
        if (await hasCommittee(session)) throw clientError("committeeExists");
      },
      report: ({ values }) => ({
        text: text("The committee was created. Its governor is {0}.", values.governor),
      }),
    },
  },
  {
    title: (given) => text("Create the committee with governor {0}", given.governor),
    consequences: async (context) => ({
      warnings: [
        t("A chain has one permanent committee. From then on, only its governors can change it."),
        t("This doesn't enforce permissions yet. To do that, set auth_check_status in the system configuration."),
      ],
      ...((await hasCommittee(context.session, asked(context))) ? { blocked: clientError("committeeExists") } : {}),
    }),
    run: async ({ session }, signer, given, options) => initAuth(session, signer, given.governor, options),
  },
);

/** What may be put to the committee's vote, by its kind. */
export const proposals = {
  setGovernorWeight: proposing(
    {
      verb: "propose-governor",
      word: "proposeGovernor",
      console: [{ name: "updateGovernorProposal", arguments: ["account", "weight"] }],
      summary: text("Proposes a governor and its weight; 0 removes it."),
      fields: {
        account: askedBy(account, {
          target: "account",
          prompt: text("Select the governor's account"),
          offers: offeredGovernors,
        }),
        weight: askedBy(weight, {
          prompt: text("Enter the weight. 0 removes the governor"),
          start: governorWeight,
          read: weightFrom(0),
        }),
      },
    },
    (given) => ({ kind: "setGovernorWeight", account: given.account, weight: given.weight }),
  ),
  setRate: proposing(
    {
      verb: "propose-rates",
      word: "proposeRates",
      console: [{ name: "setRateProposal", arguments: ["participation", "approval"] }],
      summary: text("Proposes the participation and approval rates."),
      fields: {
        participation: anInteger(text("Participation rate (%): minimum share of the total weight that must vote"), {
          ...percent,
          ask: { start: rateNow("participatesRate") },
        }),
        approval: anInteger(text("Approval rate (%): minimum share of the voted weight that must agree"), {
          ...percent,
          ask: { start: rateNow("winRate") },
        }),
      },
    },
    (given) => ({ kind: "setRate", participatesRate: given.participation, winRate: given.approval }),
  ),
  setDeployAuthType: proposing(
    {
      verb: "propose-deploy-policy",
      word: "proposeDeployPolicy",
      console: [{ name: "setDeployAuthTypeProposal", arguments: ["policy"] }],
      summary: text("Proposes who can deploy."),
      fields: {
        policy: oneOf(text("Who can deploy"), deployAuthTypes, {
          spellings: listSpellings,
          ask: {
            prompt: async ({ session }) => text("Now: {0}", deployPolicyText(await getDeployAuthType(session))),
            offers: () => deployAuthTypes.map((value) => ({ label: deployPolicyText(value), value })),
          },
        }),
      },
    },
    (given) => ({ kind: "setDeployAuthType", type: given.policy }),
  ),
  modifyDeployAuth: proposing(
    {
      verb: "propose-deploy-right",
      word: "proposeDeployRight",
      console: [
        { name: "openDeployAuthProposal", arguments: ["account"], settled: { open: "true" } },
        { name: "closeDeployAuthProposal", arguments: ["account"], settled: { open: "false" } },
      ],
      summary: text("Proposes to allow an account to deploy, or to block it."),
      fields: {
        account: askedBy(account, { target: "account" }),
        open: aFlag(text("Allow deployment"), {
          ask: {
            prompt: text("Deploy permission"),
            offers: () => [
              { label: text("Allow deployment"), value: true },
              { label: text("Block deployment"), value: false },
            ],
          },
        }),
      },
    },
    (given) => ({ kind: "modifyDeployAuth", account: given.account, open: given.open }),
  ),
  resetAdmin: proposing(
    {
      verb: "propose-contract-admin",
      word: "proposeContractAdmin",
      console: [{ name: "resetAdminProposal", arguments: ["admin", "contract"] }],
      summary: text("Proposes to change a contract's admin."),
      fields: {
        contract,
        admin: anAccount(text("New admin"), { ask: { prompt: text("Select the new admin's account") } }),
      },
    },
    (given) => ({ kind: "resetAdmin", contract: given.contract, admin: given.admin }),
  ),
  setSystemConfig: proposing(
    {
      verb: "propose-config",
      word: "proposeSystemConfig",
      console: [
        { name: "setSysConfigProposal", arguments: ["key", "value"] },
        { name: "setSysConfigProposal", arguments: ["key", "value", "unit"] },
      ],
      summary: text("Proposes a system configuration value."),
      fields: { ...configChange, unit },
    },
    (given) => ({ kind: "setSystemConfig", key: given.key, value: valueIn(given) }),
  ),
  addSealer: proposing(
    {
      verb: "propose-sealer",
      word: "proposeSealer",
      console: [{ name: "addSealerProposal", arguments: ["node", "weight"] }],
      summary: text("Proposes to make a node a sealer."),
      fields: { node: askedBy(node, observers), weight: sealerWeight("1") },
    },
    (given) => ({ kind: "addSealer", nodeId: given.node, weight: given.weight }),
  ),
  addObserver: proposing(
    {
      verb: "propose-observer",
      word: "proposeObserver",
      console: [{ name: "addObserverProposal", arguments: ["node"] }],
      summary: text("Proposes to make a node an observer."),
      fields: { node: askedBy(node, sealersAndOthers) },
    },
    (given) => ({ kind: "addObserver", nodeId: given.node }),
  ),
  setConsensusWeight: proposing(
    {
      verb: "propose-weight",
      word: "proposeWeight",
      console: [{ name: "setConsensusNodeWeightProposal", arguments: ["node", "weight"] }],
      summary: text("Proposes a sealer's weight."),
      fields: { node: askedBy(node, sealers), weight: sealerWeight(weightNow("weight")) },
    },
    (given) => ({ kind: "setConsensusWeight", nodeId: given.node, weight: given.weight }),
  ),
  removeNode: proposing(
    {
      verb: "propose-node-removal",
      word: "proposeNodeRemoval",
      console: [{ name: "removeNodeProposal", arguments: ["node"] }],
      summary: text("Proposes to remove a node from the group."),
      fields: { node: askedBy(node, members) },
    },
    (given) => ({ kind: "removeNode", nodeId: given.node }),
  ),
  upgradeVoteComputer: proposing(
    {
      verb: "propose-vote-contract",
      word: "proposeVoteContract",
      console: [{ name: "upgradeVoteProposal", arguments: ["contract"] }],
      summary: text("Proposes another contract that counts votes."),
      fields: { contract: askedBy(contract, { prompt: text("Enter the address of the new vote contract") }) },
    },
    (given) => ({ kind: "upgradeVoteComputer", address: given.contract }),
  ),
} as const satisfies Record<ProposalRequest["kind"], unknown>;

/** The committee: its members and rates, and what is put to its vote. */
export const committeeOperations = [showCommittee, initCommitteeOperation, ...Object.values(proposals)] as const;
