import * as vscode from "vscode";
import {
  type ExpansionFacts,
  type ExpansionStep,
  expansionSteps,
  planWhitelists,
} from "../../../nodeConfig/expansion/expansionSteps";
import { say } from "../../../text/catalogue";
import { joinSentences } from "../../../text/joining";
import { addEdits } from "../../flows/nodes/addEdits";
import { mayRunScripts, runNodeScript } from "../../flows/nodes/runNodeScript";
import { askChoice, askStep, type Choice } from "../../kit/asking/ask";
import { runCommand } from "../../kit/commands/commands";
import { revealFolder } from "../../kit/files/showFile";
import { copyText, showInformation, showWarning } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import { type NodeFolder, readText } from "../../state/nodeFolders/nodeFolder";
import { NodeFolders } from "../../state/nodeFolders/nodeFolders";
import { addNodeFolder } from "./addNodeFolder";
import { type ReloadTimes, readExpansionFacts } from "./expansionFacts";

type Started = Pick<NodeFolder, "name" | "uri" | "hasStart">;

/** Scripts of a node folder that are the same for every node: they go by the place where they stand. */
const nodeScripts = ["start.sh", "stop.sh"] as const;

/**
 * A node that has no script to start it: offers those of another node of the chain, else says what starts it.
 * @returns whether it has one now
 */
export async function getStartScript(existing: readonly Started[], added: Started): Promise<boolean> {
  const from = existing.find(({ hasStart }) => hasStart);
  const command = "nohup ../fisco-bcos -c config.ini -g config.genesis >>nohup.out 2>&1 &";
  const copy = from && vscode.l10n.t("Copy Scripts from {0}", from.name);
  const copyCommand = vscode.l10n.t("Copy Command");
  const chosen = await showWarning(
    copy
      ? vscode.l10n.t(
          "{0} has no start.sh. Copy the start and stop scripts of {1}, or start its program in its folder: {2}",
          added.name,
          from.name,
          command,
        )
      : vscode.l10n.t("{0} has no start.sh. Start its program in its folder: {1}", added.name, command),
    ...(copy ? [copy] : []),
    copyCommand,
  );
  if (chosen === copyCommand) await copyText(command);
  if (!from || chosen !== copy) return false;
  for (const script of nodeScripts) {
    const [there, here] = [vscode.Uri.joinPath(from.uri, script), vscode.Uri.joinPath(added.uri, script)];
    // what is there already stays, and not every node has a script to stop it
    await vscode.workspace.fs.copy(there, here, { overwrite: false }).then(undefined, (error: unknown) => {
      if (script === "start.sh") throw error;
    });
  }
  return true;
}

/**
 * One edit over the files of all nodes: the new ID in every whitelist that is on, the whole list in the new node's, and the
 * chain's config.genesis and nodes.json in its folder. It is shown before it is made, and undone as one.
 */
async function whitelistEdit(existing: readonly NodeFolder[], added: NodeFolder): Promise<vscode.WorkspaceEdit> {
  const edit = new vscode.WorkspaceEdit();
  const label = vscode.l10n.t("Let {0} and the other nodes accept each other", added.name);
  const shown: vscode.WorkspaceEditEntryMetadata = { label, needsConfirmation: false };
  for (const { node, edits } of planWhitelists(existing, added)) {
    const folder = [...existing, added].find((one) => one.node === node);
    if (!folder) continue;
    addEdits(edit, vscode.Uri.joinPath(folder.uri, "config.ini"), edits, shown);
  }
  const [first] = existing;
  for (const name of first ? ["config.genesis", "nodes.json"] : []) {
    const wanted = first && (await readText(vscode.Uri.joinPath(first.uri, name)));
    const target = vscode.Uri.joinPath(added.uri, name);
    const present = await readText(target);
    // A list of peers that is there already may name others on purpose.
    if (wanted === undefined || wanted === present || (name === "nodes.json" && present !== undefined)) continue;
    const contents = new TextEncoder().encode(wanted);
    edit.createFile(target, { overwrite: true, contents }, shown);
  }
  // What needs confirmation is not ticked in the preview, and makes it open. So one edit that changes nothing asks for it, and
  // all that matters is ticked.
  const nothing = { label: vscode.l10n.t("This entry has no effect"), needsConfirmation: true };
  if (edit.size > 0) edit.insert(vscode.Uri.joinPath(added.uri, "config.ini"), new vscode.Position(0, 0), "", nothing);
  return edit;
}

const memoryKey = "chainside.expansion";

/** What outlives a closed window: which folder is being added, and which nodes were reloaded when. */
interface ExpansionMemory {
  readonly added?: string;
  readonly reloaded: ReloadTimes;
}

type StepChoice = { readonly kind: "step"; readonly step: ExpansionStep } | { readonly kind: "again" | "other" };

const icons = { done: "$(pass-filled)", next: "$(arrow-circle-right)", waiting: "$(circle-large-outline)" } as const;

const isNext = (pick: StepChoice): boolean => pick.kind === "step" && pick.step.state === "next";

function stepChoice(step: ExpansionStep, index: number): Choice<StepChoice> {
  const missing = joinSentences(...step.missing.map(say));
  return {
    label: `${icons[step.state]} ${index + 1}. ${say(step.title)}`,
    description: step.state === "done" ? vscode.l10n.t("done") : step.state === "next" ? vscode.l10n.t("next") : "",
    ...(missing && step.state === "next" ? { detail: missing } : {}),
    value: { kind: "step", step },
  };
}

