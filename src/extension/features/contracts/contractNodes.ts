import * as vscode from "vscode";
import type { AbiEvent, AbiFunction } from "../../../chain/abi/contractInterface";
import { functionText, parametersText, readsOnly } from "../../flows/contracts/functionText";
import { type GroupedNode, treeItem } from "../../flows/lines/groupNode";
import { shortHex } from "../../kit/text/shortHex";
import { messageNode } from "../../kit/tree/messageNode";
import type { TreeNode } from "../../kit/tree/treeNode";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { compiledSection } from "./compiledNodes";
import { sentSection } from "./sent/sentNodes";

/** A contract on a chain; `contractAddress` tells Send and Call where it is. */
export interface ContractNode extends GroupedNode {
  readonly contractAddress: string;
}

interface KnownAbi {
  readonly name: string;
  readonly address: string;
  readonly abi: string | readonly unknown[];
}

function functionNode(parent: ContractNode, each: AbiFunction, signatureText: string): TreeNode {
  const { group, contractAddress } = parent;
  const reads = readsOnly(each);
  const node: ContractNode & { functionSignature: string } = {
    id: `${parent.id}/${each.signature}`,
    parent,
    group,
    contractAddress,
    functionSignature: each.signature,
    copyText: each.signature,
    item: () =>
      treeItem(
        {
          id: each.signature,
          label: each.name,
          description: signatureText,
          tooltip: `${each.signature}\n${each.selector}\n${each.stateMutability}`,
          icon: reads ? "symbol-field" : "symbol-method",
          context: reads ? "function reads" : "function changes",
          copyText: each.signature,
          command: {
            command: "chainside.openContractForm",
            title: vscode.l10n.t("Open Contract Form"),
            arguments: [node],
          },
        },
        group,
      ),
  };
  return node;
}

function eventNode(parent: ContractNode, each: AbiEvent): TreeNode {
  const { group, contractAddress } = parent;
  const node: ContractNode & { eventSignature: string } = {
    id: `${parent.id}/${each.signature}`,
    parent,
    group,
    contractAddress,
    eventSignature: each.signature,
    copyText: each.topic,
    item: () =>
      treeItem(
        {
          id: each.signature,
          label: each.name,
          description: parametersText(each.inputs),
          tooltip: `${each.signature}\n${each.topic}`,
          icon: "symbol-event",
          context: "event",
          copyText: each.topic,
          command: { command: "chainside.findEvents", title: vscode.l10n.t("Show Events"), arguments: [node] },
        },
        group,
      ),
  };
  return node;
}

async function members(parent: ContractNode, abi: string | readonly unknown[]): Promise<readonly TreeNode[]> {
  const { contractInterface } = await import("../../../chain/abi/contractInterface");
  const read = contractInterface(abi, parent.group.session.suite);
  return [
    ...read.functions.map((each) => functionNode(parent, each, functionText(each))),
    ...read.events.map((each) => eventNode(parent, each)),
  ];
}

function contractNode(parent: GroupedNode, { name, address, abi }: KnownAbi, builtin: boolean): ContractNode {
  const { group } = parent;
  const node: ContractNode = {
    id: `${parent.id}/${address}`,
    parent,
    group,
    contractAddress: address,
    copyText: address,
    item: () =>
      treeItem(
        {
          id: address,
          label: name,
          description: shortHex(builtin ? address.replace(/^0x0+/, "0x") : address),
          tooltip: address,
          icon: builtin ? "lock" : "file-code",
          context: builtin ? "contract builtin" : "contract known",
          copyText: address,
        },
        group,
        vscode.TreeItemCollapsibleState.Collapsed,
      ),
    children: () => members(node, abi),
  };
  return node;
}

function section(
  group: ChainGroup,
  name: string,
  label: string,
  description: string,
  children: (node: GroupedNode) => Promise<readonly TreeNode[]> | readonly TreeNode[],
  state: vscode.TreeItemCollapsibleState,
): GroupedNode {
  const node: GroupedNode = {
    id: `contracts/${group.id}/${name}`,
    parent: undefined,
    group,
    item: () => treeItem({ id: name, label, description, icon: "folder-library", context: "section" }, group, state),
    children: () => children(node),
  };
  return node;
}

function knownSection(app: Chainside, group: ChainGroup): GroupedNode {
  return section(
    group,
    "known",
    vscode.l10n.t("On the Chain"),
    `${group.connection.name} · ${group.groupId}`,
    (node) => {
      const known = app.knownContracts.list(group);
      return known.length > 0
        ? known.map((each) => contractNode(node, each, false))
        : [
            messageNode(node, vscode.l10n.t("No contracts yet. Deploy one, or add one by its address"), {
              icon: "info",
            }),
          ];
    },
    vscode.TreeItemCollapsibleState.Expanded,
  );
}

/** The line of a contract of the list, as the view has it; undefined when it is not in the list. */
export function knownContractNode(app: Chainside, group: ChainGroup, address: string): TreeNode | undefined {
  const known = app.knownContracts.find(group, address);
  return known && contractNode(knownSection(app, group), known, false);
}

/** The lines of the Contracts view: what is compiled here, and what the active group knows. */
export function contractRoots(app: Chainside): readonly TreeNode[] {
  const group = app.connections.activeGroup;
  if (!group) return [compiledSection(app)];
  return [
    compiledSection(app),
    knownSection(app, group),
    sentSection(app, group),
    section(
      group,
      "builtin",
      vscode.l10n.t("Built In"),
      "",
      async (node) => {
        const { builtinContracts } = await import("../../../chain/abi/builtinContracts");
        return Object.entries<{ address?: string; abi: readonly unknown[] }>(builtinContracts).flatMap(
          ([name, { address, abi }]) =>
            address === undefined ? [] : [contractNode(node, { name, address, abi }, true)],
        );
      },
      vscode.TreeItemCollapsibleState.Collapsed,
    ),
  ];
}
