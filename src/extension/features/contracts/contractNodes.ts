import * as vscode from "vscode";
import { readsOnly } from "../../../chain/abi/abiType";
import type { AbiEvent, AbiFunction } from "../../../chain/abi/contractInterface";
import { type ContractProxy, proxyFinding } from "../../../chain/proxy/contractProxy";
import type { Address } from "../../../crypto/bytes/hex";
import type { ShownValue } from "../../../debugger/inspect/messages";
import { labelled } from "../../../text/joining";
import { shortened, shortHex } from "../../../text/shortText";
import { LookedUp, readStorage } from "../../flows/inspection/readStorage";
import { functionText, parametersText } from "../../flows/lines/functionText";
import { type GroupedNode, groupLine, itemLine } from "../../flows/lines/groupNode";
import { commandOf } from "../../kit/commands/commands";
import { type LineInit, messageNode } from "../../kit/tree/line";
import type { TreeNode } from "../../kit/tree/treeNode";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { groupTitle } from "../../state/connections/groupTitle";
import { compiledSection } from "./compiledNodes";
import { sentSection } from "./sent/sentNodes";

interface ListedContract {
  readonly name: string;
  readonly address: string;
  readonly abi: string | readonly unknown[];
  /** Of a proxy, what was found when it was looked at last. */
  readonly proxy?: ContractProxy;
}

function functionNode(parent: GroupedNode, address: string, each: AbiFunction, signatureText: string): TreeNode {
  const { name, signature, selector, stateMutability } = each;
  const reads = readsOnly(each);
  const target = { kind: "contract", address, functionSignature: signature, group: parent.group } as const;
  return itemLine(parent, {
    target,
    id: signature,
    label: name,
    description: signatureText,
    tooltip: `${signature}\n${selector}\n${stateMutability}`,
    icon: reads ? "symbol-field" : "symbol-method",
    context: reads ? ["function", "reads"] : ["function", "changes"],
    copyText: signature,
    command: commandOf("chainside.openContractForm", vscode.l10n.t("Open Contract Form"), target),
  });
}

function eventNode(parent: GroupedNode, address: string, { name, signature, topic, inputs }: AbiEvent): TreeNode {
  const target = { kind: "contract", address, eventSignature: signature, group: parent.group } as const;
  return itemLine(parent, {
    target,
    id: signature,
    label: name,
    description: parametersText(inputs),
    tooltip: `${signature}\n${topic}`,
    icon: "symbol-event",
    context: ["event"],
    copyText: topic,
    command: commandOf("chainside.findEvents", vscode.l10n.t("Show Events"), target),
  });
}

async function members(app: Chainside, parent: GroupedNode, contract: ListedContract): Promise<readonly TreeNode[]> {
  const { address } = contract;
  const { listedInterface } = await import("../../flows/target/contractTarget");
  const read = await listedInterface(app, parent.group, contract);
  return [
    ...read.functions.map((each) => functionNode(parent, address, each, functionText(each))),
    ...read.events.map((each) => eventNode(parent, address, each)),
  ];
}

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
function storageNode(app: Chainside, parent: GroupedNode, address: string): TreeNode {
  return itemLine(parent, {
    target: { kind: "contract", address },
    id: "(storage)",
    label: vscode.l10n.t("Storage"),
    icon: "database",
    context: ["storage", "root"],
    children: (node) => storageLines(app, node, address),
  });
}

function contractNode(
  app: Chainside,
  parent: GroupedNode,
  contract: ListedContract,
  precompiled: boolean,
): GroupedNode {
  const { name, address, proxy } = contract;
  return itemLine(parent, {
    target: { kind: "contract", address },
    id: address,
    label: precompiled ? name : app.knownContracts.titleOf(parent.group, { ...contract, address: address as Address }),
    description: shortHex(precompiled ? address.replace(/^0x0+/, "0x") : address),
    tooltip: proxy ? [address, proxyFinding(proxy), ...proxy.implementations].join("\n") : address,
    icon: precompiled ? "lock" : "file-code",
    context: precompiled ? ["contract"] : ["contract", "known", ...(proxy ? (["proxy"] as const) : [])],
    copyText: address,
    children: async (node) => [
      ...(precompiled ? [] : [storageNode(app, node, address)]),
      ...(await members(app, node, contract)),
    ],
  });
}

const section = (
  group: ChainGroup,
  name: string,
  init: Omit<LineInit<GroupedNode>, "id" | "icon" | "context">,
): GroupedNode =>
  groupLine(undefined, group, {
    ...init,
    id: `contracts/${group.id}/${name}`,
    icon: "folder-library",
  });

function knownSection(app: Chainside, group: ChainGroup): GroupedNode {
  return section(group, "known", {
    label: vscode.l10n.t("On the Chain"),
    description: groupTitle(group),
    expanded: true,
    children: (node) => {
      const known = app.knownContracts.list(group);
      return known.length > 0
        ? known.map((each) => contractNode(app, node, each, false))
        : [
            messageNode(node, vscode.l10n.t("No contracts yet. Deploy one, or add one by its address"), {
              icon: "info",
            }),
          ];
    },
  });
}

/** The line of a contract of the list, as the view has it; undefined when it is not in the list. */
export function knownContractNode(app: Chainside, group: ChainGroup, address: string): TreeNode | undefined {
  const known = app.knownContracts.find(group, address);
  return known && contractNode(app, knownSection(app, group), known, false);
}

/** The lines of the Contracts view: what is compiled here, and what the active group knows. */
export function contractRoots(app: Chainside): readonly TreeNode[] {
  const group = app.connections.activeGroup;
  if (!group) return [compiledSection(app)];
  return [
    compiledSection(app),
    knownSection(app, group),
    sentSection(app, group),
    section(group, "builtin", {
      label: vscode.l10n.t("Built In"),
      description: "",
      children: async (node) => {
        const { precompiledContracts } = await import("../../../chain/abi/precompiledContracts");
        return Object.entries<{ address?: string; abi: readonly unknown[] }>(precompiledContracts).flatMap(
          ([name, { address, abi }]) =>
            address === undefined ? [] : [contractNode(app, node, { name, address, abi }, true)],
        );
      },
    }),
  ];
}
