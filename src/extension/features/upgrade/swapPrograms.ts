import * as vscode from "vscode";
import { endLines, planSwap, type SwapPlan, swapLines, swapPlaces } from "../../../operations/upgrade/swapPlan";
import { ProgramSwap, type SwapEnd, type SwapMachine } from "../../../operations/upgrade/swapProgram";
import { SwapWatch } from "../../../operations/upgrade/swapWatch";
import type { UpgradeFacts } from "../../../operations/upgrade/upgradeFacts";
import { programOf, sha256Of } from "../../../processes/nodes/nodeProgram";
import { NodesHere } from "../../../processes/nodes/nodesHere";
import { joinSentences } from "../../../text/joining";
import { minuteMs } from "../../../time/units";
import { pause } from "../../../time/waitUntil";
import { mayRunScripts, runScript } from "../../flows/nodes/runNodeScript";
import { operationContext } from "../../flows/operations/operationContext";
import { showProgress } from "../../kit/asking/progress";
import { showError, showInformation, showWarning } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** The generated stop.sh waits 10 s itself. */
const scriptMs = minuteMs;

/** Runs a script as a task, so that its output is seen. One that doesn't end is left to the person; the swap goes on without it. */
async function runs(name: string, folder: string, script: string): Promise<boolean> {
  const ended = runScript(`${name}: ${script}`, [script], folder);
  return (await Promise.race([ended, pause(scriptMs).then(() => undefined)])) === 0;
}

function machineOf(
  app: Chainside,
  group: ChainGroup,
  facts: UpgradeFacts,
  source: { readonly path: string; readonly sha256: string },
  programs: ReadonlyMap<string, string>,
): SwapMachine {
  const nameOf = (path: string): string => facts.nodes.find(({ folder }) => folder?.path === path)?.name ?? "";
  const here = new NodesHere({
    source,
    ...swapPlaces(facts, programs),
    run: (path, script) => runs(nameOf(path), path, script),
  });
  // the connection breaks while its node is stopped, and has another group afterwards
  const now = (): ChainGroup => app.connections.groups.find(({ id }) => id === group.id) ?? group;
  const watch = new SwapWatch(() => operationContext(app, now()));
  return { ...here, sees: (node) => watch.see(node), begins: () => watch.begin() };
}

/** Asks with everything on one screen: the hash of the new program, what becomes of the old one, the order. */
async function agreed(lines: readonly string[], { to }: UpgradeFacts): Promise<boolean> {
  const swap = vscode.l10n.t("Stop and Swap");
  const question = vscode.l10n.t("Stop nodes and run the program {0} on them?", to);
  return (await showWarning(question, { modal: true, detail: lines.join("\n") }, swap)) === swap;
}

/** Swaps the programs of the nodes that are here, one after the other, and says how it ended. */
export async function swapPrograms(app: Chainside, group: ChainGroup, facts: UpgradeFacts): Promise<void> {
  const { to } = facts;
  const here = facts.nodes.flatMap(({ folder }) => (folder?.scripts ? [folder.path] : []));
  if (here.length === 0) {
    void showInformation(
      vscode.l10n.t("No folder of these nodes is open here. Show the runbook, and follow it on their machines."),
    );
    return;
  }
  if (!(await mayRunScripts())) return;
  const programs = new Map(await Promise.all(here.map(async (path) => [path, await programOf(path)] as const)));
  const plan: SwapPlan = planSwap(facts, programs);
  if (plan.batches.length === 0) {
    void showInformation(joinSentences(...plan.left));
    return;
  }
  const chosen = await vscode.window.showOpenDialog({
    title: vscode.l10n.t("Select the node program {0}", to),
    canSelectFiles: true,
    canSelectFolders: false,
    canSelectMany: false,
  });
  const path = chosen?.[0]?.fsPath;
  if (path === undefined) return;
  const source = { path, sha256: await sha256Of(path) };
  if (!(await agreed(swapLines(facts, plan, source), facts))) return;
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t("Upgrade Chain"),
    cancellable: true,
  };
  const machine = machineOf(app, group, facts, source, programs);
  const end = await showProgress(options, (progress, signal) =>
    new ProgramSwap(machine, { to, signal, report: (message) => progress.report({ message }) }).run(plan.batches),
  );
  tellEnd(end, plan);
}

function tellEnd(end: SwapEnd, { left }: SwapPlan): void {
  const words = joinSentences(...endLines(end), ...left);
  if (end.kind === "done") void showInformation(words);
  else void showError(words);
}
