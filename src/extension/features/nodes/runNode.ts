import * as vscode from "vscode";
import { readGroupHealth } from "../../../chain/health/readGroupHealth";
import { getGroupPeers } from "../../../chain/rpc/groups";
import { getSealerList } from "../../../chain/rpc/members";
import { type StopEffect, stopEffect, type Voter } from "../../../chain/services/consensus/membershipEffects";
import { isThere, type NodeState } from "../../../processes/nodes/nodeState";
import { labelled, listed, noted } from "../../../text/joining";
import { minuteMs } from "../../../time/units";
import { waitUntil } from "../../../time/waitUntil";
import { runNodeScript } from "../../flows/nodes/runNodeScript";
import { showProgress } from "../../kit/asking/progress";
import { onButton, showError, showInformation, showWarning } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import { type NodeFolder, readText } from "../../state/nodeFolders/nodeFolder";
import type { NodeFolders } from "../../state/nodeFolders/nodeFolders";

/** A node needs a moment to open or close its port after the script has ended; the generated stop.sh waits 10 s itself. */
const timeout = { limitMs: 8000, stepMs: 300 };

/** Whether the node comes to run (or not) as wanted within patience; true also where that can't be known. */
async function comesTo(folders: NodeFolders, folder: NodeFolder, wanted: boolean): Promise<boolean> {
  const comes = await waitUntil(async () => {
    const there = isThere(await folders.state(folder));
    return there === undefined || there === wanted || undefined;
  }, timeout);
  return comes === true;
}

function outcomeText(
  folder: NodeFolder,
  start: boolean,
  exitCode: number | undefined,
  state: NodeState | undefined,
): string {
  const script = start ? "start.sh" : "stop.sh";
  const port = String(folder.listens?.port ?? "");
  if (exitCode !== undefined && exitCode !== 0)
    return vscode.l10n.t(
      "{0} of {1} ended with exit code {2}. See its output in the terminal.",
      script,
      folder.name,
      exitCode,
    );
  if (start && state?.kind === "foreign")
    return vscode.l10n.t(
      "{0} isn't running. Port {1} is used by {2} (process {3}).",
      folder.name,
      port,
      state.directory ?? state.program ?? "",
      String(state.pid),
    );
  return start
    ? vscode.l10n.t(
        "{0} isn't running: start.sh has ended, but nothing listens on port {1}. See the end of nohup.out or the newest log.",
        folder.name,
        port,
      )
    : vscode.l10n.t("{0} is still running: stop.sh has ended, but something listens on port {1}.", folder.name, port);
}

/**
 * Starts or stops a node by its own script, and looks whether it does what the script was for: the generated start.sh ends with
 * exit code 0 also when the node did not come up (docs/protocol/node-folders.md, "Scripts").
 */
export async function runNode(
  folders: NodeFolders,
  folder: NodeFolder,
  script: "start.sh" | "stop.sh",
  openLog: (folder: NodeFolder) => Promise<void>,
  failed: (error: unknown) => unknown,
): Promise<void> {
  const start = script === "start.sh";
  const exitCode = await runNodeScript(folder, script);
  // A failed script is told at once; else the port has the last word.
  const isFailed = exitCode !== undefined && exitCode !== 0;
  if (!isFailed && (await comesTo(folders, folder, start))) return;
  const state = isFailed ? undefined : await folders.state(folder);
  const show = vscode.l10n.t("Open Log");
  const message = showError(outcomeText(folder, start, exitCode, state), ...(start ? [show] : []));
  onButton(message, show, () => openLog(folder), failed);
}

/** A node with a large store needs its time to come up and to find its peers. */
const polling = { limitMs: 2 * minuteMs, stepMs: 500 };

/** Waits until it holds. False when patience or the user ends it. */
const comes = async (holds: () => Promise<boolean>, signal?: AbortSignal): Promise<boolean> =>
  (await waitUntil(async () => (await holds()) || undefined, { ...polling, signal })) === true;

/** Whether some connected node has it among its group's peers, or is it. */
async function isConnected({ connections }: Chainside, { node }: NodeFolder): Promise<boolean> {
  for (const group of connections.groups) {
    const peers = await getGroupPeers(group.session.client).catch(() => []);
    if (peers.some((peer) => peer.toLowerCase() === node.consensusId)) return true;
  }
  return false;
}

