import * as vscode from "vscode";
import { toChainError } from "../../../chain/errors/dictionary";
import { onDidChangeSetting, setting } from "../../kit/settings/settings";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { Connection } from "../../state/connections/connection";

/** Misses in a row after which a connection counts as lost. */
const missesUntilLost = 3;
const longestWaitMs = 60_000;

interface Retry {
  attempts: number;
  nextAt: number;
}

/**
 * Asks for the height of what is on screen: the unfolded groups while the view is visible (the first group of a connection without
 * one, to see that it lives), else only the group in the status bar, and nothing while the window is in the background or where the
 * node tells of new blocks by itself. A connection that breaks is tried again, less and less often.
 */
export function startWatchingHeights(
  app: Chainside,
  view: vscode.TreeView<unknown>,
  isUnfolded: (id: string) => boolean,
): vscode.Disposable {
  const misses = new WeakMap<Connection, number>();
  const retries = new Map<Connection, Retry>();
  let timer: NodeJS.Timeout | undefined;
  let disposed = false;

  async function ask(group: ChainGroup): Promise<void> {
    const connection = app.connections.get(group.connection.id);
    if (!connection) return;
    try {
      await group.refreshHeight();
      misses.delete(connection);
      retries.delete(connection);
    } catch (error) {
      const known = toChainError(error);
      if (connection.state.kind !== "connected" || (known.kind !== "transport" && known.kind !== "tls")) return;
      const count = (misses.get(connection) ?? 0) + 1;
      misses.set(connection, count);
      if (known.code !== "connectionRefused" && count < missesUntilLost) return;
      misses.delete(connection);
      app.log.warn(`${connection.name}: ${known.message}`);
      connection.retrying = connection.origin !== "embedded";
      await connection.fail(known);
      if (connection.retrying)
        retries.set(connection, { attempts: 0, nextAt: Date.now() + setting("refreshIntervalMs") });
    }
  }

  async function retry(connection: Connection, plan: Retry): Promise<void> {
    // Somebody tries it by hand: what comes of that decides.
    if (connection.state.kind === "connecting") return;
    const { kind } = connection.state;
    if (kind !== "failed" || !connection.retrying || !app.connections.all.includes(connection)) {
      retries.delete(connection);
      connection.retrying = false;
      return;
    }
    if (Date.now() < plan.nextAt) return;
    plan.attempts += 1;
    plan.nextAt = Date.now() + Math.min(longestWaitMs, 2 ** plan.attempts * 1000);
    await connection.connect();
  }

  /** What is asked or tried now. A node that takes its time keeps no other waiting, and is not asked once more meanwhile. */
  const underWay = new Set<ChainGroup | Connection>();
  function once(what: ChainGroup | Connection, work: () => Promise<void>): void {
    if (underWay.has(what)) return;
    underWay.add(what);
    work()
      .catch((error: unknown) => app.errors.log(error))
      .finally(() => {
        underWay.delete(what);
        plan();
      });
  }

  function onScreen({ groups }: Connection): readonly ChainGroup[] {
    const unfolded = groups.filter(({ id }) => isUnfolded(id));
    return unfolded.length > 0 ? unfolded : groups.slice(0, 1);
  }

  function round(): void {
    const active = vscode.window.state.focused ? app.connections.activeGroup : undefined;
    const groups = new Set([
      ...(active ? [active] : []),
      ...(view.visible ? app.connections.all.flatMap(onScreen) : []),
    ]);
    for (const group of groups) if (!group.connection.pushes) once(group, () => ask(group));
    if (view.visible) for (const [connection, next] of retries) once(connection, () => retry(connection, next));
  }

  /** Connections that somebody else wants to be tried again: those that were open when the window closed. */
  function takeOver(): void {
    for (const connection of app.connections.all) {
      if (!connection.retrying || connection.state.kind !== "failed" || retries.has(connection)) continue;
      retries.set(connection, { attempts: 0, nextAt: Date.now() + setting("refreshIntervalMs") });
    }
  }

  function plan(): void {
    takeOver();
    if (disposed || timer) return;
    if (app.connections.groups.length === 0 && retries.size === 0) return;
    timer = setTimeout(() => {
      timer = undefined;
      round();
      plan();
    }, setting("refreshIntervalMs"));
  }

  const watching = vscode.Disposable.from(
    app.connections.onDidChange(plan),
    // A shorter interval begins now, not after what is left of the longer one.
    onDidChangeSetting("refreshIntervalMs", () => {
      clearTimeout(timer);
      timer = undefined;
      plan();
    }),
  );
  return new vscode.Disposable(() => {
    disposed = true;
    clearTimeout(timer);
    watching.dispose();
  });
}
