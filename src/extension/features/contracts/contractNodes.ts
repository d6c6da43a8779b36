import * as vscode from "vscode";
import type { AbiEvent, AbiFunction } from "../../../chain/abi/contractInterface";
import { functionText, parametersText, readsOnly } from "../../flows/contracts/functionText";
import { type GroupedNode, groupLine, leaf } from "../../flows/lines/groupNode";
import { shortHex } from "../../kit/text/shortHex";
import type { LineInit } from "../../kit/tree/line";
import { messageNode } from "../../kit/tree/messageNode";
import type { TreeNode } from "../../kit/tree/treeNode";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { compiledSection } from "./compiledNodes";
import { sentSection } from "./sent/sentNodes";
import { storageNode } from "./storageNodes";

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
  const { contractAddress } = parent;
  const { name, signature, selector, stateMutability } = each;
  const reads = readsOnly(each);
  return leaf(
    parent,
    {
      id: signature,
      label: name,
      description: signatureText,
      tooltip: `${signature}\n${selector}\n${stateMutability}`,
      icon: reads ? "symbol-field" : "symbol-method",
      context: reads ? "function reads" : "function changes",
      copyText: signature,
      command: { command: "chainside.openContractForm", title: vscode.l10n.t("Open Contract Form") },
    },
    { contractAddress, functionSignature: signature },
  );
}

function eventNode(parent: ContractNode, { name, signature, topic, inputs }: AbiEvent): TreeNode {
  return leaf(
    parent,
    {
      id: signature,
      label: name,
      description: parametersText(inputs),
      tooltip: `${signature}\n${topic}`,
      icon: "symbol-event",
      context: "event",
      copyText: topic,
      command: { command: "chainside.findEvents", title: vscode.l10n.t("Show Events") },
    },
    { contractAddress: parent.contractAddress, eventSignature: signature },
  );
}

async function members(parent: ContractNode, abi: string | readonly unknown[]): Promise<readonly TreeNode[]> {
  const { contractInterface } = await import("../../../chain/abi/contractInterface");
  const read = contractInterface(abi, parent.group.session.suite);
  return [
    ...read.functions.map((each) => functionNode(parent, each, functionText(each))),
    ...read.events.map((each) => eventNode(parent, each)),
  ];
}

function contractNode(
  app: Chainside,
  parent: GroupedNode,
  { name, address, abi }: KnownAbi,
  builtin: boolean,
): ContractNode {
  return leaf<{ contractAddress: string }>(
    parent,
    {
      id: address,
      label: name,
      description: shortHex(builtin ? address.replace(/^0x0+/, "0x") : address),
      tooltip: address,
      icon: builtin ? "lock" : "file-code",
      context: builtin ? "contract builtin" : "contract known",
      copyText: address,
      children: async (node) => [...(builtin ? [] : [storageNode(app, node)]), ...(await members(node, abi))],
    },
    { contractAddress: address },
  );
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
    context: "section",
  });

function knownSection(app: Chainside, group: ChainGroup): GroupedNode {
  return section(group, "known", {
    label: vscode.l10n.t("On the Chain"),
    description: `${group.connection.name} · ${group.groupId}`,
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
        const { builtinContracts } = await import("../../../chain/abi/builtinContracts");
        return Object.entries<{ address?: string; abi: readonly unknown[] }>(builtinContracts).flatMap(
          ([name, { address, abi }]) =>
            address === undefined ? [] : [contractNode(app, node, { name, address, abi }, true)],
        );
      },
    }),
  ];
}