/** Stops and starts one. Gives why it ends there. */
async function restartOne(app: Chainside, folder: NodeFolder, cancelled: AbortSignal): Promise<string | undefined> {
  const { name } = folder;
  const wasConnected = await isConnected(app, folder);
  const stopped = await runNodeScript(folder, "stop.sh");
  const gone = async (): Promise<boolean> => (await app.nodeFolders.isRunning(folder)) !== true;
  // Whatever was cancelled meanwhile: a node that is stopped for a restart is started.
  if ((stopped ?? 0) !== 0 || !(await comes(gone))) return vscode.l10n.t("{0} didn't stop.", name);
  const started = await runNodeScript(folder, "start.sh");
  const silent = vscode.l10n.t("{0} doesn't respond after its start.", name);
  if ((started ?? 0) !== 0) return silent;
  const runs = async (): Promise<boolean> =>
    ["running", "unknown"].includes((await app.nodeFolders.state(folder)).kind);
  // Whether its group reaches one that no connection knew before is unknown.
  const why = !(await comes(runs, cancelled))
    ? silent
    : wasConnected && !(await comes(() => isConnected(app, folder), cancelled))
      ? vscode.l10n.t("{0} is running, but its group can't reach it.", name)
      : undefined;
  return why !== undefined && cancelled.aborted ? vscode.l10n.t("Canceled.") : why;
}

/** Stops and starts nodes one after the other; the next one only when the one before runs and its group reaches it again. */
export async function rollingRestart(app: Chainside, folders: readonly NodeFolder[]): Promise<void> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t("Rolling Restart"),
    cancellable: true,
  };
  const left = await showProgress(options, async (progress, cancelled) => {
    for (const [index, folder] of folders.entries()) {
      if (cancelled.aborted) return { after: index, why: vscode.l10n.t("Canceled.") };
      progress.report({ message: noted(folder.name, `${index + 1}/${folders.length}`) });
      const why = await restartOne(app, folder, cancelled);
      if (why !== undefined) return { after: index, why };
    }
    return undefined;
  });
  if (!left) {
    void showInformation(vscode.l10n.t("Restarted one by one: {0}.", listed(folders.map(({ name }) => name))));
    return;
  }
  void showError(
    vscode.l10n.t("The rolling restart stopped after {0} of {1} nodes. {2}", left.after, folders.length, left.why),
  );
}

const idsOf = (folders: readonly NodeFolder[]): string[] =>
  folders.flatMap(({ node: { consensusId } }) => (consensusId ? [consensusId] : []));

/** What is left of a group, and by what it is known. */
interface GroupEffect {
  readonly group: string;
  readonly effect: StopEffect;
  /** Whether a connected node told it, or only the file the group began with. */
  readonly live: boolean;
}

/** By the connected groups that have one of the nodes as a sealer. */
async function byConnections({ connections, errors }: Chainside, stopping: readonly string[]): Promise<GroupEffect[]> {
  const reported: GroupEffect[] = [];
  for (const { session, connection } of connections.groups) {
    try {
      const voters = (await getSealerList(session.client)).map(({ nodeID, weight }) => ({ nodeId: nodeID, weight }));
      const { unreachable } = await readGroupHealth(session.client);
      const effect = stopEffect(voters, unreachable, stopping);
      if (effect.sealers > 0) reported.push({ group: labelled(connection.name, session.groupId), effect, live: true });
    } catch (error) {
      errors.log(error);
    }
  }
  return reported;
}

/** By the config.genesis of the folders, where no connected group knows them: who sealed then, and which of them run here. */
async function byFolders(
  app: Chainside,
  folders: readonly NodeFolder[],
  stopping: readonly string[],
): Promise<GroupEffect[]> {
  const { genesisFacts } = await import("../../../nodeConfig/genesisFacts");
  const voters = new Map<string, readonly Voter[]>();
  for (const folder of folders) {
    const genesis = genesisFacts((await readText(vscode.Uri.joinPath(folder.uri, "config.genesis"))) ?? "");
    if (genesis) voters.set(`${genesis.chainId}/${genesis.groupId}`, genesis.sealers);
  }
  if (voters.size === 0) return [];
  const all = await app.nodeFolders.list();
  const states = await Promise.all(all.map((folder) => app.nodeFolders.isRunning(folder)));
  const down = idsOf(all.filter((_, index) => states[index] === false));
  return [...voters].flatMap(([group, sealers]) => {
    const effect = stopEffect(sealers, down, stopping);
    return effect.sealers === 0 ? [] : [{ group, effect, live: false }];
  });
}

