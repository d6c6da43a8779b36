import * as vscode from "vscode";
import { getSyncStatus } from "../../../chain/rpc/nodeStatus";
import { releaseText } from "../../../facts/releases/releases";
import { namedCount } from "../../../nodeConfig/lists/namedCount";
import { isThere, isThisMachine, type NodeState } from "../../../processes/nodes/nodeState";
import { say } from "../../../text/catalogue";
import { labelled } from "../../../text/joining";
import { shortHex } from "../../../text/shortText";
import { bareHash, otherGenesis } from "../../flows/nodes/otherGenesis";
import { roleText } from "../../flows/nodes/roleText";
import { line } from "../../kit/tree/line";
import type { TreeNode } from "../../kit/tree/treeNode";
import type { Chainside } from "../../state/chainside";
import type { NodeFolder } from "../../state/nodeFolders/nodeFolder";
import type { NodeFolders } from "../../state/nodeFolders/nodeFolders";
import { heightFromLog } from "../../state/nodeFolders/nodeLog";
import { chainNodesOf } from "../../state/nodeNames/chainNodes";

/** A line of the Nodes view that stands for a node folder. */
export interface NodeFolderNode extends TreeNode {
  readonly folder: NodeFolder;
  /** As the line says it. */
  readonly state: NodeState;
}

/** What the connected groups say of the nodes, by consensus ID. */
async function rolesOnChain(app: Chainside): Promise<ReadonlyMap<string, string>> {
  const roles = new Map<string, string>();
  for (const group of app.connections.groups) {
    try {
      for (const { consensusId, role } of await chainNodesOf(group)) {
        if (consensusId && role && role !== "peer") roles.set(consensusId, roleText(role));
      }
    } catch (error) {
      app.errors.log(error);
    }
  }
  return roles;
}

interface ChainViewOfNode {
  readonly height: bigint;
  /** Hash of its block 0, without `0x`. */
  readonly genesis: string;
}

/** How high the node of that consensus ID is and on which block 0, as a connected chain tells it of itself and its peers. */
async function chainViewOf(app: Chainside, consensusId: string | undefined): Promise<ChainViewOfNode | undefined> {
  for (const group of consensusId === undefined ? [] : app.connections.groups) {
    try {
      const status = await getSyncStatus(group.session.client);
      const node = [status, ...status.peers].find(({ nodeID }) => nodeID === consensusId);
      if (node) return { height: BigInt(node.blockNumber), genesis: bareHash(node.genesisHash) };
    } catch (error) {
      app.errors.log(error);
    }
  }
  return undefined;
}

function factLine(
  parent: TreeNode,
  id: string,
  label: string,
  description: string,
  options: { icon: string; color?: string; copy?: string; command?: vscode.Command },
): TreeNode {
  const { icon, color, copy, command } = options;
  return line(parent, {
    id,
    label,
    description,
    tooltip: labelled(label, copy ?? description),
    icon: color ? new vscode.ThemeIcon(icon, new vscode.ThemeColor(color)) : icon,
    ...(copy === undefined ? {} : { copyText: copy }),
    ...(command ? { command } : {}),
  });
}

/** Opens config.ini at a line. */
function openAt(folder: NodeFolder, at: number | undefined): vscode.Command {
  const options = at === undefined ? {} : { selection: new vscode.Range(at, 0, at, 0) };
  return { command: "vscode.open", title: "", arguments: [vscode.Uri.joinPath(folder.uri, "config.ini"), options] };
}

function listLine(parent: TreeNode, folder: NodeFolder, which: "black" | "white"): TreeNode {
  const list = folder.lists[which];
  const good = namedCount(folder.lists, which);
  const dropped = list.entries.filter((entry) => !entry.accepted).length;
  const state =
    which === "white"
      ? list.enabled
        ? vscode.l10n.t("accepts {0}", good)
        : vscode.l10n.t("off, accepts every node")
      : list.enabled
        ? vscode.l10n.t("refuses {0}", good)
        : vscode.l10n.t("off, refuses no node");
  const wrong = dropped === 0 ? "" : ` · ${vscode.l10n.t("dropped: {0}", dropped)}`;
  return factLine(
    parent,
    which,
    which === "white" ? vscode.l10n.t("Whitelist") : vscode.l10n.t("Blacklist"),
    `${state}${wrong}`,
    {
      icon: dropped > 0 ? "warning" : list.enabled ? "shield" : "circle-slash",
      ...(dropped > 0 ? { color: "list.warningForeground" } : {}),
      command: openAt(folder, list.entries.find((entry) => !entry.accepted)?.line ?? list.headerLine),
    },
  );
}

