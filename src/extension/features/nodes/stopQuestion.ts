import * as vscode from "vscode";
import { readGroupHealth } from "../../../chain/health/readGroupHealth";
import { getSealerList } from "../../../chain/rpc/members";
import { type StopEffect, stopEffect, type Voter } from "../../../chain/services/consensus/membershipEffects";
import { labelled, listed } from "../../../text/joining";
import { showInformation, showWarning } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import { type NodeFolder, readText } from "../../state/nodeFolders/nodeFolder";

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
