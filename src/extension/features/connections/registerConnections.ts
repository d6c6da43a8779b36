import * as vscode from "vscode";
import { clientError } from "../../../errors/clientError";
import { listed } from "../../../text/joining";
import { isRpcOfNode } from "../../flows/nodes/requireWritableNode";
import { free, reads, registerTargetCommands } from "../../flows/target/chainCommands";
import { askChoice, type Choice } from "../../kit/asking/ask";
import { showProgress } from "../../kit/asking/progress";
import { runCommand } from "../../kit/commands/commands";
import { noteDone } from "../../kit/commands/noteDone";
import type { On, Target } from "../../kit/commands/target";
import { showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { Connection } from "../../state/connections/connection";
import type { NodeFolder } from "../../state/nodeFolders/nodeFolder";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.connect": On<"connection" | "nodeFolder" | "text">;
    "chainside.importConnection": On<"file">;
    "chainside.disconnect": On<"connection">;
    "chainside.keepConnection": On<"connection">;
    "chainside.removeConnection": On<"connection">;
    "chainside.pinChain": On<"group">;
    "chainside.removePin": On<"group">;
    "chainside.editConnections": () => void;
    "chainside.showLog": () => void;
  }
}

const connectionOf = ({ connections }: Pick<Chainside, "connections">, target: Target): Connection | undefined =>
  target.kind === "connection" ? target.connection : target.kind === "text" ? connections.get(target.text) : undefined;

const connectionChoice = (connection: Connection): Choice<Connection> => ({
  label: `$(plug) ${connection.name}`,
  description: listed(connection.profile.endpoints),
  value: connection,
});

/** To the node of a folder: by the connection that leads there, else by a new one that its files describe. */
async function connectNode(app: Chainside, folder: NodeFolder): Promise<void> {
  app.connections.restore();
  const known = app.connections.all.find((connection) => isRpcOfNode(connection, folder));
  if (known?.state.kind === "connected") {
    const [first] = known.groups;
    if (first) await app.connections.setActiveGroup(first);
    void showInformation(vscode.l10n.t("{0} is connected: it leads to {1}.", known.name, folder.name));
    return;
  }
  if (known) return openAndKeep(app, known, false);
  const { importConnection } = await import("./connectionCommands");
  await openAndKeep(app, await importConnection(app, { kind: "file", uri: folder.uri }), true);
}

async function connect(app: Chainside, target: Target): Promise<void> {
  if (target.kind === "nodeFolder") return connectNode(app, target.folder);
  if (target.kind === "text" && target.text === "embedded")
    return void (await runCommand("chainside.startEmbeddedChain"));
  const title = vscode.l10n.t("Connect");
  const idle = app.connections.all.filter(({ state }) => state.kind !== "connected");
  let chosen: Connection | "new" = connectionOf(app, target) ?? "new";
  if (chosen === "new" && idle.length > 0) {
    chosen = await askChoice<Connection | "new">(
      [
        ...idle.map(connectionChoice),
        { label: `$(add) ${vscode.l10n.t("New connection…")}`, alwaysShow: true, value: "new" },
      ],
      { title },
    );
  }
  const connection = chosen === "new" ? await (await import("./connectionCommands")).askConnection(app, title) : chosen;
  await openAndKeep(app, connection, chosen === "new");
}

/** Connects with progress, makes the first group the active one, and offers to keep what is new. */
async function openAndKeep(app: Chainside, connection: Connection, isNew: boolean): Promise<void> {
  app.connections.restore();
  // What was open under this name was opened with other addresses or certificates.
  if (isNew) await connection.disconnect();
  const [first] = await showProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t("Connecting to {0}…", connection.name),
      cancellable: true,
    },
    (_, cancelled) => {
      cancelled.addEventListener("abort", () => void connection.disconnect());
      return connection.connect();
    },
  );
  if (!first) return;
  await app.connections.setActiveGroup(first);
  await first.refreshHeight();
  if (isNew) await (await import("./connectionCommands")).offerToKeep(app, connection);
}

async function disconnect(app: Chainside, target: Target): Promise<void> {
  const title = vscode.l10n.t("Disconnect");
  const connection = await chosenConnection(
    app,
    target,
    title,
    ({ state, retrying }) => state.kind === "connected" || retrying,
  );
  // The embedded chain lives for its connection: leaving it means stopping it.
  if (connection.origin === "embedded") await runCommand("chainside.stopEmbeddedChain");
  else await connection.disconnect();
}

/** The clicked connection, or one of those that fit. @throws Cancelled; ChainError usage `noSuchConnection` */
async function chosenConnection(
  app: Chainside,
  target: Target,
  title: string,
  fits: (connection: Connection) => boolean,
): Promise<Connection> {
  const clicked = connectionOf(app, target);
  if (clicked) return clicked;
  const choices = app.connections.all.filter(fits);
  if (choices.length === 0) throw clientError("noSuchConnection");
  return askChoice(
    choices.map(
      (each): Choice<Connection> => ({
        ...connectionChoice(each),
        ...(each.origin === "embedded" ? { detail: vscode.l10n.t("This stops the embedded chain.") } : {}),
      }),
    ),
    { title },
  );
}

/** Says which chain commands mean now that the one before it is gone. */
async function tellOfFallBack({ from, to }: { readonly from: ChainGroup; readonly to: ChainGroup }): Promise<void> {
  const select = vscode.l10n.t("Switch Group…");
  const chosen = await showInformation(
    vscode.l10n.t(
      "{0} is no longer connected. Commands now use {1} · {2}.",
      from.connection.name,
      to.connection.name,
      to.groupId,
    ),
    select,
  );
  if (chosen === select) await runCommand("chainside.selectGroup");
}

/** Connecting and disconnecting, keeping and removing connections. */
export function registerConnections(app: Chainside): vscode.Disposable {
  return vscode.Disposable.from(
    app.connections.onDidChange((connection) => {
      if (connection?.state.kind !== "connected" || connection.origin === "embedded") return;
      noteDone("chainside.connect");
      noteDone("chainside.importConnection");
    }),
    app.connections.onDidFallBack((change) => void tellOfFallBack(change).catch(app.errors.show)),
    registerConnectionCommands(app),
  );
}

function registerConnectionCommands(app: Chainside): vscode.Disposable {
  return registerTargetCommands(app, {
    "chainside.connect": free((target) => connect(app, target)),
    "chainside.importConnection": free(async (target) => {
      const { importConnection } = await import("./connectionCommands");
      await openAndKeep(app, await importConnection(app, target), true);
    }),
    "chainside.disconnect": free((target) => disconnect(app, target)),
    "chainside.keepConnection": free(async (target) => {
      const title = vscode.l10n.t("Save Connection");
      const connection = await chosenConnection(app, target, title, ({ origin }) => origin === "session");
      await (await import("./connectionCommands")).keepConnection(app, connection);
    }),
    "chainside.removeConnection": free(async (target) => {
      const title = vscode.l10n.t("Remove Connection");
      const connection = await chosenConnection(app, target, title, ({ origin }) => origin !== "embedded");
      await (await import("./connectionCommands")).removeConnection(app, connection);
    }),
    "chainside.pinChain": reads(async (group) => (await import("./pinChain")).pinChain(app, group)),
    "chainside.removePin": reads(async (group) => (await import("./pinChain")).removePin(group)),
    "chainside.editConnections": free(() =>
      vscode.commands.executeCommand("workbench.action.openSettings", "chainside.connections"),
    ),
    "chainside.showLog": free(() => app.log.show()),
  });
}