/** One run through the checklist: it is read anew after each step, so what was done by hand counts as well. */
class ExpansionChecklist {
  readonly #folders: NodeFolders;

  constructor(readonly app: Chainside) {
    this.#folders = new NodeFolders(app.errors.log);
  }

  get #memory(): ExpansionMemory {
    return this.app.context.workspaceState.get<ExpansionMemory>(memoryKey) ?? { reloaded: {} };
  }

  async #remember(expansion: ExpansionMemory): Promise<void> {
    await this.app.context.workspaceState.update(memoryKey, expansion);
  }

  /** @throws Cancelled when the checklist is closed; it goes on from there the next time. */
  async run(): Promise<void> {
    for (;;) {
      this.#folders.forget();
      const { added: addedUri, reloaded } = this.#memory;
      const { facts, existing, added } = await readExpansionFacts(this.app, this.#folders, addedUri, reloaded);
      const steps = expansionSteps(facts);
      const choices: Choice<StepChoice>[] = steps.map(stepChoice);
      choices.push({ label: `$(refresh) ${vscode.l10n.t("Check Again")}`, value: { kind: "again" } });
      if (addedUri) choices.push({ label: `$(add) ${vscode.l10n.t("Another New Node…")}`, value: { kind: "other" } });
      const name = added?.name ?? "";
      const title = name ? vscode.l10n.t("Add Node: {0}", name) : vscode.l10n.t("Add Node to Chain");
      const done = steps.every(({ state }) => state === "done");
      const placeHolder = done
        ? vscode.l10n.t("All seven steps are done.")
        : vscode.l10n.t("Select the next step. Each step is checked before the next one is offered.");
      const pick = await askStep(choices, { title, placeHolder, next: isNext });
      if (pick.kind === "other") await this.#remember({ reloaded });
      if (pick.kind === "step" && pick.step.state === "next") await this.#carryOut(pick.step, facts, existing, added);
    }
  }

  async #carryOut(
    step: ExpansionStep,
    facts: ExpansionFacts,
    existing: readonly NodeFolder[],
    added: NodeFolder | undefined,
  ): Promise<void> {
    if (step.id === "addNode") {
      const uri = await addNodeFolder(existing, this.app.context.globalStorageUri);
      if (uri) await this.#remember({ ...this.#memory, added: uri });
      return;
    }
    if (!added) return;
    switch (step.id) {
      case "queryIdentity":
        await revealFolder(vscode.Uri.joinPath(added.uri, "conf"));
        void showInformation(joinSentences(...step.missing.map(say)));
        break;
      case "appendToWhitelists":
      case "copyConfiguration":
        await this.#edit(await whitelistEdit(existing, added));
        break;
      case "reloadNodes":
        await this.#reload(existing);
        break;
      case "startNode":
        // It runs, but on another chain: no script mends that.
        if (facts.addedRunning) this.#warn(step);
        else if ((await mayRunScripts()) && (added.hasStart || (await getStartScript(existing, added))))
          await runNodeScript(added, "start.sh");
        break;
      case "joinGroup":
        if (facts.otherChain !== undefined || facts.membership !== undefined) this.#warn(step);
        else await this.#join(added);
    }
  }

  /** What is missing is for a person to look into. */
  #warn({ missing }: ExpansionStep): void {
    void showWarning(joinSentences(...missing.map(say)));
  }

  /** What was confirmed is saved at once: the next step looks at the files. Undo takes all of it back. */
  async #edit(edit: vscode.WorkspaceEdit): Promise<void> {
    if (!(await vscode.workspace.applyEdit(edit))) return;
    const touched = new Set(edit.entries().map(([uri]) => uri.toString()));
    for (const document of vscode.workspace.textDocuments) {
      if (document.isDirty && touched.has(document.uri.toString())) await document.save();
    }
  }

  async #reload(existing: readonly NodeFolder[]): Promise<void> {
    const { reloadNode } = await import("../../flows/nodes/reloadNode");
    for (const folder of existing) {
      if (!(await this.#folders.isRunning(folder))) continue;
      if (!(await reloadNode(this.#folders, folder.uri))) return;
      const reloaded = { ...this.#memory.reloaded, [folder.uri.toString()]: Date.now() };
      await this.#remember({ ...this.#memory, reloaded });
    }
  }

  /** A node follows the chain as observer first; once it has caught up it can become a sealer. */
  async #join(added: NodeFolder): Promise<void> {
    const command = await askChoice<"chainside.addObserver" | "chainside.addSealer">(
      [
        { label: vscode.l10n.t("Add It as an Observer"), value: "chainside.addObserver" },
        { label: vscode.l10n.t("Add It as a Sealer"), value: "chainside.addSealer" },
      ],
      { title: vscode.l10n.t("Add Node: {0}", added.name) },
    );
    const { consensusId } = added.node;
    await runCommand(command, consensusId === undefined ? undefined : { kind: "node", nodeId: consensusId });
  }

  dispose(): void {
    this.#folders.dispose();
  }
}

/** Runs the guided checklist until it is closed. @throws Cancelled then */
export async function runExpansion(app: Chainside): Promise<void> {
  const checklist = new ExpansionChecklist(app);
  try {
    await checklist.run();
  } finally {
    checklist.dispose();
  }
}
