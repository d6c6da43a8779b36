import * as vscode from "vscode";
import { newestRelease } from "../../../facts/releases/releases";
import { findOperation } from "../../../operations/catalogue";
import { lockedBy, quorumText, type RunbookStep, runbookOf } from "../../../operations/upgrade/runbook";
import { nodeRow, runbookMarkdown, severityWord } from "../../../operations/upgrade/runbookMarkdown";
import {
  readUpgradeFacts,
  releaseNamed,
  type UpgradeFacts,
  type UpgradeNode,
} from "../../../operations/upgrade/upgradeFacts";
import { type UpgradeFinding, upgradeFindings } from "../../../operations/upgrade/upgradeFindings";
import { joinSentences, separated } from "../../../text/joining";
import { compareVersions } from "../../../text/versions";
import { doOperation } from "../../flows/operations/doOperation";
import { operationContext } from "../../flows/operations/operationContext";
import { askStep, askText, type Choice, type Separator, separator } from "../../kit/asking/ask";
import { showProgress } from "../../kit/asking/progress";
import { showInformation, showWarning } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { swapPrograms } from "./swapPrograms";
import { type TryOut, tryOut } from "./tryOut";

const memoryKey = "chainside.upgrade";

/** What outlives a closed window: to which release a chain goes, and whether a person said that there is a backup. */
interface Upgrade {
  readonly to: string;
  readonly backedUp: boolean;
}

type Pick =
  | { readonly kind: "step"; readonly step: RunbookStep; readonly state: StepState }
  | { readonly kind: "finding"; readonly finding: UpgradeFinding }
  | { readonly kind: "node"; readonly node: UpgradeNode }
  | { readonly kind: "tryOut"; readonly how: TryOut }
  | { readonly kind: "again" | "runbook" | "release" };

type StepState = "done" | "next" | "waiting" | "locked";

const stepIcons = {
  done: "$(pass-filled)",
  next: "$(arrow-circle-right)",
  waiting: "$(circle-large-outline)",
  locked: "$(lock)",
} as const;

const findingIcons = { blocker: "$(error)", warning: "$(warning)", unknown: "$(question)" } as const;

function stepWord(state: StepState): string {
  switch (state) {
    case "done":
      return vscode.l10n.t("done");
    case "next":
      return vscode.l10n.t("next");
    case "locked":
      return vscode.l10n.t("not possible yet");
    case "waiting":
      return "";
  }
}

/**
 * A backup is a person's word; every other step is done when the chain says so, and is no longer among them.
 * @param ready every node says the release, and nothing blocks
 */
function statesOf(steps: readonly RunbookStep[], { backedUp }: Upgrade, ready: boolean): StepState[] {
  let found = false;
  return steps.map(({ kind, locked }) => {
    if ((kind === "backup" && backedUp) || (kind === "check" && ready)) return "done";
    if (locked || (!ready && (kind === "dataVersion" || kind === "proposal"))) return "locked";
    if (found) return "waiting";
    found = true;
    return "next";
  });
}

function nodeChoice(node: UpgradeNode): Choice<Pick> {
  const [name = "", role = "", weight = "", program = "", state = ""] = nodeRow(node);
  return {
    label: `${node.reachable ? "$(vm-running)" : "$(vm-outline)"} ${name}`,
    description: separated([program, role, vscode.l10n.t("weight {0}", weight), state].filter((part) => part !== "")),
    value: { kind: "node", node },
  };
}

const findingChoice = (finding: UpgradeFinding): Choice<Pick> => ({
  label: `${findingIcons[finding.severity]} ${finding.message}`,
  description: severityWord(finding.severity),
  detail: finding.advice,
  value: { kind: "finding", finding },
});

function stepChoice(step: RunbookStep, index: number, state: StepState): Choice<Pick> {
  const standing = step.chainStands ? vscode.l10n.t("No blocks meanwhile") : "";
  return {
    label: `${stepIcons[state]} ${index + 1}. ${step.title}`,
    description: separated([stepWord(state), standing].filter((part) => part !== "")),
    ...(state === "next" || state === "locked" ? { detail: step.does[0] ?? "" } : {}),
    value: { kind: "step", step, state },
  };
}

/** One run through the checklist: the chain and the folders are asked anew after each step, so what was done elsewhere counts as well. */
class UpgradeChecklist {
  constructor(
    readonly app: Chainside,
    readonly group: ChainGroup,
  ) {}

