import * as v from "valibot";
import { getCommitteeInfo, hasCommittee } from "../../chain/services/governance/committee";
import { initAuth } from "../../chain/services/governance/initAuth";
import { deployAuthTypes } from "../../chain/services/governance/propose";
import { clientError } from "../../errors/clientError";
import { t, text } from "../../text/catalogue";
import { asking, signing } from "../kit/define";
import { proposing } from "../kit/proposing";
import { asked } from "../kit/results";
import { listSpellings } from "../kit/spellings";
import { account, contract } from "../kit/subjects";
import { unit, valueIn } from "../kit/units";
import { aFlag, aNode, anAccount, anInteger, aText, oneOf } from "../model/fields";

const noun = "committee";
const percent = { from: 0, to: 100 } as const;
const node = aNode(text("Node"));
const weight = anInteger(text("Weight"));

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

export const initCommitteeOperation = signing(
  {
    noun,
    verb: "init",
    word: "initAuth",
    console: [{ name: "initAuth", arguments: ["governor"] }],
    summary: text("Creates the committee on a chain that has none."),
    fields: { governor: anAccount(text("Governor")) },
    weight: "irreversible",
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

const proposals = [
  proposing(
    {
      verb: "propose-governor",
      word: "proposeGovernor",
      console: [{ name: "updateGovernorProposal", arguments: ["account", "weight"] }],
      summary: text("Proposes a governor and its weight; 0 removes it."),
      fields: { account, weight },
    },
    (given) => ({ kind: "setGovernorWeight", account: given.account, weight: given.weight }),
  ),
  proposing(
    {
      verb: "propose-rates",
      word: "proposeRates",
      console: [{ name: "setRateProposal", arguments: ["participation", "approval"] }],
      summary: text("Proposes the participation and approval rates."),
      fields: {
        participation: anInteger(
          text("Participation rate (%): minimum share of the total weight that must vote"),
          percent,
        ),
        approval: anInteger(text("Approval rate (%): minimum share of the voted weight that must agree"), percent),
      },
    },
    (given) => ({ kind: "setRate", participatesRate: given.participation, winRate: given.approval }),
  ),
  proposing(
    {
      verb: "propose-deploy-policy",
      word: "proposeDeployPolicy",
      console: [{ name: "setDeployAuthTypeProposal", arguments: ["policy"] }],
      summary: text("Proposes who can deploy."),
      fields: { policy: oneOf(text("Who can deploy"), deployAuthTypes, { spellings: listSpellings }) },
    },
    (given) => ({ kind: "setDeployAuthType", type: given.policy }),
  ),
  proposing(
    {
      verb: "propose-deploy-right",
      word: "proposeDeployRight",
      console: [
        { name: "openDeployAuthProposal", arguments: ["account"], settled: { open: "true" } },
        { name: "closeDeployAuthProposal", arguments: ["account"], settled: { open: "false" } },
      ],
      summary: text("Proposes to allow an account to deploy, or to block it."),
      fields: { account, open: aFlag(text("Allow deployment")) },
    },
    (given) => ({ kind: "modifyDeployAuth", account: given.account, open: given.open }),
  ),
  proposing(
    {
      verb: "propose-contract-admin",
      word: "proposeContractAdmin",
      console: [{ name: "resetAdminProposal", arguments: ["admin", "contract"] }],
      summary: text("Proposes to change a contract's admin."),
      fields: { contract, admin: anAccount(text("New admin")) },
    },
    (given) => ({ kind: "resetAdmin", contract: given.contract, admin: given.admin }),
  ),
  proposing(
    {
      verb: "propose-config",
      word: "proposeSystemConfig",
      console: [
        { name: "setSysConfigProposal", arguments: ["key", "value"] },
        { name: "setSysConfigProposal", arguments: ["key", "value", "unit"] },
      ],
      summary: text("Proposes a system configuration value."),
      fields: { key: aText(text("Config key")), value: aText(text("Value")), unit },
    },
    (given) => ({ kind: "setSystemConfig", key: given.key, value: valueIn(given) }),
  ),
  proposing(
    {
      verb: "propose-sealer",
      word: "proposeSealer",
      console: [{ name: "addSealerProposal", arguments: ["node", "weight"] }],
      summary: text("Proposes to make a node a sealer."),
      fields: { node, weight },
    },
    (given) => ({ kind: "addSealer", nodeId: given.node, weight: given.weight }),
  ),
  proposing(
    {
      verb: "propose-observer",
      word: "proposeObserver",
      console: [{ name: "addObserverProposal", arguments: ["node"] }],
      summary: text("Proposes to make a node an observer."),
      fields: { node },
    },
    (given) => ({ kind: "addObserver", nodeId: given.node }),
  ),
  proposing(
    {
      verb: "propose-weight",
      word: "proposeWeight",
      console: [{ name: "setConsensusNodeWeightProposal", arguments: ["node", "weight"] }],
      summary: text("Proposes a sealer's weight."),
      fields: { node, weight },
    },
    (given) => ({ kind: "setConsensusWeight", nodeId: given.node, weight: given.weight }),
  ),
  proposing(
    {
      verb: "propose-node-removal",
      word: "proposeNodeRemoval",
      console: [{ name: "removeNodeProposal", arguments: ["node"] }],
      summary: text("Proposes to remove a node from the group."),
      fields: { node },
    },
    (given) => ({ kind: "removeNode", nodeId: given.node }),
  ),
  proposing(
    {
      verb: "propose-vote-contract",
      word: "proposeVoteContract",
      console: [{ name: "upgradeVoteProposal", arguments: ["contract"] }],
      summary: text("Proposes another contract that counts votes."),
      fields: { contract },
    },
    (given) => ({ kind: "upgradeVoteComputer", address: given.contract }),
  ),
] as const;

/** The committee: its members and rates, and what is put to its vote. */
export const committeeOperations = [showCommittee, initCommitteeOperation, ...proposals] as const;
