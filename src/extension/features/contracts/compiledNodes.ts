import * as vscode from "vscode";
import { isOfTests } from "../../flows/target/targetArtifact";
import { line } from "../../kit/tree/line";
import { fits, noneFits } from "../../kit/tree/pages";
import type { ListState, TreeNode } from "../../kit/tree/treeNode";
import type { Chainside } from "../../state/chainside";
import type { WorkspaceArtifact } from "../../state/contracts/artifacts";
import { isStale } from "../../state/generated/generatedClients";
import { isContractUri } from "../../state/solidity/solidity";

/** The id of the section, which the filter goes by. */
export const compiledId = "contracts/artifacts";

/** What is listed: all, or what the filter lets through; and which contracts' clients are stale. */
type Listed = Pick<ListState, "filter"> & { readonly hasStale: (artifact: WorkspaceArtifact) => boolean };

interface FolderInit {
  readonly name: string;
  readonly label: string;
  readonly icon: string;
  readonly description: string;
  readonly tooltip: string;
  readonly expanded?: boolean;
  readonly children: (folder: TreeNode) => readonly TreeNode[];
}

/** A folder while a filter is on is another line than without: it begins unfolded, and the other stays as it was. */
function folderNode({ filter }: Listed, parent: TreeNode, { name, expanded, ...init }: FolderInit): TreeNode {
  return line(parent, {
    ...init,
    id: filter === undefined ? name : `${name}?`,
    expanded: filter !== undefined || expanded === true,
  });
}

function artifactNode({ hasStale }: Listed, parent: TreeNode, artifact: WorkspaceArtifact): TreeNode {
  const { name, deployable, uri, place } = artifact;
  const stale = hasStale(artifact);
  const clients = stale ? vscode.l10n.t("client is stale") : undefined;
  const path = vscode.workspace.asRelativePath(uri);
  const kind = deployable
    ? isContractUri(uri)
      ? vscode.l10n.t("Contract in a source file, compiled when you deploy it")
      : vscode.l10n.t("Compiled contract in the workspace")
    : vscode.l10n.t("Interface or abstract contract without code to deploy");
  return line(parent, {
    target: { kind: "artifact", uri },
    id: `artifact/${uri.toString()}`,
    label: name,
    // Inside its source's folder the name says it all; elsewhere it takes the folder to tell it from its namesakes.
    description: [place.dependency === undefined ? path : place.folder, clients].filter(Boolean).join(" · "),
    tooltip: [name, path, kind, ...(clients === undefined ? [] : [clients])].join("\n"),
    icon: deployable ? "symbol-class" : "symbol-interface",
    context: ["artifact", ...(deployable ? (["deployable"] as const) : []), ...(stale ? (["stale"] as const) : [])],
    resourceUri: uri,
    command: { command: "vscode.open", title: vscode.l10n.t("Open"), arguments: [uri] },
  });
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
function contractsOf(listed: Listed, parent: TreeNode, artifacts: readonly WorkspaceArtifact[]): readonly TreeNode[] {
  const bare = artifacts.filter(({ deployable }) => !deployable);
  return [
    ...artifacts.filter(({ deployable }) => deployable).map((each) => artifactNode(listed, parent, each)),
    ...(bare.length === 0
      ? []
      : [
          folderNode(listed, parent, {
            name: "(bare)",
            label: vscode.l10n.t("Interfaces and Abstract Contracts"),
            icon: "symbol-interface",
            description: String(bare.length),
            tooltip: vscode.l10n.t("They have no code to deploy"),
            children: (folder) => bare.map((each) => artifactNode(listed, folder, each)),
          }),
        ]),
  ];
}

/** The folders of the project's own sources; a project with one needs no line for it. */
function ownLines(listed: Listed, parent: TreeNode, own: readonly WorkspaceArtifact[]): readonly TreeNode[] {
  const folders = grouped(own, ({ place }) => place.folder).sort(byName);
  if (folders.length < 2) return contractsOf(listed, parent, own);
  return folders.map(([path, artifacts]) =>
    folderNode(listed, parent, {
      name: `own ${path}`,
      label: path || ".",
      icon: "folder",
      description: String(artifacts.length),
      tooltip: path || ".",
      expanded: true,
      children: (folder) => contractsOf(listed, folder, artifacts),
    }),
  );
}

function dependencyLines(listed: Listed, parent: TreeNode, foreign: readonly WorkspaceArtifact[]): readonly TreeNode[] {
  return grouped(foreign, ({ place }) => place.dependency ?? "")
    .sort(byName)
    .map(([name, artifacts]) =>
      folderNode(listed, parent, {
        name,
        label: name,
        icon: "package",
        description: String(artifacts.length),
        tooltip: name,
        children: (folder) => contractsOf(listed, folder, artifacts),
      }),
    );
}

/** A filter looks at the name, the package and the folder of the source. */
const matches = (filter: string, { name, place }: WorkspaceArtifact): boolean =>
  fits(filter, `${name} ${place.dependency ?? ""} ${place.folder}`);

/**
 * The lines below *Compiled*: the project's own by source folder, then what came with packages, folded. Tests and scripts, which
 * aren't deployed, are listed while a filter is on that they fit.
 */
function compiledLines(listed: Listed, section: TreeNode, all: readonly WorkspaceArtifact[]): readonly TreeNode[] {
  const { filter } = listed;
  const artifacts =
    filter === undefined ? all.filter((each) => !isOfTests(each)) : all.filter((each) => matches(filter, each));
  if (filter !== undefined && artifacts.length === 0) return [noneFits(section)];
  const foreign = artifacts.filter(({ place }) => place.dependency !== undefined);
  const own = artifacts.filter(({ place }) => place.dependency === undefined);
  return [
    ...ownLines(listed, section, own),
    ...(foreign.length === 0
      ? []
      : [
          folderNode(listed, section, {
            name: "dependencies",
            label: vscode.l10n.t("Dependencies"),
            icon: "library",
            description: String(foreign.length),
            tooltip: vscode.l10n.t("Compiled contracts of packages, such as those in node_modules and lib"),
            children: (folder) => dependencyLines(listed, folder, foreign),
          }),
        ]),
  ];
}

/** *Compiled* in the Contracts view. */
export function compiledSection(app: Chainside): TreeNode {
  return line(undefined, {
    id: compiledId,
    label: vscode.l10n.t("Compiled"),
    icon: "folder-library",
    tooltip: vscode.l10n.t("Compiled contracts in the workspace: Hardhat, Foundry, Truffle, console"),
    context: ["compiled"],
    expanded: true,
    children: async (section, { filter }) => {
      // what is found there refreshes the section
      app.generated.look().catch(app.errors.log);
      const hasStale = (artifact: WorkspaceArtifact): boolean => app.generated.of(artifact).some(isStale);
      return compiledLines({ filter, hasStale }, section, await app.artifacts.list());
    },
  });
}
