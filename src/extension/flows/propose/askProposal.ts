import * as vscode from "vscode";
import type { ProposalRequest } from "../../../chain/services/governance/propose";
import type { Address } from "../../../crypto/bytes/hex";
import { proposalKindText } from "../../../operations/consequences/proposalText";
import { askChoice, askText, type Choice } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { accountLabel } from "../accounts/accountName";
import { askConfigValue } from "../systemConfig/askConfigValue";
import { askAddress } from "../target/askAddress";
import { askContractAddress } from "../target/askContractAddress";
import { askNode, type Role } from "../target/askNode";
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

async function whole(title: string, prompt: string, value: string, most = 2_147_483_647): Promise<number> {
  const text = await askText({
    title,
    prompt,
    value,
    validate: (typed) =>
      /^\d{1,10}$/.test(typed.trim()) && Number(typed) <= most
        ? undefined
        : vscode.l10n.t("Enter an integer from 0 to {0}.", most),
  });
  return Number(text.trim());
}

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
    return { kind, nodeId, weight: await whole(this.title, vscode.l10n.t("Voting weight"), "1") };
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
    const now = governors.find(({ address }) => address.toLowerCase() === account.toLowerCase())?.weight ?? 1;
    const weight = await whole(this.title, vscode.l10n.t("Enter the weight. 0 removes the governor"), String(now));
    return { kind: "setGovernorWeight", account, weight };
  }

  async #rates(): Promise<ProposalRequest> {
    const { getCommitteeInfo } = await import("../../../chain/services/governance/committee");
    const now = await getCommitteeInfo(this.group.session);
    const ask = (prompt: string, rate: number): Promise<number> => whole(this.title, prompt, String(rate), 100);
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
    const choices = deployAuthTypes.map((value) => ({ label: deployPolicyText(value), value }));
    return { kind: "setDeployAuthType", type: await askChoice(choices, { title: this.title }) };
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
