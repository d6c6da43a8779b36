import * as vscode from "vscode";
import type { CommitteeInfo } from "../../../chain/services/governance/committee";
import { totalWeight } from "../../../chain/services/governance/voteCount";
import type { Operation } from "../../../chain/services/rights/operation";
import { type Address, isSameAddress } from "../../../crypto/bytes/hex";
import type { ChainError } from "../../../errors/chainError";
import { toChainError } from "../../../errors/dictionary";
import { listed } from "../../../text/joining";
import { accountLabel } from "../../flows/accounts/accountName";
import { type GroupedNode, itemLine } from "../../flows/lines/groupNode";
import { messageNode } from "../../kit/tree/messageNode";
import type { TreeNode } from "../../kit/tree/treeNode";
import type { Chainside } from "../../state/chainside";

interface Right {
  readonly id: string;
  readonly label: string;
  readonly operation: Operation;
}

function rights(): readonly Right[] {
  return [
    { id: "propose", label: vscode.l10n.t("Create proposals and vote"), operation: { kind: "propose" } },
    { id: "deploy", label: vscode.l10n.t("Deploy contracts"), operation: { kind: "deploy" } },
    {
      id: "config",
      label: vscode.l10n.t("Change the configuration and nodes without a proposal"),
      operation: { kind: "setSystemConfig" },
    },
    { id: "freeze", label: vscode.l10n.t("Freeze accounts"), operation: { kind: "setAccountStatus" } },
    { id: "balance", label: vscode.l10n.t("Change balances"), operation: { kind: "changeBalance" } },
  ];
}

/** A chain that refuses to say may refuse the act, too; one that doesn't answer says nothing of a right. */
function unlessUnanswered(error: unknown): ChainError {
  const { kind } = toChainError(error);
  if (kind === "transport" || kind === "tls" || kind === "decode") throw error;
  return toChainError(error);
}

async function rightLine(
  app: Chainside,
  parent: GroupedNode,
  account: `0x${string}`,
  { id, label, operation }: Right,
): Promise<GroupedNode> {
  const { checkRights } = await import("../../../chain/services/rights/checkRights");
  const refusal = await checkRights(parent.group.session, account, operation).catch(unlessUnanswered);
  const words = refusal === undefined ? undefined : await app.errors.words(refusal);
  return itemLine(parent, {
    id,
    label,
    description: words === undefined ? vscode.l10n.t("yes") : vscode.l10n.t("no. {0}", words.message),
    tooltip: words === undefined ? label : `${label}\n\n${words.message}\n\n${words.advice}`,
    icon: words === undefined ? "pass" : "circle-slash",
  });
}

/** What the signing account may do on the chain, each with the reason where it may not. */
export async function ownRightNodes(
  app: Chainside,
  parent: GroupedNode,
  info: CommitteeInfo,
): Promise<readonly TreeNode[]> {
  const { session } = parent.group;
  const account = app.accounts.active(parent.group);
  if (!account) return [messageNode(parent, vscode.l10n.t("No account can sign for this chain yet."))];
  const { address } = account;
  const weight = info.governors.find((governor) => isSameAddress(governor.address, address))?.weight;
  const { getContractAdmin } = await import("../../../chain/services/contractAuth/contractAdmin");
  const known = app.knownContracts.list(parent.group);
  const admins = await Promise.all(known.map((contract) => getContractAdmin(session, contract.address)));
  const administered = known
    .filter((_, index) => isSameAddress(admins[index] ?? "", address))
    .map((contract) => app.knownContracts.titleOf(parent.group, contract));
  return [
    itemLine(parent, {
      target: {
        kind: "account",
        address: address.toLowerCase() as Address,
        proposalKinds: ["modifyDeployAuth", "setGovernorWeight"],
      },
      id: "governor",
      label: accountLabel(app, address),
      description:
        weight === undefined
          ? vscode.l10n.t("not a governor")
          : vscode.l10n.t("governor, weight {0} of {1}", weight, totalWeight(info)),
      tooltip: address,
      icon: weight === undefined ? "person" : "pass-filled",
      context: ["governedAccount"],
      copyText: address,
    }),
    ...(await Promise.all(rights().map((right) => rightLine(app, parent, address, right)))),
    itemLine(parent, {
      id: "admin",
      label: vscode.l10n.t("Admin of"),
      description: administered.length === 0 ? vscode.l10n.t("none") : listed(administered),
      icon: administered.length === 0 ? "circle-slash" : "pass",
    }),
  ];
}
