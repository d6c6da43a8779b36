import * as vscode from "vscode";
import type { ShownValue } from "../../../debugger/inspect/messages";
import { lookedUpOf } from "../../flows/inspection/lookedUp";
import { readStorage } from "../../flows/inspection/readStorage";
import { type GroupedNode, leaf } from "../../flows/lines/groupNode";
import { messageNode } from "../../kit/tree/messageNode";
import type { TreeNode } from "../../kit/tree/treeNode";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** A line of a contract's storage. */
interface StorageNode extends GroupedNode {
  readonly contractAddress: string;
  /** What a person writes for it: `balances[0x…]`. */
  readonly storageExpression: string;
}

const longestDescription = 120;
const short = (text: string): string =>
  text.length > longestDescription ? `${text.slice(0, longestDescription)}…` : text;

function valueNode(parent: GroupedNode, address: string, value: ShownValue, expression: string): StorageNode {
  const { name, type, slot, offset, parts = [], partsLeft, isMapping } = value;
  const place =
    slot === undefined
      ? []
      : [offset === undefined ? vscode.l10n.t("Slot {0}", slot) : vscode.l10n.t("Slot {0}, offset {1}", slot, offset)];
  const inside = (node: StorageNode): TreeNode[] => [
    ...parts.map((part) =>
      valueNode(
        node,
        address,
        part,
        part.name.startsWith("[") ? `${expression}${part.name}` : `${expression}.${part.name}`,
      ),
    ),
    ...(partsLeft === undefined ? [] : [messageNode(node, vscode.l10n.t("… {0} more", partsLeft))]),
  ];
  return leaf<{ contractAddress: string; storageExpression: string }>(
    parent,
    {
      id: expression,
      label: name,
      description: short(value.value),
      tooltip: [`${type} ${name}`, value.value, ...place].join("\n"),
      icon: isMapping ? "symbol-namespace" : parts.length > 0 ? "symbol-structure" : "symbol-variable",
      context: isMapping ? "storage value mapping" : "storage value",
      copyText: value.value,
      ...(parts.length + (partsLeft ?? 0) > 0 ? { children: inside } : {}),
    },
    { contractAddress: address, storageExpression: expression },
  );
}

async function storageLines(app: Chainside, node: GroupedNode, address: string): Promise<TreeNode[]> {
  const { group } = node;
  const view = await readStorage(app, group, address, lookedUpOf(group, address), { ask: false });
  if (!view) {
    return [
      messageNode(node, vscode.l10n.t("Storage is read from the node's web3 port. Enter its address"), {
        icon: "plug",
        command: { command: "chainside.setWeb3Port", title: vscode.l10n.t("Set Web3 Port"), arguments: [node] },
      }),
    ];
  }
  const { variables, lookedUp, others, othersLeft, notes } = view;
  const raw = others.length + othersLeft;
  return [
    ...variables.map((each) => valueNode(node, address, each, each.name)),
    ...lookedUp.map(({ expression, found, problem }) =>
      found
        ? valueNode(node, address, { ...found, name: expression }, expression)
        : messageNode(node, `${expression}: ${problem ?? ""}`, { icon: "search" }),
    ),
    ...(raw === 0
      ? []
      : [
          leaf(node, {
            id: "(raw)",
            label: vscode.l10n.t("Other Slots"),
            description: String(raw),
            icon: "symbol-numeric",
            context: "storage raw",
            children: (folder) => [
              ...others.map(({ slot, word }) =>
                leaf(folder, {
                  id: slot,
                  label: slot,
                  description: word,
                  icon: "symbol-numeric",
                  context: "storage slot",
                  copyText: word,
                }),
              ),
              ...(othersLeft > 0 ? [messageNode(folder, vscode.l10n.t("… {0} more", othersLeft))] : []),
            ],
          }),
        ]),
    ...notes.map((note, i) => ({ ...messageNode(node, note, { icon: "info" }), id: `${node.id}/(note ${i})` })),
  ];
}

/** The line of a contract's storage. */
export const storageId = (group: ChainGroup, address: string): string =>
  `contracts/${group.id}/known/${address}/(storage)`;

/** The state variables of a contract, read when it is unfolded. */
export function storageNode(app: Chainside, parent: GroupedNode & { readonly contractAddress: string }): TreeNode {
  const { contractAddress } = parent;
  return leaf(
    parent,
    {
      id: "(storage)",
      label: vscode.l10n.t("Storage"),
      icon: "database",
      context: "storage root",
      children: (node) => storageLines(app, node, contractAddress),
    },
    { contractAddress },
  );
}