async function facts(app: Chainside, parent: NodeFolderNode): Promise<TreeNode[]> {
  const { folder } = parent;
  const lines: TreeNode[] = [];
  const reported = await chainViewOf(app, folder.node.consensusId);
  if (reported !== undefined) {
    lines.push(factLine(parent, "height", vscode.l10n.t("Block height"), String(reported.height), { icon: "layers" }));
  } else {
    const logged = await heightFromLog(folder).catch((error: unknown) => void app.errors.log(error));
    if (logged) {
      const height = vscode.l10n.t("{0} · from its log at {1}", String(logged.height), logged.at);
      lines.push(factLine(parent, "height", vscode.l10n.t("Block height"), height, { icon: "layers" }));
    }
  }
  const id = (name: string, label: string, value: string | undefined): void => {
    if (value) lines.push(factLine(parent, name, label, shortHex(value), { icon: "key", copy: value }));
  };
  id("genesis", vscode.l10n.t("Genesis block"), reported && `0x${reported.genesis}`);
  id("consensusId", vscode.l10n.t("Node ID"), folder.node.consensusId);
  id("tlsId", vscode.l10n.t("TLS identity"), folder.node.tlsId ?? folder.node.smTlsId);
  lines.push(
    listLine(parent, folder, "white"),
    listLine(parent, folder, "black"),
    factLine(parent, "version", vscode.l10n.t("Version"), say(releaseText(folder.context.nodeVersion)), {
      icon: "versions",
    }),
  );
  if (folder.rpcPort !== undefined) {
    const tls = folder.rpcTls ? "TLS" : vscode.l10n.t("without TLS");
    lines.push(factLine(parent, "rpc", vscode.l10n.t("RPC port"), `${folder.rpcPort} · ${tls}`, { icon: "plug" }));
  }
  if (folder.p2pPort !== undefined) {
    lines.push(factLine(parent, "p2p", vscode.l10n.t("P2P port"), String(folder.p2pPort), { icon: "broadcast" }));
  }
  return lines;
}

interface OnChain {
  readonly role: string | undefined;
  /** Why it is not of the chain that it seems to be of. */
  readonly genesisText: string | undefined;
}

/** Who has the port: the folder the process belongs to, whole, since nodes of several chains have the same name; else its program. */
const foreignName = ({ directory, program }: Extract<NodeState, { kind: "foreign" }>): string =>
  directory ?? program ?? "";

/** How it stands with a node, for its line. Nothing where that is unknown. */
function stateText(state: NodeState): string {
  switch (state.kind) {
    case "running":
      return state.sure ? vscode.l10n.t("running") : vscode.l10n.t("running (according to its port only)");
    case "silent":
      return state.halted ? vscode.l10n.t("halted") : vscode.l10n.t("running, RPC doesn't respond");
    case "foreign":
      return vscode.l10n.t("stopped, port used by {0}", foreignName(state));
    case "stopped":
      return vscode.l10n.t("stopped");
    case "unknown":
      return "";
  }
}

/** What that means and what to do, for the tooltip. */
function stateAdvice(state: NodeState): string[] {
  switch (state.kind) {
    case "running":
      return [
        ...(state.pid === undefined ? [] : [vscode.l10n.t("Process {0}", String(state.pid))]),
        ...(state.sure
          ? []
          : [vscode.l10n.t("This system doesn't show which process listens on the port. It might not be the node's.")]),
      ];
    case "silent":
      return [
        state.halted
          ? vscode.l10n.t(
              "Process {0} was halted. Its ports are open, but it does nothing. To continue it, run kill -CONT {0}.",
              String(state.pid),
            )
          : vscode.l10n.t(
              "Its P2P port is open, but its RPC doesn't respond. The node is starting, too busy, or hanging. Check its log.",
            ),
      ];
    case "foreign":
      return [
        vscode.l10n.t(
          "Process {0} listens on this node's port and runs in {1}. This folder is a copy of that one, or two nodes use the same port. Set other ports for this node before you start it.",
          String(state.pid),
          state.directory ?? state.program ?? "",
        ),
      ];
    case "stopped":
    case "unknown":
      return [];
  }
}

function folderNode(
  app: Chainside,
  folder: NodeFolder,
  state: NodeState,
  { role, genesisText }: OnChain,
): NodeFolderNode {
  const dropped = [...folder.lists.white.entries, ...folder.lists.black.entries].some((entry) => !entry.accepted);
  const elsewhere = isThisMachine(folder.host) ? "" : vscode.l10n.t("on {0}", folder.host);
  const strange = genesisText === undefined ? "" : vscode.l10n.t("another genesis block");
  const isWrong = genesisText !== undefined || dropped || state.kind === "silent" || state.kind === "foreign";
  const running = isThere(state);
  return line<{ folder: NodeFolder; state: NodeState }>(
    undefined,
    {
      target: { kind: "nodeFolder", folder },
      id: `node:${folder.uri.toString()}`,
      label: folder.name,
      description: [strange, role, elsewhere || stateText(state), folder.group].filter(Boolean).join(" · "),
      tooltip: [folder.place, ...(genesisText === undefined ? [] : [genesisText]), ...stateAdvice(state)].join("\n"),
      icon: isWrong
        ? new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"))
        : state.kind === "running"
          ? new vscode.ThemeIcon("vm-running", new vscode.ThemeColor("testing.iconPassed"))
          : "vm",
      context: [
        "nodeFolder",
        ...(running === undefined ? [] : ([running ? "running" : "stopped"] as const)),
        ...(folder.hasStart ? (["startable"] as const) : []),
        ...(folder.hasStop ? (["stoppable"] as const) : []),
      ],
      copyText: folder.node.consensusId ?? folder.uri.fsPath,
      children: (node) => facts(app, node),
    },
    { folder, state },
  );
}

/** The node folders of the workspace, each with what it is on the connected chains and whether it runs. */
export async function nodeFolderNodes(app: Chainside, folders: NodeFolders): Promise<NodeFolderNode[]> {
  const found = await folders.list();
  if (found.length === 0) return [];
  const [roles, genesisTexts] = await Promise.all([rolesOnChain(app), otherGenesis(app, found)]);
  return Promise.all(
    found.map(async (folder) =>
      folderNode(app, folder, await folders.state(folder), {
        role: roles.get(folder.node.consensusId ?? ""),
        genesisText: genesisTexts.get(folder.uri.toString()),
      }),
    ),
  );
}
