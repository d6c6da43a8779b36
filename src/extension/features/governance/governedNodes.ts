import * as vscode from "vscode";
import type { AbiFunction } from "../../../chain/abi/contractInterface";
import type { CommitteeInfo } from "../../../chain/services/governance/committee";
import type { Address } from "../../../crypto/bytes/hex";
import { accountLabel, accountName } from "../../flows/accounts/accountName";
import { type GroupedNode, itemLine } from "../../flows/lines/groupNode";
import { ifKnown } from "../../kit/manifest/contextKeys";
import { messageNode } from "../../kit/tree/line";
import type { TreeNode } from "../../kit/tree/treeNode";
import type { Chainside } from "../../state/chainside";
import type { KnownContract } from "../../state/contracts/knownContracts";

/** Governors and own accounts: whether they may deploy, and whether they are frozen. */
export async function accountNodes(
  app: Chainside,
  parent: GroupedNode,
  info: CommitteeInfo,
): Promise<readonly TreeNode[]> {
  const { session } = parent.group;
  const [{ getPendingAccountStatuses }, { hasDeployAuth }, { accountStatusNow, standingText }] = await Promise.all([
    import("../../../chain/services/account/accountStatus"),
    import("../../../chain/services/contractAuth/deployAuth"),
    import("../../../operations/consequences/accountStatus"),
  ]);
  const changed = getPendingAccountStatuses(session);
  const own = app.accounts.all.filter(({ suite }) => suite === session.suite.name);
  const governors = new Set(info.governors.map(({ address }) => address.toLowerCase()));
  const addresses = [...new Set([...governors, ...own.map(({ address }) => address.toLowerCase())])] as Address[];
  return Promise.all(
    addresses.map(async (address): Promise<GroupedNode> => {
      const [standing, deploys] = await Promise.all([
        accountStatusNow(session, address, changed),
        hasDeployAuth(session, address),
      ]);
      const { status } = standing;
      const description = [
        ...(governors.has(address) ? [vscode.l10n.t("governor")] : []),
        ...(status === "normal" && !standing.pending ? [] : [standingText(standing)]),
        deploys ? vscode.l10n.t("can deploy") : vscode.l10n.t("can't deploy"),
      ].join(" · ");
      return itemLine(parent, {
        target: { kind: "account", address, proposalKinds: ["modifyDeployAuth", "setGovernorWeight"] },
        id: address,
        label: accountLabel(app, address),
        description,
        tooltip: `${address}\n\n${description}`,
        icon: standing.pending ? "clock" : status === "normal" ? "person" : "lock",
        context: ["governedAccount", ...ifKnown(status, ["normal", "frozen"])],
        copyText: address,
      });
    }),
  );
}

async function methodNode(
  app: Chainside,
  parent: GroupedNode,
  address: Address,
  { name, signature }: AbiFunction,
): Promise<TreeNode> {
  const [{ getMethodAccess }, { methodPolicyText }] = await Promise.all([
    import("../../../chain/services/contractAuth/methodAccess"),
    import("../../../operations/consequences/methodAccess"),
  ]);
  const auth = await getMethodAccess(parent.group.session, { contract: address, method: signature });
  const description = methodPolicyText(auth, (account) => accountName(app, account));
  return itemLine(parent, {
    target: { kind: "contract", address, functionSignature: signature },
    id: signature,
    label: name,
    description,
    tooltip: `${signature}\n\n${description}`,
    icon: auth.outsider ? "unlock" : "lock",
    context: ["governedMethod"],
    copyText: signature,
  });
}

async function methodNodes(app: Chainside, parent: GroupedNode, contract: KnownContract): Promise<readonly TreeNode[]> {
  const [{ listedInterface }, { readsOnly }] = await Promise.all([
    import("../../flows/target/contractTarget"),
    import("../../../chain/abi/abiType"),
  ]);
  const { functions } = await listedInterface(app, parent.group, contract);
  // A call that only reads is never refused by a list.
  const changing = functions.filter((each) => !readsOnly(each));
  if (changing.length === 0)
    return [
      messageNode(
        parent,
        vscode.l10n.t("The methods of this contract only read. Access lists have no effect on them."),
      ),
    ];
  return Promise.all(changing.map((each) => methodNode(app, parent, contract.address, each)));
}

/** Known contracts with admin and status; below each its methods with who may call them. */
export async function contractNodes(app: Chainside, parent: GroupedNode): Promise<readonly TreeNode[]> {
  const { group } = parent;
  const known = app.knownContracts.list(group);
  if (known.length === 0) {
    return [
      messageNode(parent, vscode.l10n.t("No contracts are known here yet. Deploy or add one in the Contracts view.")),
    ];
  }
  const [{ getContractAdmin }, { getContractStatus, isStuck }, { contractStatusText }] = await Promise.all([
    import("../../../chain/services/contractAuth/contractAdmin"),
    import("../../../chain/services/contractAuth/contractStatus"),
    import("../../../operations/consequences/contractStatus"),
  ]);
  return Promise.all(
    known.map(async (contract) => {
      const [admin, status] = await Promise.all([
        getContractAdmin(group.session, contract.address),
        getContractStatus(group.session, contract.address),
      ]);
      const stuck = admin === undefined && status === "frozen" && (await isStuck(group.session, contract.address));
      const description = stuck
        ? vscode.l10n.t("frozen, can't be unfrozen")
        : [
            admin === undefined ? vscode.l10n.t("no admin") : vscode.l10n.t("admin {0}", accountName(app, admin)),
            contractStatusText(status),
          ].join(" · ");
      return itemLine(parent, {
        target: { kind: "contract", address: contract.address, proposalKinds: stuck ? [] : ["resetAdmin"] },
        id: contract.address,
        label: contract.name,
        description,
        tooltip: `${contract.address}\n\n${description}`,
        icon: status === "normal" || status === undefined ? "file-code" : "lock",
        context: ["governedContract"],
        copyText: contract.address,
        children: async (node) =>
          stuck
            ? [
                messageNode(
                  node,
                  vscode.l10n.t("While a contract is frozen, this chain doesn't show its method access."),
                ),
              ]
            : methodNodes(app, node, contract),
      });
    }),
  );
}
