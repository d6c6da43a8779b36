import * as vscode from "vscode";
import { getGroupPeers } from "../../chain/rpc/getGroupPeers";
import { getObserverList } from "../../chain/rpc/getObserverList";
import { getSealerList } from "../../chain/rpc/getSealerList";
import type { Chainside } from "../app/chainside";
import { askChoice, askText, type Choice } from "../asking/ask";
import { shortHex } from "../chains/groupNode";
import { registerCommands } from "../commands/registerCommands";
import { targetGroup } from "../connections/askGroup";
import type { ChainGroup } from "../connections/chainGroup";
import { signAndSend } from "../signing/signAndSend";

type Role = "sealer" | "observer" | "other";

interface GroupMember {
  readonly nodeId: string;
  readonly role: Role;
  readonly weight: number | bigint | undefined;
}

async function members(group: ChainGroup): Promise<GroupMember[]> {
  const { client } = group.session;
  const [sealers, observers, peers] = await Promise.all([
    getSealerList(client),
    getObserverList(client),
    getGroupPeers(client),
  ]);
  const listed = new Set([...sealers.map(({ nodeID }) => nodeID), ...observers]);
  return [
    ...sealers.map(({ nodeID, weight }): GroupMember => ({ nodeId: nodeID, role: "sealer", weight })),
    ...observers.map((nodeId): GroupMember => ({ nodeId, role: "observer", weight: undefined })),
    ...peers
      .filter((nodeId) => !listed.has(nodeId))
      .map((nodeId): GroupMember => ({ nodeId, role: "other", weight: undefined })),
  ];
}

function roleText(role: Role): string {
  switch (role) {
    case "sealer":
      return vscode.l10n.t("sealer");
    case "observer":
      return vscode.l10n.t("observer");
    case "other":
      return vscode.l10n.t("neither sealer nor observer");
  }
}

/** The node that was clicked; else one of the group with a fitting role, or one typed by hand. @throws Cancelled */
async function askNode(group: ChainGroup, target: unknown, roles: readonly Role[], title: string): Promise<string> {
  if (typeof target === "object" && target !== null && "nodeId" in target) return String(target.nodeId);
  const fitting = (await members(group)).filter(({ role }) => roles.includes(role));
  const chosen = await askChoice<string>(
    [
      ...fitting.map(
        ({ nodeId, role, weight }): Choice<string> => ({
          label: `$(server) ${shortHex(nodeId)}`,
          description: [
            roleText(role),
            ...(weight === undefined ? [] : [vscode.l10n.t("weight {0}", String(weight))]),
          ].join(" · "),
          detail: nodeId,
          value: nodeId,
        }),
      ),
      { label: `$(edit) ${vscode.l10n.t("Enter a node ID…")}`, alwaysShow: true, value: "" },
    ],
    { title, placeHolder: vscode.l10n.t("Which node?") },
  );
  if (chosen) return chosen;
  const typed = await askText({
    title,
    prompt: vscode.l10n.t("Node ID: 128 hex digits, without 0x (file conf/node.nodeid of the node)"),
    validate: (text) =>
      /^[0-9a-fA-F]{128}$/.test(text.trim())
        ? undefined
        : vscode.l10n.t("A node ID has 128 hex digits without 0x; this text has {0} characters.", text.trim().length),
  });
  return typed.trim().toLowerCase();
}

async function askWeight(title: string, value: string): Promise<number> {
  const text = await askText({
    title,
    prompt: vscode.l10n.t("Voting weight"),
    value,
    validate: (weight) => (/^[1-9]\d{0,8}$/.test(weight.trim()) ? undefined : vscode.l10n.t("A whole number from 1.")),
  });
  return Number(text.trim());
}

/** Under permission management only the committee changes the membership: said before anybody signs in vain. */
function permissionWarning(group: ChainGroup): string[] {
  return group.session.authEnabled
    ? [vscode.l10n.t("This chain enforces permissions: only a proposal of the committee can do this.")]
    : [];
}

