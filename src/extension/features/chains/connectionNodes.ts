import * as vscode from "vscode";
import { isStopped } from "../../../chain/health/groupHealth";
import { bareAddress } from "../../../chain/transport/endpoint";
import { labelled } from "../../../text/joining";
import { code, md } from "../../../text/markdown";
import { shortHex } from "../../../text/shortText";
import { type GroupedNode, groupLine } from "../../flows/lines/groupNode";
import { groupAdvice, groupTroubles, nodeNameOf, troublePieces } from "../../flows/lines/healthText";
import { markTrusted } from "../../kit/commands/commands";
import { type ContextWord, contextValue, ifKnown } from "../../kit/manifest/contextKeys";
import { messageNode, spokenLine } from "../../kit/tree/line";
import type { TreeNode } from "../../kit/tree/treeNode";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { Connection } from "../../state/connections/connection";
import { folderNodes } from "./groupFolders";

/** A group's line. */
function groupNode(app: Chainside, parent: TreeNode, group: ChainGroup): GroupedNode {
  return groupLine(parent, group, {
    id: group.groupId,
    label: group.groupId,
    description: () => groupDescription(app, group),
    tooltip: () => groupTooltip(app, group),
    icon: () => groupIcon(group),
    context: ["group", "refreshable"],
    copyText: group.groupId,
    expanded: () => group.connection.groups.length === 1,
    children: (node) => folderNodes(app, node),
  });
}

function groupDescription(app: Chainside, group: ChainGroup): string {
  const { session } = group;
  return [
    ...troublePieces(group, nodeNameOf(app)),
    session.chainId,
    session.nodeVersion,
    ...(session.suite.name === "sm" ? [vscode.l10n.t("SM")] : []),
    ...(session.authEnabled ? [vscode.l10n.t("permissions on")] : []),
    ...(session.client.node === "" ? [] : [vscode.l10n.t("queries {0}", shortHex(session.client.node))]),
  ]
    .filter(Boolean)
    .join(" · ");
}

function groupIcon(group: ChainGroup): vscode.ThemeIcon {
  if (groupTroubles(group).length === 0) return new vscode.ThemeIcon("layers");
  return group.health && isStopped(group.health)
    ? new vscode.ThemeIcon("error", new vscode.ThemeColor("list.errorForeground"))
    : new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
}

function groupTooltip(app: Chainside, group: ChainGroup): vscode.MarkdownString {
  const { session } = group;
  const rows: [string, string][] = [
    [vscode.l10n.t("Chain ID"), session.chainId],
    [vscode.l10n.t("Group"), session.groupId],
    [vscode.l10n.t("Node version"), session.nodeVersion],
    [vscode.l10n.t("Data version"), session.compatibilityVersion],
    [
      vscode.l10n.t("Crypto suite"),
      session.suite.name === "sm" ? vscode.l10n.t("SM2 and SM3") : vscode.l10n.t("secp256k1 and keccak256"),
    ],
    [
      vscode.l10n.t("Permissions"),
      session.authEnabled ? vscode.l10n.t("enforced by the committee") : vscode.l10n.t("not enforced"),
    ],
  ];
  const tooltip = new vscode.MarkdownString("", true);
  for (const [name, value] of rows) tooltip.appendMarkdown(md`- ${labelled(name, "")}${code(value)}\n`);
  for (const advice of groupAdvice(group, nodeNameOf(app))) tooltip.appendMarkdown(md`\n\n$(warning) ${advice}`);
  return tooltip;
}

function accessMark(connection: Connection): string[] {
  if (connection.access === "readOnly") return [vscode.l10n.t("read-only")];
  return connection.access === "confirm" ? [vscode.l10n.t("asks before signing")] : [];
}

/** An endpoint, with what is known of it where a connection has several. */
function endpointText({ endpoints }: Connection, url: string): string {
  const known = endpoints.find((each) => each.url === url);
  if (!known) return url;
  return known.height === undefined
    ? vscode.l10n.t("{0} · no response", url)
    : vscode.l10n.t("{0} · block {1}", url, known.height);
}

function connectionItem(connection: Connection, web3Url: string | undefined): vscode.TreeItem {
  const { state } = connection;
  const item = new vscode.TreeItem(connection.name, vscode.TreeItemCollapsibleState.Expanded);
  const [first = ""] = connection.profile.endpoints;
  switch (state.kind) {
    case "disconnected":
      item.description = first;
      item.iconPath = new vscode.ThemeIcon("circle-outline");
      item.collapsibleState = vscode.TreeItemCollapsibleState.None;
      break;
    case "connecting":
      // Trying again is quiet: the line keeps saying why it is not connected.
      item.description =
        connection.retrying && state.after
          ? vscode.l10n.t("not connected · retries automatically")
          : vscode.l10n.t("connecting…");
      item.iconPath = new vscode.ThemeIcon("loading~spin");
      if (!state.after) item.collapsibleState = vscode.TreeItemCollapsibleState.None;
      break;
    case "failed":
      item.description = connection.retrying
        ? vscode.l10n.t("not connected · retries automatically")
        : vscode.l10n.t("not connected");
      item.iconPath = new vscode.ThemeIcon("error", new vscode.ThemeColor("list.errorForeground"));
      break;
    case "connected":
      item.description = [bareAddress(state.endpoint), ...accessMark(connection)].join(" · ");
      item.iconPath = new vscode.ThemeIcon(
        connection.origin === "embedded" ? "beaker" : connection.access === "readOnly" ? "lock" : "vm-active",
        connection.access === "readOnly" ? undefined : new vscode.ThemeColor("charts.green"),
      );
      break;
  }
  item.tooltip = [
    connection.name,
    ...connection.profile.endpoints.map((url) => endpointText(connection, url)),
    ...(web3Url === undefined ? [] : [vscode.l10n.t("Ethereum tools: {0}", web3Url)]),
    ...(connection.origin === "session"
      ? [vscode.l10n.t("For this session only. To keep the connection, run Save Connection.")]
      : []),
  ].join("\n");
  item.accessibilityInformation = { label: spokenLine(connection.name, String(item.description ?? "")) };
  const context: readonly ContextWord[] = [
    ...(state.kind === "connected" ? (["connected", "refreshable"] as const) : (["disconnected"] as const)),
    ...(connection.retrying && state.kind !== "connected" ? (["retrying"] as const) : []),
    ...(connection.origin === "settings" ? (["kept"] as const) : ifKnown(connection.origin, ["session", "embedded"])),
    "copyable",
  ];
  item.contextValue = contextValue(context);
  return item;
}

/** Where Ethereum tools ask the embedded chain. */
function web3Url({ embeddedChain: { state } }: Chainside): string | undefined {
  return state.kind === "running" ? state.ready.web3Url : undefined;
}

/** The lines of the Chains view. */
export function connectionNodes(app: Chainside): TreeNode[] {
  return app.connections.all.map((connection) => {
    const node: TreeNode = markTrusted({
      target: { kind: "connection", connection },
      id: connection.id,
      parent: undefined,
      copyText: connection.profile.endpoints.join("\n"),
      item: () => connectionItem(connection, connection.origin === "embedded" ? web3Url(app) : undefined),
      async children() {
        const { state } = connection;
        if (state.kind === "connected") return state.groups.map((group) => groupNode(app, node, group));
        const failure = state.kind === "failed" ? state.error : state.kind === "connecting" ? state.after : undefined;
        if (!failure) return [];
        const { message, advice } = await app.errors.words(failure);
        return [messageNode(node, message, { icon: "info", tooltip: `${message}\n\n${advice}` })];
      },
    });
    return node;
  });
}
