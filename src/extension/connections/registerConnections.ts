import * as vscode from "vscode";
import type { Chainside } from "../app/chainside";
import { askChoice, type Choice } from "../asking/ask";
import { registerCommands } from "../commands/registerCommands";
import type { Connection } from "./connection";

function connectionOf(target: unknown): Connection | undefined {
  return typeof target === "object" && target !== null && "connection" in target
    ? (target as { connection?: Connection }).connection
    : undefined;
}

async function connect(app: Chainside, target: unknown): Promise<void> {
  const title = vscode.l10n.t("Connect");
  const idle = app.connections.all.filter(({ state }) => state.kind !== "connected");
  let chosen: Connection | "new" = connectionOf(target) ?? "new";
  if (chosen === "new" && idle.length > 0) {
    chosen = await askChoice<Connection | "new">(
      [
        ...idle.map(
          (connection): Choice<Connection> => ({
            label: `$(plug) ${connection.name}`,
            description: connection.profile.endpoints.join(", "),
            value: connection,
          }),
        ),
        { label: `$(add) ${vscode.l10n.t("New connection…")}`, alwaysShow: true, value: "new" },
      ],
      { title },
    );
  }
  const connection = chosen === "new" ? await (await import("./askConnection")).askConnection(app, title) : chosen;
  await openAndKeep(app, connection, chosen === "new");
}

/** Connects with progress, makes the first group the active one, and offers to keep what is new. */
async function openAndKeep(app: Chainside, connection: Connection, isNew: boolean): Promise<void> {
  app.connections.restore();
  // What was open under this name was opened with other addresses or certificates.
  if (isNew) await connection.disconnect();
  const [first] = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t("Connecting to {0}…", connection.name),
      cancellable: true,
    },
    (_, token) => {
      token.onCancellationRequested(() => void connection.disconnect());
      return connection.connect();
    },
  );
  if (!first) return;
  await app.connections.setActiveGroup(first);
  await first.refreshHeight();
  if (isNew) await (await import("./keepConnection")).keepConnection(app, connection);
}

async function disconnect(app: Chainside, target: unknown): Promise<void> {
  const open = app.connections.all.filter(({ state }) => state.kind === "connected");
  const connection =
    connectionOf(target) ??
    (await askChoice(
      open.map(
        (each): Choice<Connection> => ({ label: each.name, description: each.profile.endpoints[0] ?? "", value: each }),
      ),
      { title: vscode.l10n.t("Disconnect") },
    ));
  // The embedded chain lives for its connection: leaving it means stopping it.
  if (connection.origin === "embedded") await vscode.commands.executeCommand("chainside.stopEmbeddedChain");
  else if (connection.origin === "session") await app.connections.remove(connection);
  else await connection.disconnect();
}

/** Connecting and disconnecting. */
export function registerConnections(app: Chainside): vscode.Disposable {
  return registerCommands(app, {
    "chainside.connect": (target) => connect(app, target),
    "chainside.importConnection": async (target) => {
      const { importConnection } = await import("./importConnection");
      await openAndKeep(app, await importConnection(app, target), true);
    },
    "chainside.disconnect": (target) => disconnect(app, target),
    "chainside.editConnections": () =>
      vscode.commands.executeCommand("workbench.action.openSettings", "chainside.connections"),
    "chainside.showLog": () => app.log.show(),
  });
}
