import * as vscode from "vscode";
import { readGroupHealth } from "../../../chain/health/readGroupHealth";
import { setting } from "../../kit/settings/settings";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** So many times the interval of heights: health changes seldom, and nobody pushes it. */
const everyRounds = 3;

/**
 * Asks how the groups on screen fare, gently, while the Chains view is visible; a hidden view asks nothing and knows nothing.
 * What was found is on the group.
 */
export function startWatchingHealth(
  app: Chainside,
  view: vscode.TreeView<unknown>,
  shown: (group: ChainGroup) => boolean,
): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  let disposed = false;
  let asking = false;

  async function ask(group: ChainGroup): Promise<void> {
    try {
      group.noteHealth(await readGroupHealth(group.session.client));
    } catch {
      // A node that does not tell, or that is gone: the watch of heights speaks of the latter.
      group.noteHealth(undefined);
    }
  }

  async function round(): Promise<void> {
    if (asking || disposed) return;
    asking = true;
    try {
      await Promise.all(app.connections.groups.filter(shown).map(ask));
    } finally {
      asking = false;
      plan();
    }
  }

  function plan(): void {
    clearTimeout(timer);
    timer = undefined;
    if (disposed || !view.visible || app.connections.groups.length === 0) return;
    timer = setTimeout(start, everyRounds * setting("refreshIntervalMs"));
  }

  function start(): void {
    if (view.visible) void round().catch(app.errors.log);
    else for (const group of app.connections.groups) group.noteHealth(undefined);
  }

  return vscode.Disposable.from(
    app.connections.onDidChange((connection) => {
      if (connection?.state.kind === "connected") start();
    }),
    view.onDidChangeVisibility(start),
    new vscode.Disposable(() => {
      disposed = true;
      clearTimeout(timer);
    }),
  );
}
