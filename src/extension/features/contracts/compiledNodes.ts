import * as vscode from "vscode";
import { filterOf, fits } from "../../flows/lines/filters";
import { filterText } from "../../flows/lines/folder";
import { messageNode } from "../../kit/tree/messageNode";
import type { TreeNode } from "../../kit/tree/treeNode";
import type { Chainside } from "../../state/chainside";
import type { WorkspaceArtifact } from "../../state/contracts/artifacts";
import { isContractUri } from "../../state/solidity/solidity";

/** The id of the section, which the filter goes by too. */
export const compiledId = "contracts/artifacts";

const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

interface FolderInit {
  readonly name: string;
  readonly label: string;
  readonly icon: string;
  readonly description: string;
  readonly tooltip: string;
  readonly state: vscode.TreeItemCollapsibleState;
  readonly children: (folder: TreeNode) => readonly TreeNode[];
}

/** A folder while a filter is on is another line than without: it begins unfolded, and the other stays as it was. */
function folderNode(parent: TreeNode, init: FolderInit): TreeNode {
  const filter = filterOf(compiledId);
  const node: TreeNode = {
    id: `${parent.id}/${init.name}${filter === undefined ? "" : "?"}`,
    parent,
    item() {
      const item = new vscode.TreeItem(init.label, filter === undefined ? init.state : Expanded);
      item.iconPath = new vscode.ThemeIcon(init.icon);
      item.description = init.description;
      item.tooltip = init.tooltip;
      item.contextValue = "compiledFolder";
      return item;
    },
    children: () => init.children(node),
  };
  return node;
}

function artifactNode(parent: TreeNode, { name, deployable, uri, place }: WorkspaceArtifact): TreeNode {
  const path = vscode.workspace.asRelativePath(uri);
  const node: TreeNode & { artifactUri: vscode.Uri } = {
    id: `artifact/${uri.toString()}`,
    parent,
    artifactUri: uri,
    item() {
      const item = new vscode.TreeItem(name);
      // Inside its source's folder the name says it all; elsewhere it takes the folder to tell it from its namesakes.
      item.description = place.dependency === undefined ? path : place.folder;
      const kind = deployable
        ? isContractUri(uri)
          ? vscode.l10n.t("Contract of a source, compiled when you deploy it")
          : vscode.l10n.t("Compiled contract in the workspace")
        : vscode.l10n.t("Interface or abstract contract without code to deploy");
      item.tooltip = `${name}\n${path}\n${kind}`;
      item.iconPath = new vscode.ThemeIcon(deployable ? "symbol-class" : "symbol-interface");
      item.contextValue = `artifact${deployable ? " deployable" : ""}`;
      item.resourceUri = uri;
      item.command = { command: "vscode.open", title: vscode.l10n.t("Open"), arguments: [uri] };
      return item;
    },
  };
  return node;
}

/** In the order in which each key comes first. */
function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): [string, Item[]][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return [...groups];
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => a.localeCompare(b);

/** What can be deployed, and behind it one folded line for what has no code. */
function contractsOf(parent: TreeNode, artifacts: readonly WorkspaceArtifact[]): readonly TreeNode[] {
  const bare = artifacts.filter(({ deployable }) => !deployable);
  return [
    ...artifacts.filter(({ deployable }) => deployable).map((each) => artifactNode(parent, each)),
    ...(bare.length === 0
      ? []
      : [
          folderNode(parent, {
            name: "(bare)",
            label: vscode.l10n.t("Interfaces and Abstract Contracts"),
            icon: "symbol-interface",
            description: String(bare.length),
            tooltip: vscode.l10n.t("They have no code to deploy"),
            state: Collapsed,
            children: (folder) => bare.map((each) => artifactNode(folder, each)),
          }),
        ]),
  ];
}

/** The folders of the project's own sources; a project with one needs no line for it. */
function ownLines(parent: TreeNode, own: readonly WorkspaceArtifact[]): readonly TreeNode[] {
  const folders = grouped(own, ({ place }) => place.folder).sort(byName);
  if (folders.length < 2) return contractsOf(parent, own);
  return folders.map(([path, artifacts]) =>
    folderNode(parent, {
      name: `own ${path}`,
      label: path || ".",
      icon: "folder",
      description: String(artifacts.length),
      tooltip: path || ".",
      state: Expanded,
      children: (folder) => contractsOf(folder, artifacts),
    }),
  );
}

function dependencyLines(parent: TreeNode, foreign: readonly WorkspaceArtifact[]): readonly TreeNode[] {
  return grouped(foreign, ({ place }) => place.dependency ?? "")
    .sort(byName)
    .map(([name, artifacts]) =>
      folderNode(parent, {
        name,
        label: name,
        icon: "package",
        description: String(artifacts.length),
        tooltip: name,
        state: Collapsed,
        children: (folder) => contractsOf(folder, artifacts),
      }),
    );
}

/** A filter looks at the name, the package and the folder of the source. */
const matches = (filter: string, { name, place }: WorkspaceArtifact): boolean =>
  fits(filter, `${name} ${place.dependency ?? ""} ${place.folder}`);

/** The lines below *Compiled*: the project's own by source folder, then what came with packages, folded. */
function compiledLines(section: TreeNode, all: readonly WorkspaceArtifact[]): readonly TreeNode[] {
  const filter = filterOf(compiledId);
  const artifacts = filter === undefined ? all : all.filter((each) => matches(filter, each));
  if (filter !== undefined && artifacts.length === 0)
    return [messageNode(section, vscode.l10n.t("No items match the filter"), { icon: "filter" })];
  const foreign = artifacts.filter(({ place }) => place.dependency !== undefined);
  const own = artifacts.filter(({ place }) => place.dependency === undefined);
  return [
    ...ownLines(section, own),
    ...(foreign.length === 0
      ? []
      : [
          folderNode(section, {
            name: "dependencies",
            label: vscode.l10n.t("Dependencies"),
            icon: "library",
            description: String(foreign.length),
            tooltip: vscode.l10n.t("Compiled contracts of packages, such as those in node_modules and lib"),
            state: Collapsed,
            children: (folder) => dependencyLines(folder, foreign),
          }),
        ]),
  ];
}

/** *Compiled* in the Contracts view. */
export function compiledSection(app: Chainside): TreeNode {
  const section: TreeNode = {
    id: compiledId,
    parent: undefined,
    item() {
      const item = new vscode.TreeItem(vscode.l10n.t("Compiled"), Expanded);
      item.iconPath = new vscode.ThemeIcon("folder-library");
      item.tooltip = vscode.l10n.t("Compiled contracts in the workspace: Hardhat, Foundry, Truffle, console");
      item.description = filterText(compiledId).join();
      item.contextValue = "section compiled";
      return item;
    },
    children: async () => compiledLines(section, await app.artifacts.list()),
  };
  return section;
}
