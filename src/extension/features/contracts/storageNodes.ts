import * as vscode from "vscode";
import type { ShownValue } from "../../../debugger/inspect/messages";
import { labelled } from "../../../text/joining";
import { shortened } from "../../../text/shortText";
import { LookedUp } from "../../flows/inspection/lookedUp";
import { readStorage } from "../../flows/inspection/readStorage";
import { type GroupedNode, itemLine } from "../../flows/lines/groupNode";
import { commandOf } from "../../kit/commands/commands";
import { messageNode } from "../../kit/tree/line";
import type { TreeNode } from "../../kit/tree/treeNode";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

const maxDescriptionLength = 120;

function valueNode(parent: GroupedNode, address: string, value: ShownValue, expression: string): GroupedNode {
  const { name, type, slot, offset, parts = [], partsLeft, isMapping } = value;
  const place =
    slot === undefined
      ? []
      : [offset === undefined ? vscode.l10n.t("Slot {0}", slot) : vscode.l10n.t("Slot {0}, offset {1}", slot, offset)];
  const inside = (node: GroupedNode): TreeNode[] => [
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
  return itemLine(parent, {
    target: { kind: "contract", address, storageExpression: expression },
    id: expression,
    label: name,
    description: shortened(value.value, maxDescriptionLength),
    tooltip: [`${type} ${name}`, value.value, ...place].join("\n"),
    icon: isMapping ? "symbol-namespace" : parts.length > 0 ? "symbol-structure" : "symbol-variable",
    context: isMapping ? ["storage", "value", "mapping"] : ["storage", "value"],
    copyText: value.value,
    ...(parts.length + (partsLeft ?? 0) > 0 ? { children: inside } : {}),
  });
}

async function storageLines(app: Chainside, node: GroupedNode, address: string): Promise<TreeNode[]> {
  const { group } = node;
  const view = await readStorage(app, group, address, group.kept.of(LookedUp).of(address), { ask: false });
  if (!view) {
    return [
      messageNode(node, vscode.l10n.t("Storage is read from the node's web3 port. Enter its address"), {
        icon: "plug",
        command: commandOf("chainside.setWeb3Port", vscode.l10n.t("Set Web3 Port"), { kind: "group", group }),
      }),
      messageNode(node, vscode.l10n.t("Without a web3 port, it's read by re-executing the chain's blocks"), {
        id: "(rebuilt)",
        icon: "history",
        command: commandOf("chainside.showStorage", vscode.l10n.t("Show Contract Storage"), {
          kind: "contract",
          group,
          address,
        }),
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
        : messageNode(node, labelled(expression, problem ?? ""), { id: `(${expression})`, icon: "search" }),
    ),
    ...(raw === 0
      ? []
      : [
          itemLine(node, {
            id: "(raw)",
            label: vscode.l10n.t("Other Slots"),
            description: String(raw),
            icon: "symbol-numeric",
            children: (folder) => [
              ...others.map(({ slot, word }) =>
                itemLine(folder, {
                  id: slot,
                  label: slot,
                  description: word,
                  icon: "symbol-numeric",
                  copyText: word,
                }),
              ),
              ...(othersLeft > 0 ? [messageNode(folder, vscode.l10n.t("… {0} more", othersLeft))] : []),
            ],
          }),
        ]),
    ...notes.map((note, i) => messageNode(node, note, { id: `(note ${i})`, icon: "info" })),
  ];
}

/** The line of a contract's storage. */
export const storageId = (group: ChainGroup, address: string): string =>
  `contracts/${group.id}/known/${address}/(storage)`;

/** The state variables of a contract, read when it is unfolded. */
export function storageNode(app: Chainside, parent: GroupedNode, address: string): TreeNode {
  return itemLine(parent, {
    target: { kind: "contract", address },
    id: "(storage)",
    label: vscode.l10n.t("Storage"),
    icon: "database",
    context: ["storage", "root"],
    children: (node) => storageLines(app, node, address),
  });
}
