import * as vscode from "vscode";
import type { faultKinds } from "../../../operations/dev/dev";
import type { RawValue } from "../../../operations/model/fields";
import type { Operation } from "../../../operations/model/operation";
import { say } from "../../../text/catalogue";
import { timeOfDayText } from "../../../text/formats";
import { labelled } from "../../../text/joining";
import { askFields } from "../../flows/operations/askFields";
import { doPrepared } from "../../flows/operations/doOperation";
import { operationContext } from "../../flows/operations/operationContext";
import { showJson } from "../../flows/records/showRecord";
import { nothing } from "../../flows/target/target";
import { askChoice, askText, type Choice } from "../../kit/asking/ask";
import { showPassing } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import { groupTitle } from "../../state/connections/groupTitle";
import type { WritableGroup } from "../../state/connections/signingPermit";

const icons: Readonly<Record<string, string>> = {
  snapshot: "device-camera",
  revert: "discard",
  mine: "add",
  time: "clock",
  balance: "credit-card",
  "send-as": "person",
  trace: "list-tree",
  pause: "debug-pause",
  resume: "debug-continue",
  fault: "flame",
  "clear-faults": "check",
  restart: "debug-restart",
  "add-node": "server",
  reset: "trash",
};

/** What a fault does, and what can be said of it. */
function faultTexts(kind: (typeof faultKinds)[number]): readonly [what: string, prompt: string] {
  switch (kind) {
    case "peerLost":
      return [
        vscode.l10n.t("A node can't be reached. With too few sealers left, no block is produced"),
        vscode.l10n.t("Enter the node: node=1 (not 0, which answers), and down=false to bring it back"),
      ];
    case "lag":
      return [
        vscode.l10n.t("A node's height stays behind"),
        vscode.l10n.t("Enter the node and how many blocks: node=1 blocks=10"),
      ];
    case "viewChange":
      return [
        vscode.l10n.t("Leaders don't propose a block, so the view changes"),
        vscode.l10n.t("Enter how often: times=2"),
      ];
    case "poolFull":
      return [
        vscode.l10n.t("Every transaction is refused: the transaction pool is full"),
        vscode.l10n.t("Enter on=false to end it (optional)"),
      ];
    case "slow":
      return [vscode.l10n.t("Every answer is late"), vscode.l10n.t("Enter by how much: ms=2000 (ms=0 ends it)")];
  }
}

/** Snapshots of this window, newest first: what they are called, and what the chain calls them. */
class Snapshots {
  all: readonly Choice<string>[] = [];
}

const membersOf = (typed: string): string[] => typed.split(/\s/).filter(Boolean);

/** Fields that this window knows more of than their kind: its snapshots, what a fault does. */
function ownWays(group: WritableGroup, title: string, kinds: typeof faultKinds) {
  return async (name: string, given: Readonly<Record<string, RawValue>>): Promise<RawValue | "usual"> => {
    const known = group.kept.of(Snapshots).all;
    if (name === "snapshot" && known.length > 0) return askChoice(known, { title });
    if (name === "kind") {
      const choices = kinds.map((kind) => ({ label: kind, detail: faultTexts(kind)[0], value: kind }));
      return askChoice(choices, { title, placeHolder: vscode.l10n.t("Select what goes wrong") });
    }
    const fault = kinds.find((kind) => kind === given["kind"]);
    if (name !== "members" || !fault) return "usual";
    const words = await askText({
      title,
      prompt: faultTexts(fault)[1],
      validate: (typed) =>
        membersOf(typed).every((member) => member.indexOf("=") > 0)
          ? undefined
          : vscode.l10n.t("Enter members such as node=1 or ms=2000."),
    });
    const members = membersOf(words);
    return Object.fromEntries(members.map((member) => [member.split("=")[0] ?? "", member.replace(/^[^=]*=/, "")]));
  };
}

function note(group: WritableGroup, { verb }: Operation, snapshot: unknown, answer: unknown): void {
  const snapshots = group.kept.of(Snapshots);
  const before = snapshots.all;
  if (verb === "snapshot") {
    const label = vscode.l10n.t("block {0}, created {1}", group.height ?? 0, timeOfDayText(Date.now()));
    snapshots.all = [{ label, description: String(answer), value: String(answer) }, ...before];
  } else if (verb === "revert") {
    // It is used up, and so are the younger ones.
    const at = before.findIndex(({ value }) => value === snapshot);
    snapshots.all = before.slice(at + 1);
  } else if (verb === "reset") snapshots.all = [];
}

/**
 * Lets the user do to an embedded chain what no node could, and shows what it answers. It asks by itself: snapshots and faults are those
 * of this window.
 * @throws Cancelled; ChainError of the operation
 */
export async function changeEmbeddedChain(app: Chainside, group: WritableGroup): Promise<void> {
  const { devOperations, faultKinds } = await import("../../../operations/dev/dev");
  const operation = await askChoice(
    devOperations.map((each: Operation): Choice<Operation> => {
      const { verb, summary } = each;
      return { label: `$(${icons[verb] ?? "beaker"}) ${say(summary)}`, description: verb, value: each };
    }),
    { title: vscode.l10n.t("Change Embedded Chain"), placeHolder: groupTitle(group) },
  );
  const { verb, fields, summary } = operation;
  const asked = { app, group, target: nothing, title: say(summary) };
  const { values } = await askFields({ ...asked, ownWay: ownWays(group, asked.title, faultKinds) }, fields);
  const prepared = operation.prepare(operationContext(app, group), values);
  const { title } = await prepared.preview();
  const outcome = await doPrepared(app, group, prepared);
  const answer = "result" in outcome ? outcome.result : undefined;
  note(group, operation, values["snapshot"], answer);
  if (typeof answer === "object" && answer !== null) {
    await showJson(`${verb} ${group.groupId}`, answer);
  } else showPassing(`$(check) ${labelled(title, String(answer))}`, 8000);
}