function effectText({ group, effect, live }: GroupEffect): string {
  const { remaining, needed, total, stops } = effect;
  const weights = [String(remaining), String(total), String(needed)];
  const message = stops
    ? vscode.l10n.t("stops producing blocks: weight left {0} of {1}, needed {2}", ...weights)
    : remaining < needed
      ? vscode.l10n.t("already produces no blocks: weight left {0} of {1}, needed {2}", ...weights)
      : vscode.l10n.t("continues: weight left {0} of {1}, needed {2}", ...weights);
  return labelled(
    group,
    live ? message : vscode.l10n.t("{0} (according to config.genesis and the processes on this machine)", message),
  );
}

/** What it does to their groups that these nodes stop, all of them counted together; nothing where no chain and no file tells. */
async function effectsOfStop(app: Chainside, folders: readonly NodeFolder[]): Promise<GroupEffect[]> {
  const stopping = idsOf(folders);
  const live = await byConnections(app, stopping);
  return live.length > 0 ? live : byFolders(app, folders, stopping);
}

const effectUnknown = (): string =>
  vscode.l10n.t("The effect on its group is unknown. No connected chain and no config.genesis lists it as a sealer.");
const oneByOne = (): string =>
  vscode.l10n.t(
    "A rolling restart restarts one node at a time, and continues only once the previous one runs and is connected again.",
  );

/**
 * Asks before nodes are stopped and started one after the other, with what it does to a group that one of them is away: the gravest of
 * these, as they are away in turn.
 */
export async function askToRestart(app: Chainside, folders: readonly NodeFolder[]): Promise<boolean> {
  const turns: { readonly name: string; readonly reported: readonly GroupEffect[] }[] = [];
  for (const folder of folders) turns.push({ name: folder.name, reported: await effectsOfStop(app, [folder]) });
  const grave = turns.filter(({ reported }) => reported.some(({ effect }) => effect.stops));
  const [shown] = grave.length > 0 ? grave : turns.filter(({ reported }) => reported.length > 0);
  const detail = [
    ...(shown
      ? [vscode.l10n.t("While {0} is stopped:", shown.name), ...shown.reported.map(effectText)]
      : [effectUnknown()]),
    ...(grave.length > 1
      ? [
          vscode.l10n.t(
            "The same holds while each of these is stopped: {0}.",
            listed(grave.slice(1).map(({ name }) => name)),
          ),
        ]
      : []),
    oneByOne(),
  ].join("\n");
  const restart = vscode.l10n.t("Restart One by One");
  const show = grave.length > 0 ? showWarning : showInformation;
  const names = listed(folders.map(({ name }) => name));
  const question = vscode.l10n.t("Restart {0} nodes one by one: {1}?", folders.length, names);
  return (await show(question, { modal: true, detail }, restart)) === restart;
}

/** What the user chose: to end them, or to stop and start one after the other. */
type StopChoice = "stop" | "restart";

/** Asks before nodes are stopped, with what it does to their groups, all of them counted together. Undefined when they stay. */
export async function askToStop(app: Chainside, folders: readonly NodeFolder[]): Promise<StopChoice | undefined> {
  const reported = await effectsOfStop(app, folders);
  const names = listed(folders.map(({ name }) => name));
  const question =
    folders.length === 1
      ? vscode.l10n.t("Stop {0}?", names)
      : vscode.l10n.t("Stop {0} nodes: {1}?", folders.length, names);
  const detail = [...reported.map(effectText), ...(reported.length === 0 ? [effectUnknown()] : []), oneByOne()].join(
    "\n",
  );
  const stop = vscode.l10n.t("Stop");
  const restart = vscode.l10n.t("Restart One by One");
  const offers = folders.every(({ hasStart }) => hasStart) ? [stop, restart] : [stop];
  const show = reported.some(({ effect }) => effect.stops) ? showWarning : showInformation;
  const chosen = await show(question, { modal: true, detail }, ...offers);
  return chosen === stop ? "stop" : chosen === restart ? "restart" : undefined;
}
