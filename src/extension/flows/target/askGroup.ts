import * as vscode from "vscode";
import { clientError } from "../../../errors/clientError";
import { askChoice, type Choice } from "../../kit/asking/ask";
import { showProgress } from "../../kit/asking/progress";
import { runCommand } from "../../kit/commands/commands";
import type { Target } from "../../kit/commands/target";
import { Cancelled } from "../../kit/errors/cancelled";
import { showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { nothing } from "./target";

function groupChoice(group: ChainGroup): Choice<ChainGroup> {
  const { connection, session, height } = group;
  return {
    label: `$(layers) ${group.groupId}`,
    description: [connection.name, ...(height === undefined ? [] : [`#${height}`])].join(" · "),
    detail: [
      session.chainId,
      session.nodeVersion,
      ...(session.suite.name === "sm" ? [vscode.l10n.t("SM")] : []),
      ...(connection.access === "readOnly" ? [vscode.l10n.t("read-only")] : []),
    ].join(" · "),
    value: group,
  };
}

/** Lets a chain that is being started or connected come up: a quick user need not ask twice. */
async function whileConnecting({ connections, embeddedChain }: Chainside): Promise<void> {
  const underWay = (): boolean =>
    connections.activeGroup === undefined &&
    connections.groups.length === 0 &&
    (embeddedChain.state.kind === "starting" || connections.all.some(({ state }) => state.kind === "connecting"));
  if (!underWay()) return;
  const options = { location: vscode.ProgressLocation.Window, title: vscode.l10n.t("Waiting for the chain") };
  await showProgress(options, async () => {
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

type Known = Pick<Chainside, "connections">;

/** The connection of a group's id, and the group's own. */
function partsOf(groupId: string): readonly [connection: string, group: string] {
  const end = groupId.lastIndexOf("/");
  return [groupId.slice(0, end), groupId.slice(end + 1)];
}

/** `production · group0` of the ID of a group that isn't connected. */
function awayTitle({ connections }: Known, groupId: string): string {
  const [id, group] = partsOf(groupId);
  const usual = id === "embedded" ? vscode.l10n.t("Embedded chain") : id.replace(/^(?:settings|session):/, "");
  return `${connections.get(id)?.name ?? usual} · ${group}`;
}

/**
 * The group of a page, a result or a document. Its error offers to connect that one.
 * @throws ChainError usage `notConnected`.
 */
export function requireGroup(app: Known, groupId: string): ChainGroup {
  const group = app.connections.findGroup(groupId);
  if (group) return group;
  throw clientError("notConnected", { name: awayTitle(app, groupId), connection: partsOf(groupId)[0] });
}

/**
 * The group a command works on: the one it was run from, else the active one. While that one is out of reach, no other takes its place
 * without being chosen. Without any connection the next step is offered.
 * @throws Cancelled; ChainError usage `notConnected` for a thing of a group that isn't connected.
 */
export async function targetGroup(
  app: Chainside,
  { group, awayGroup }: Pick<Target, "group" | "awayGroup">,
): Promise<ChainGroup> {
  if (group) return group;
  // what was open when the window closed, also where no view of it was seen yet
  app.connections.restore();
  await whileConnecting(app);
  if (awayGroup !== undefined) return requireGroup(app, awayGroup);
  const { activeGroup, groups } = app.connections;
  if (activeGroup) return activeGroup;
  if (groups.length > 0)
    return askChoice(groups.map(groupChoice), {
      title: vscode.l10n.t("Select Chain"),
      placeHolder: vscode.l10n.t("The chain in use isn't connected right now. Select one for this command."),
    });
  const start = vscode.l10n.t("Start Embedded Chain");
  const connect = vscode.l10n.t("Connect…");
  const chosen = await showInformation(
    vscode.l10n.t("No chain is connected. Connect to a chain first."),
    start,
    connect,
  );
  if (chosen === start) await runCommand("chainside.startEmbeddedChain");
  if (chosen === connect) await runCommand("chainside.connect");
  const made = app.connections.activeGroup;
  if (!made) throw new Cancelled();
  return made;
}

/** Lets the user choose which group palette commands and the status bar mean. */
export async function selectGroup(app: Chainside, target: Target): Promise<void> {
  const { groups, activeGroup } = app.connections;
  const group =
    target.group ??
    (groups.length === 0
      ? await targetGroup(app, nothing)
      : await askChoice(
          groups.map((each) => ({ ...groupChoice(each), picked: each === activeGroup })),
          { title: vscode.l10n.t("Switch Group") },
        ));
  await app.connections.setActiveGroup(group);
}