async function addSealer(app: Chainside, target: unknown): Promise<void> {
  const group = await targetGroup(app, target);
  const title = vscode.l10n.t("Add Sealer");
  const nodeId = await askNode(group, target, ["observer"], title);
  const weight = await askWeight(title, "1");
  const service = await import("../../chain/services/consensus/addSealer");
  await signAndSend(
    app,
    {
      group,
      title,
      lines: [
        { label: vscode.l10n.t("Node"), value: nodeId },
        { label: vscode.l10n.t("Weight"), value: String(weight) },
      ],
      warnings: permissionWarning(group),
    },
    (signer, options) => service.addSealer(group.session, signer, { nodeId, weight }, options),
  );
  group.notify("nodes");
}

/** What the loss of a sealer does to the consensus. */
async function lossWarning(group: ChainGroup, nodeId: string): Promise<string[]> {
  const sealers = await getSealerList(group.session.client);
  if (!sealers.some(({ nodeID }) => nodeID === nodeId)) return [];
  const left = sealers.length - 1;
  const faults = Math.max(0, Math.floor((left - 1) / 3));
  return [
    vscode.l10n.t("It stops being a sealer. {0} sealers remain; the chain then bears {1} faulty ones.", left, faults),
  ];
}

async function addObserver(app: Chainside, target: unknown): Promise<void> {
  const group = await targetGroup(app, target);
  const title = vscode.l10n.t("Add Observer");
  const nodeId = await askNode(group, target, ["sealer", "other"], title);
  const service = await import("../../chain/services/consensus/addObserver");
  await signAndSend(
    app,
    {
      group,
      title,
      lines: [{ label: vscode.l10n.t("Node"), value: nodeId }],
      warnings: [...(await lossWarning(group, nodeId)), ...permissionWarning(group)],
    },
    (signer, options) => service.addObserver(group.session, signer, { nodeId }, options),
  );
  group.notify("nodes");
}

async function setWeight(app: Chainside, target: unknown): Promise<void> {
  const group = await targetGroup(app, target);
  const title = vscode.l10n.t("Set Sealer Weight");
  const nodeId = await askNode(group, target, ["sealer"], title);
  const current = (await getSealerList(group.session.client)).find(({ nodeID }) => nodeID === nodeId)?.weight;
  const weight = await askWeight(title, current === undefined ? "1" : String(current));
  const service = await import("../../chain/services/consensus/setWeight");
  await signAndSend(
    app,
    {
      group,
      title,
      lines: [
        { label: vscode.l10n.t("Node"), value: nodeId },
        { label: vscode.l10n.t("Weight"), value: current === undefined ? String(weight) : `${current} → ${weight}` },
      ],
      warnings: permissionWarning(group),
    },
    (signer, options) => service.setWeight(group.session, signer, { nodeId, weight }, options),
  );
  group.notify("nodes");
}

async function removeNode(app: Chainside, target: unknown): Promise<void> {
  const group = await targetGroup(app, target);
  const title = vscode.l10n.t("Remove Node from Group");
  const nodeId = await askNode(group, target, ["sealer", "observer"], title);
  const service = await import("../../chain/services/consensus/removeNode");
  await signAndSend(
    app,
    {
      group,
      title,
      lines: [{ label: vscode.l10n.t("Node"), value: nodeId }],
      warnings: [
        vscode.l10n.t("The node leaves the group: it gets no blocks any more until it is added as observer again."),
        ...(await lossWarning(group, nodeId)),
        ...permissionWarning(group),
      ],
    },
    (signer, options) => service.removeNode(group.session, signer, { nodeId }, options),
  );
  group.notify("nodes");
}

/** Who takes part in the consensus of a group. */
export function registerConsensus(app: Chainside): vscode.Disposable {
  return registerCommands(app, {
    "chainside.addSealer": (target) => addSealer(app, target),
    "chainside.addObserver": (target) => addObserver(app, target),
    "chainside.setSealerWeight": (target) => setWeight(app, target),
    "chainside.removeNode": (target) => removeNode(app, target),
  });
}
