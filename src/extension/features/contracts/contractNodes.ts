import * as vscode from "vscode";
import { readsOnly } from "../../../chain/abi/abiType";
import type { AbiEvent, AbiFunction } from "../../../chain/abi/contractInterface";
import { type ContractProxy, proxyFinding } from "../../../chain/proxy/contractProxy";
import type { Address } from "../../../crypto/bytes/hex";
import { shortHex } from "../../../text/shortText";
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
import { storageNode } from "./storageNodes";

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

async function members(
  app: Chainside,
  parent: GroupedNode,
  { address, abi, proxy }: ListedContract,
): Promise<readonly TreeNode[]> {
  const { contractInterface } = await import("../../../chain/abi/contractInterface");
  // What a proxy runs may be another contract since it was listed.
  const now =
    proxy && (await (await import("../../flows/target/contractTarget")).namedContract(app, parent.group, address));
  const read = now?.abi ?? contractInterface(abi, parent.group.session.suite);
  return [
    ...read.functions.map((each) => functionNode(parent, address, each, functionText(each))),
    ...read.events.map((each) => eventNode(parent, address, each)),
  ];
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