  get #key(): string {
    return `${memoryKey}/${this.group.genesisHash}/${this.group.groupId}`;
  }

  get #memory(): Upgrade | undefined {
    return this.app.context.workspaceState.get<Upgrade>(this.#key);
  }

  async #remember(upgrade: Upgrade): Promise<void> {
    await this.app.context.workspaceState.update(this.#key, upgrade);
  }

  /** @throws Cancelled */
  async #askRelease(): Promise<Upgrade> {
    const { compatibilityVersion } = this.group.session;
    const to = await askText({
      title: vscode.l10n.t("Upgrade Chain"),
      prompt: vscode.l10n.t(
        "Enter the release to which the chain goes. Its data version is {0}.",
        compatibilityVersion,
      ),
      value: this.#memory?.to ?? newestRelease,
      validate: (text) => {
        const release = releaseNamed(text);
        if (release === undefined) return vscode.l10n.t("Enter a release such as {0}.", newestRelease);
        return compareVersions(release, compatibilityVersion) < 0
          ? vscode.l10n.t("Enter no release below the data version {0}.", compatibilityVersion)
          : undefined;
      },
    });
    const upgrade = { to: releaseNamed(to) ?? to, backedUp: false };
    await this.#remember(upgrade);
    return upgrade;
  }

  /** Folders of the workspace whose nodes are of this group, by what they say; all others are other chains'. */
  async #folders(): Promise<readonly string[]> {
    const { groupId, session } = this.group;
    const { getGroupMembers } = await import("../../../chain/services/consensus/groupMembers");
    const members = new Set((await getGroupMembers(session)).map(({ nodeId }) => nodeId));
    const all = await this.app.nodeFolders.list();
    return all
      .filter(({ uri, node, group }) => {
        const isMember = node.consensusId !== undefined && members.has(node.consensusId);
        return uri.scheme === "file" && isMember && (group === undefined || group === groupId);
      })
      .map(({ uri }) => uri.fsPath);
  }

  async #facts(to: string): Promise<UpgradeFacts> {
    this.app.nodeFolders.forget();
    const folders = await this.#folders();
    return showProgress(
      { location: vscode.ProgressLocation.Window, title: vscode.l10n.t("Upgrade Chain") },
      async (_, signal) => readUpgradeFacts({ ...operationContext(this.app, this.group), signal }, { to, folders }),
    );
  }

  /** @throws Cancelled when the checklist is closed; it goes on from there the next time. */
  async run(): Promise<void> {
    let upgrade = this.#memory ?? (await this.#askRelease());
    for (;;) {
      const facts = await this.#facts(upgrade.to);
      const steps = runbookOf(facts);
      const findings = upgradeFindings(facts);
      const blocked = findings.some(({ severity }) => severity === "blocker");
      const states = statesOf(steps, upgrade, !blocked && lockedBy(facts).length === 0);
      const choices: (Choice<Pick> | Separator)[] = [
        separator(vscode.l10n.t("Steps")),
        ...steps.map((step, index) => stepChoice(step, index, states[index] ?? "waiting")),
        ...(findings.length > 0 ? [separator(vscode.l10n.t("To settle first"))] : []),
        ...findings.map(findingChoice),
        separator(vscode.l10n.t("Try It Out on This Machine")),
        {
          label: `$(beaker) ${vscode.l10n.t("Run Contract Tests and Scenarios Under {0}…", facts.to)}`,
          value: { kind: "tryOut", how: "try" },
        },
        {
          label: `$(history) ${vscode.l10n.t("Execute the Latest Blocks Again Under {0}…", facts.to)}`,
          value: { kind: "tryOut", how: "replay" },
        },
        separator(vscode.l10n.t("Nodes")),
        ...facts.nodes.map(nodeChoice),
        separator(""),
        { label: `$(refresh) ${vscode.l10n.t("Check Again")}`, value: { kind: "again" } },
        { label: `$(markdown) ${vscode.l10n.t("Show Runbook")}`, value: { kind: "runbook" } },
        { label: `$(edit) ${vscode.l10n.t("Another Release…")}`, value: { kind: "release" } },
      ];
      const pick = await askStep(choices, {
        title: vscode.l10n.t("Upgrade Chain: {0} to {1}", facts.dataVersion, facts.to),
        placeHolder:
          steps.length === 0
            ? vscode.l10n.t("Every node says {0}, and so does the data version.", facts.to)
            : quorumText(facts),
        next: (each) => each.kind === "step" && each.state === "next",
      });
      if (pick.kind === "release") upgrade = await this.#askRelease();
      else if (pick.kind === "runbook") return this.#showRunbook(facts);
      else if (pick.kind === "tryOut") return tryOut(this.app, this.group, pick.how, facts.to);
      else if (pick.kind === "finding") void showInformation(joinSentences(pick.finding.message, pick.finding.advice));
      else if (pick.kind === "step") {
        await this.#carryOut(pick.step, pick.state, facts);
        upgrade = this.#memory ?? upgrade;
      }
    }
  }

  async #showRunbook(facts: UpgradeFacts): Promise<void> {
    const document = await vscode.workspace.openTextDocument({ language: "markdown", content: runbookMarkdown(facts) });
    await vscode.window.showTextDocument(document);
  }

  async #carryOut(step: RunbookStep, state: StepState, facts: UpgradeFacts): Promise<void> {
    if (state === "locked") {
      void showWarning(joinSentences(step.title, step.does[0] ?? ""));
      return;
    }
    if (state !== "next") return;
    switch (step.kind) {
      case "backup":
        await this.#backup(step, facts);
        break;
      case "program":
        await swapPrograms(this.app, this.group, facts);
        break;
      case "dataVersion":
      case "proposal":
        await this.#raise(facts);
        break;
      case "check":
      case "after":
        void showInformation(joinSentences(...step.does));
    }
  }

  async #backup({ title, does }: RunbookStep, { to }: UpgradeFacts): Promise<void> {
    const done = vscode.l10n.t("I Have a Backup");
    const message = await showWarning(title, { modal: true, detail: does.join("\n") }, done);
    if (message === done) await this.#remember({ to, backedUp: true });
  }

  /** The operation refuses it while a node doesn't say the release, and makes the proposal where the committee decides. */
  async #raise({ to, nodes }: UpgradeFacts): Promise<void> {
    const operation = await findOperation("upgrade", "step");
    if (!operation) return;
    const folder = nodes.flatMap((node) => node.folder?.path ?? []);
    await doOperation(this.app, this.group, operation, { to, folder });
  }
}

/** Runs the guided checklist until it is closed. @throws Cancelled then */
export const runUpgrade = (app: Chainside, group: ChainGroup): Promise<void> => new UpgradeChecklist(app, group).run();
