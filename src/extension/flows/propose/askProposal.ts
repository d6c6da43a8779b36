import * as vscode from "vscode";
import { maxWeight } from "../../../chain/services/consensus/nodeChecks";
import type { ProposalRequest } from "../../../chain/services/governance/propose";
import { type Address, isSameAddress } from "../../../crypto/bytes/hex";
import { proposalKindText } from "../../../operations/consequences/proposalText";
import { askChoice, type Choice } from "../../kit/asking/ask";
import { askInteger } from "../../kit/asking/askInteger";
import type { Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { accountLabel } from "../accounts/accountName";
import { askConfigValue } from "../systemConfig/askConfigValue";
import { askAddress } from "../target/askAddress";
import { askContractAddress } from "../target/askContractAddress";
import { askNode, type Role } from "../target/askNode";
import { askWeight, weightNow } from "../target/askWeight";
import { clickedAccount } from "../target/clickedAccount";

type Kind = ProposalRequest["kind"];

const kinds: readonly Kind[] = [
  "setGovernorWeight",
  "setRate",
  "setDeployAuthType",
  "modifyDeployAuth",
  "resetAdmin",
  "setSystemConfig",
  "addSealer",
  "addObserver",
  "setConsensusWeight",
  "removeNode",
  "upgradeVoteComputer",
];

/** Asks for a proposal, part by part, under the title; a line that was clicked answers what it can. @throws Cancelled */
export async function askProposal(
  app: Chainside,
  group: ChainGroup,
  target: Target,
  title = vscode.l10n.t("Create Proposal"),
): Promise<ProposalRequest> {
  // Those that fit the clicked line of the Governance view; all of them elsewhere.
  const fitting = target.proposalKinds ?? kinds;
  const [only] = fitting;
  const kind =
    fitting.length === 1 && only
      ? only
      : await askChoice(
          fitting.map((value): Choice<Kind> => ({ label: proposalKindText(value), value })),
          { title, placeHolder: vscode.l10n.t("Select what to propose") },
        );
  return new Questions(app, group, target, `${title} · ${proposalKindText(kind)}`).ask(kind);
}

/** The questions of one proposal. */
class Questions {
  constructor(
    private readonly app: Chainside,
    private readonly group: ChainGroup,
    private readonly target: Target,
    private readonly title: string,
  ) {}

  ask(kind: Kind): Promise<ProposalRequest> {
    switch (kind) {
      case "setGovernorWeight":
        return this.#governor();
      case "setRate":
        return this.#rates();
      case "upgradeVoteComputer":
        return this.#account(vscode.l10n.t("Enter the address of the new vote contract")).then((address) => ({
          kind,
          address,
        }));
      case "setDeployAuthType":
        return this.#deployPolicy();
      case "modifyDeployAuth":
        return this.#deployRight();
      case "resetAdmin":
        return this.#admin();
      case "setSystemConfig":
        return askConfigValue(this.app, this.group, this.target, this.title).then(({ key, value }) => ({
          kind,
          key,
          value,
        }));
      case "addSealer":
        return this.#weighedNode(kind, ["observer"]);
      case "setConsensusWeight":
        return this.#weighedNode(kind, ["sealer"]);
      case "addObserver":
        return this.#node(["sealer", "other"]).then((nodeId) => ({ kind, nodeId }));
      case "removeNode":
        return this.#node(["sealer", "observer"]).then((nodeId) => ({ kind, nodeId }));
    }
  }

  #account(placeHolder: string, others: readonly Choice<Address>[] = []): Promise<Address> {
    return askAddress(this.app, this.group, { title: this.title, placeHolder, others });
  }

  #node(roles: readonly Role[]): Promise<string> {
    return askNode(this.app, this.group, this.target, { roles, title: this.title });
  }

  async #weighedNode(kind: "addSealer" | "setConsensusWeight", roles: readonly Role[]): Promise<ProposalRequest> {
    const nodeId = await this.#node(roles);
    const now = kind === "addSealer" ? "1" : await weightNow(this.group, nodeId);
    return { kind, nodeId, weight: await askWeight(this.title, now) };
  }

  async #governor(): Promise<ProposalRequest> {
    const { getCommitteeInfo } = await import("../../../chain/services/governance/committee");
    const { governors } = await getCommitteeInfo(this.group.session);
    const members = governors.map(
      ({ address, weight }): Choice<Address> => ({
        label: `$(organization) ${accountLabel(this.app, address)}`,
        description: `${address} · ${vscode.l10n.t("weight {0}", weight)}`,
        value: address,
      }),
    );
    const account =
      clickedAccount(this.target) ?? (await this.#account(vscode.l10n.t("Select the governor's account"), members));
    const now = governors.find(({ address }) => isSameAddress(address, account))?.weight ?? 1;
    const prompt = vscode.l10n.t("Enter the weight. 0 removes the governor");
    const question = { title: this.title, prompt, value: String(now) };
    return { kind: "setGovernorWeight", account, weight: await askInteger(question, { from: 0, to: maxWeight }) };
  }

  async #rates(): Promise<ProposalRequest> {
    const { getCommitteeInfo } = await import("../../../chain/services/governance/committee");
    const now = await getCommitteeInfo(this.group.session);
    const ask = (prompt: string, rate: number): Promise<number> =>
      askInteger({ title: this.title, prompt, value: String(rate) }, { from: 0, to: 100 });
    const participatesRate = await ask(
      vscode.l10n.t("Participation rate (%): minimum share of the total weight that must vote"),
      now.participatesRate,
    );
    return {
      kind: "setRate",
      participatesRate,
      winRate: await ask(
        vscode.l10n.t("Approval rate (%): minimum share of the voted weight that must agree"),
        now.winRate,
      ),
    };
  }

  async #deployPolicy(): Promise<ProposalRequest> {
    const { deployAuthTypes } = await import("../../../chain/services/governance/propose");
    const { deployPolicyText } = await import("../../../operations/consequences/deployPolicy");
    const { getDeployAuthType } = await import("../../../chain/services/contractAuth/deployAuth");
    const choices = deployAuthTypes.map((value) => ({ label: deployPolicyText(value), value }));
    const placeHolder = vscode.l10n.t("Now: {0}", deployPolicyText(await getDeployAuthType(this.group.session)));
    return { kind: "setDeployAuthType", type: await askChoice(choices, { title: this.title, placeHolder }) };
  }

  async #deployRight(): Promise<ProposalRequest> {
    const account = clickedAccount(this.target) ?? (await this.#account(vscode.l10n.t("Account")));
    const open = await askChoice(
      [
        { label: vscode.l10n.t("Allow deployment"), value: true },
        { label: vscode.l10n.t("Block deployment"), value: false },
      ],
      { title: this.title },
    );
    return { kind: "modifyDeployAuth", account, open };
  }

  async #admin(): Promise<ProposalRequest> {
    const contract = await askContractAddress(this.app, this.group, this.target, this.title);
    return {
      kind: "resetAdmin",
      contract,
      admin: await this.#account(vscode.l10n.t("Select the new admin's account")),
    };
  }
}
