import * as vscode from "vscode";
import { type DevActionName, devActionNames, devActionWords, runDevAction } from "../../../chain/dev/devActions";
import { stringifyExactJson } from "../../../chain/json/exactJson";
import { timeOfDayText } from "../../../text/formats";
import { labelled } from "../../../text/joining";
import { showRecord } from "../../flows/records/showRecord";
import { addressNamed } from "../../flows/target/addressNamed";
import { askChoice, askText, type Choice } from "../../kit/asking/ask";
import { showPassing } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/writableGroup";

/** What each does, and the icon that stands before it. */
function told(action: DevActionName): readonly [icon: string, text: string] {
  switch (action) {
    case "snapshot":
      return ["device-camera", vscode.l10n.t("Take a snapshot of the chain")];
    case "revert":
      return ["discard", vscode.l10n.t("Revert the chain to a snapshot")];
    case "mine":
      return ["add", vscode.l10n.t("Produce blocks")];
    case "time":
      return ["clock", vscode.l10n.t("Change the chain's time")];
    case "balance":
      return ["credit-card", vscode.l10n.t("Set an account's balance")];
    case "send-as":
      return ["person", vscode.l10n.t("Send as any account, without its key")];
    case "trace":
      return ["list-tree", vscode.l10n.t("Trace a transaction")];
    case "pause":
      return ["debug-pause", vscode.l10n.t("Pause block production (transactions stay pending)")];
    case "resume":
      return ["debug-continue", vscode.l10n.t("Resume block production")];
    case "fault":
      return ["flame", vscode.l10n.t("Cause faults on purpose")];
    case "clear-faults":
      return ["check", vscode.l10n.t("Clear all faults caused on purpose")];
    case "restart":
      return ["debug-restart", vscode.l10n.t("Restart the nodes")];
    case "add-node":
      return ["server", vscode.l10n.t("Add a node that can become an observer or a sealer")];
    case "reset":
      return ["trash", vscode.l10n.t("Start over at block 0")];
  }
}

/** What a word of an action is about. */
function promptOf(word: string): string {
  switch (word) {
    case "[COUNT]":
      return vscode.l10n.t("Enter the number of blocks (optional, 1 by default)");
    case "TIME":
      return vscode.l10n.t("Enter +2d (s, m, h, d) after the chain's time, real, or a date such as 2027-01-31T12:00");
    case "ADDRESS":
    case "FROM":
      return vscode.l10n.t("Enter the address or name of the account");
    case "TO":
      return vscode.l10n.t("Enter the address or name to send to, or - to create a contract");
    case "[DATA]":
      return vscode.l10n.t("Enter the call data: 0x and hex digits (optional)");
    case "AMOUNT":
    case "[AMOUNT]":
      return vscode.l10n.t("Enter an amount in wei, or with a unit such as 1.5 ether");
    case "HASH":
      return vscode.l10n.t("Enter the transaction hash");
    default:
      return vscode.l10n.t("Enter members such as node=1 or ms=2000, separated by spaces (optional)");
  }
}

const faults = ["peerLost", "lag", "viewChange", "poolFull", "slow"] as const;

/** What a fault does, and what can be said of it. */
function faultTold(kind: (typeof faults)[number]): readonly [what: string, prompt: string] {
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

async function askWord(
  app: Chainside,
  group: WritableGroup,
  title: string,
  word: string,
  before: readonly string[],
): Promise<string> {
  if (word === "KIND")
    return askChoice(
      faults.map((kind) => ({ label: kind, detail: faultTold(kind)[0], value: kind })),
      { title, placeHolder: vscode.l10n.t("Select what goes wrong") },
    );
  const known = group.kept.of(Snapshots).all;
  if (word === "SNAPSHOT" && known.length > 0) return askChoice(known, { title });
  const fault = faults.find((kind) => kind === before[0]);
  const text = await askText({ title, prompt: fault ? faultTold(fault)[1] : promptOf(word) });
  return addressNamed(app, group, text) ?? text.trim();
}

async function wordsOf(app: Chainside, group: WritableGroup, title: string, action: DevActionName): Promise<string[]> {
  const words: string[] = [];
  for (const wanted of devActionWords[action]) {
    const text = await askWord(app, group, title, wanted, words);
    if (wanted.endsWith("…]") || wanted.endsWith("…")) words.push(...text.split(/\s/).filter(Boolean));
    else words.push(text);
  }
  // What was left empty at the end was not said.
  while (words.at(-1) === "") words.pop();
  return words;
}

function note(group: WritableGroup, action: DevActionName, words: readonly string[], answer: unknown): void {
  const snapshots = group.kept.of(Snapshots);
  const before = snapshots.all;
  if (action === "snapshot") {
    const label = vscode.l10n.t("block {0}, created {1}", group.height ?? 0, timeOfDayText(Date.now()));
    snapshots.all = [{ label, description: String(answer), value: String(answer) }, ...before];
  } else if (action === "revert") {
    // It is used up, and so are the younger ones.
    const at = before.findIndex(({ value }) => value === words[0]);
    snapshots.all = before.slice(at + 1);
  } else if (action === "reset") snapshots.all = [];
}

/**
 * Lets the user do to an embedded chain what no node could, and shows what it answers.
 * @throws Cancelled; ChainError as `runDevAction` does.
 */
export async function changeEmbeddedChain(app: Chainside, group: WritableGroup): Promise<void> {
  const title = vscode.l10n.t("Change Embedded Chain");
  const action = await askChoice(
    devActionNames.map((name): Choice<DevActionName> => {
      const [icon, text] = told(name);
      return { label: `$(${icon}) ${text}`, description: name, value: name };
    }),
    { title, placeHolder: `${group.connection.name} · ${group.groupId}` },
  );
  const [, text] = told(action);
  const words = await wordsOf(app, group, text, action);
  const answer = await runDevAction(group.session.client, action, words);
  note(group, action, words, answer);
  // It may have been set back, or have new members.
  await group.refreshHeight();
  for (const change of ["height", "nodes", "contracts"] as const) group.notify(change);
  if (typeof answer === "object" && answer !== null) {
    const record = { text: `${stringifyExactJson(answer, 2)}\n`, links: [] };
    await showRecord(`${action} ${group.groupId}`, record, "json");
  } else showPassing(`$(check) ${labelled(text, String(answer))}`, 8000);
}
