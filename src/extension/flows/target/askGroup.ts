import * as vscode from "vscode";
import { clientError } from "../../../chain/errors/clientError";
import { askChoice, type Choice } from "../../kit/asking/ask";
import { Cancelled } from "../../kit/asking/cancelled";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** A tree item or argument that belongs to a group. */
function groupOf(target: unknown): ChainGroup | undefined {
  return typeof target === "object" && target !== null && "group" in target
    ? (target as { group?: ChainGroup }).group
    : undefined;
}

function groupChoice(group: ChainGroup): Choice<ChainGroup> {
  const { connection, session, height } = group;
  return {
    label: `$(layers) ${group.groupId}`,
    description: [connection.name, ...(height === undefined ? [] : [`#${height}`])].join(" · "),
    detail: [
      session.chainId,
      session.nodeVersion,
      ...(session.suite.name === "sm" ? ["SM"] : []),
      ...(connection.access === "readOnly" ? [vscode.l10n.t("read-only")] : []),
    ].join(" · "),
    value: group,
  };
}

/** Lets a chain that is being started or connected come up: whoever is quick need not ask twice. */
async function whileConnecting({ connections, embeddedChain }: Chainside): Promise<void> {
  const underWay = (): boolean =>
    connections.activeGroup === undefined &&
    (embeddedChain.state.kind === "starting" || connections.all.some(({ state }) => state.kind === "connecting"));
  if (!underWay()) return;
  const options = { location: vscode.ProgressLocation.Window, title: vscode.l10n.t("Waiting for the chain") };
  await vscode.window.withProgress(options, async () => {
    const watched: vscode.Disposable[] = [];
    await new Promise<void>((resolve) => {
      // Later, not at once: between the start of the chain and the connection to it, nothing is under way for a moment.
      const look = (): void => {
        setTimeout(() => {
          if (!underWay()) resolve();
        });
      };
      watched.push(connections.onDidChange(look), embeddedChain.onDidChange(look));
      look();
    }).finally(() => vscode.Disposable.from(...watched).dispose());
  });
}

/**
 * The group a command works on: the one it was run from, else the active one. Without any connection the next step is offered.
 * @throws Cancelled
 */
export async function targetGroup(app: Chainside, target: unknown): Promise<ChainGroup> {
  const named = groupOf(target);
  if (named) return named;
  await whileConnecting(app);
  const { activeGroup } = app.connections;
  if (activeGroup) return activeGroup;
  const start = vscode.l10n.t("Start Embedded Chain");
  const connect = vscode.l10n.t("Connect…");
  const chosen = await vscode.window.showInformationMessage(
    vscode.l10n.t("This needs a chain, and none is connected."),
    start,
    connect,
  );
  if (chosen === start) await vscode.commands.executeCommand("chainside.startEmbeddedChain");
  if (chosen === connect) await vscode.commands.executeCommand("chainside.connect");
  const made = app.connections.activeGroup;
  if (!made) throw new Cancelled();
  return made;
}

/**
 * The same for a command that signs: a connection that must not be written to is refused before any question is asked.
 * @throws Cancelled; ChainError usage `readOnlyConnection`
 */
export async function writableGroup(app: Chainside, target: unknown): Promise<ChainGroup> {
  const group = await targetGroup(app, target);
  const { access, name } = group.connection;
  if (access === "readOnly") throw clientError("readOnlyConnection", { name });
  return group;
}

/** Lets the user choose which group palette commands and the status bar mean. */
export async function selectGroup(app: Chainside, target: unknown): Promise<void> {
  const { groups, activeGroup } = app.connections;
  const group =
    groupOf(target) ??
    (groups.length === 0
      ? await targetGroup(app, undefined)
      : await askChoice(
          groups.map((each) => ({ ...groupChoice(each), picked: each === activeGroup })),
          { title: vscode.l10n.t("Switch Group") },
        ));
  await app.connections.setActiveGroup(group);
}
