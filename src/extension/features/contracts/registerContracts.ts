import * as vscode from "vscode";
import { Debounce } from "../../../time/debounce";
import { restoreWhenSeen } from "../../flows/connections/restoreWhenSeen";
import { free, reads, registerTargetCommands, writes } from "../../flows/target/chainCommands";
import { askText } from "../../kit/asking/ask";
import { noteDone } from "../../kit/commands/noteDone";
import type { On } from "../../kit/commands/target";
import { NodeTree } from "../../kit/tree/nodeTree";
import type { TreeNode } from "../../kit/tree/treeNode";
import { createTreeView } from "../../kit/tree/treeView";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { compiledId } from "./compiledNodes";
import { contractRoots, knownContractNode, storageId } from "./contractNodes";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.deployContract": On<"artifact" | "file" | "group">;
    "chainside.deployLinked": On<"artifact" | "file" | "group">;
    "chainside.redeployLinked": On<"path" | "group">;
    "chainside.deployProxy": On<"artifact" | "file" | "group">;
    "chainside.upgradeProxy": On<"contract" | "path" | "group">;
    "chainside.sendTransaction": On<"contract" | "path" | "group">;
    "chainside.callContract": On<"contract" | "path" | "group">;
    "chainside.addContract": On<"contract" | "path" | "group">;
    "chainside.forgetContract": On<"contract" | "group">;
    "chainside.renameContract": On<"contract" | "group">;
    "chainside.filterCompiled": () => void;
    "chainside.copyAbi": On<"artifact" | "file" | "contract" | "path">;
  }
}

const filterKey = "chainside.compiledFilter";

/** Selects the line of what was deployed last, at once or when the view is seen next; the editor keeps the focus. */
function showDeployed(app: Chainside, view: vscode.TreeView<TreeNode>): vscode.Disposable {
  let last: { readonly chainKey: string; readonly address: string } | undefined;
  const show = (): void => {
    const group = app.connections.activeGroup;
    if (!last || !view.visible || group?.chainKey !== last.chainKey) return;
    const node = knownContractNode(app, group, last.address);
    last = undefined;
    if (node) view.reveal(node, { select: true, focus: false }).then(undefined, app.errors.log);
  };
  return vscode.Disposable.from(
    app.knownContracts.onDidDeploy((deployed) => {
      noteDone("chainside.deployContract");
      last = deployed;
      show();
    }),
    view.onDidChangeVisibility(show),
  );
}

/** Asks which of the compiled contracts are to be listed. The answer is kept for the workspace. @throws Cancelled */
async function filterCompiled(app: Chainside, tree: NodeTree, view: vscode.TreeView<TreeNode>): Promise<void> {
  const filter = await askText({
    title: vscode.l10n.t("Filter Compiled Contracts"),
    prompt: vscode.l10n.t("Enter parts of a name, package, or source folder. Leave empty to show all."),
    value: tree.shown(compiledId).filter ?? "",
  });
  tree.change(compiledId, { filter });
  await app.context.workspaceState.update(filterKey, tree.shown(compiledId).filter);
  await tree.reveal(view, [compiledId]);
}

/** What is unfolded of contracts' storage is read anew: a transaction may have changed it. */
function refreshStorage(app: Chainside, tree: NodeTree, group: ChainGroup): void {
  for (const { address } of app.knownContracts.list(group)) tree.refresh(storageId(group, address));
}

/** How long after a new block proxies are looked at, at most once in that time. */
const proxyLookMs = 5000;

/** While the view is seen, its lines name what proxies run now: another program may have upgraded them. */
function followProxies(app: Chainside, view: vscode.TreeView<TreeNode>): vscode.Disposable {
  const waiting = new Debounce(app.clock);
  const look = async (): Promise<void> => {
    const group = app.connections.activeGroup;
    if (!group || !view.visible || !app.knownContracts.list(group).some(({ proxy }) => proxy)) return;
    await (await import("./keptContracts")).lookAtProxies(app, group);
  };
  const soon = (ms: number): void => {
    if (!waiting.isWaiting()) waiting.after(ms, () => void look().catch(app.errors.log));
  };
  return vscode.Disposable.from(
    waiting,
    view.onDidChangeVisibility(({ visible }) => visible && soon(0)),
    app.connections.onDidChangeGroup(({ group, change }) => {
      if (change === "height" && view.visible && group === app.connections.activeGroup) soon(proxyLookMs);
    }),
  );
}

/** The Contracts view; deploy, send, call. The ABI library is loaded by the first of them. */
export function registerContracts(app: Chainside): vscode.Disposable {
  const tree = new NodeTree(() => contractRoots(app), app.errors);
  tree.change(compiledId, { filter: app.context.workspaceState.get(filterKey) });
  const view = createTreeView("chainside.contracts", tree, {
    showCollapseAll: true,
  });
  return vscode.Disposable.from(
    tree,
    view,
    restoreWhenSeen(app, view),
    showDeployed(app, view),
    followProxies(app, view),
    app.artifacts.onDidChange(() => tree.refresh(compiledId)),
    app.generated.onDidChange(() => tree.refresh(compiledId)),
    app.knownContracts.onDidChange(() => tree.refresh()),
    app.sent.onDidChange(() => {
      const group = app.connections.activeGroup;
      if (!group) return;
      tree.refresh(`contracts/${group.id}/sent`);
      refreshStorage(app, tree, group);
    }),
    app.connections.onDidChangeGroup(({ group, change }) => {
      if (change === "contracts") refreshStorage(app, tree, group);
    }),
    app.connections.onDidChangeActiveGroup(() => tree.refresh()),
    registerTargetCommands(app, {
      "chainside.deployContract": writes(async (group, target) =>
        (await import("./contractCommands")).deployContract(app, group, target),
      ),
      "chainside.deployLinked": writes(async (group, target) =>
        (await import("./deployLinked")).deployLinked(app, group, target),
      ),
      "chainside.redeployLinked": writes(async (group, target) =>
        (await import("./deployLinked")).redeployLinked(app, group, target),
      ),
      "chainside.deployProxy": writes(async (group, target) =>
        (await import("./proxies")).deployAsProxy(app, group, target),
      ),
      "chainside.upgradeProxy": writes(async (group, target) =>
        (await import("./proxies")).upgradeProxy(app, group, target),
      ),
      "chainside.sendTransaction": writes(async (group, target) =>
        (await import("./contractCommands")).sendTransaction(app, group, target),
      ),
      "chainside.callContract": reads(async (group, target) =>
        (await import("./contractCommands")).callContract(app, group, target),
      ),
      "chainside.addContract": reads(async (group, target) =>
        (await import("./keptContracts")).addContract(app, group, target),
      ),
      "chainside.forgetContract": reads(async (group, target) =>
        (await import("./keptContracts")).forgetContract(app, group, target),
      ),
      "chainside.renameContract": reads(async (group, target) =>
        (await import("./keptContracts")).renameContract(app, group, target),
      ),
      "chainside.filterCompiled": free(() => filterCompiled(app, tree, view)),
      "chainside.copyAbi": free(async (target) => (await import("./keptContracts")).copyAbi(app, target)),
    }),
  );
}
