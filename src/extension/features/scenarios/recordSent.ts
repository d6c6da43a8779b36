import { existsSync } from "node:fs";
import { basename } from "node:path";
import * as vscode from "vscode";
import { readsOnly } from "../../../chain/abi/abiType";
import type { AbiFunction } from "../../../chain/abi/contractInterface";
import { readFunction } from "../../../chain/services/contract/readFunction";
import { getExecutorVersion } from "../../../chain/services/executorVersion";
import type { ChainSession } from "../../../chain/session";
import { ChainError } from "../../../errors/chainError";
import { clientError } from "../../../errors/clientError";
import { scenarioEnding } from "../../../scenarios/language/scenario";
import type { RecordedTransaction } from "../../../scenarios/record/recordedTransaction";
import {
  argumentsOf,
  hashesOf,
  type RecordedChain,
  type Recording,
  recordScenario,
} from "../../../scenarios/record/recordScenario";
import { isChainVersion } from "../../../text/versions";
import { sentChoice } from "../../flows/sent/askSent";
import { settleSent } from "../../flows/sent/settleSent";
import { knownContractAt } from "../../flows/target/contractTarget";
import { askChoices, type Choice } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import { Cancelled } from "../../kit/errors/cancelled";
import { offeredFile } from "../../kit/files/workspaceFolder";
import { showInformation } from "../../kit/messages/notify";
import { setting } from "../../kit/settings/settings";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { SentTransaction } from "../../state/history/sentTransactions";
import { provenRecording, showRecorded, triedOut } from "./provenRecording";
import { RecordedSendings } from "./recordedSendings";

const title = (): string => vscode.l10n.t("Record Scenario");

/** The transactions that are clicked, else those that the user ticks: what was sent since the window opened is ticked before. */
async function chosenSent(
  list: readonly SentTransaction[],
  targets: readonly Target[],
  opened: number,
): Promise<readonly SentTransaction[]> {
  const clicked = new Set(
    targets.flatMap((target) => (target.kind === "transaction" ? [target.hash.toLowerCase()] : [])),
  );
  if (clicked.size > 0) return list.filter(({ hash }) => clicked.has(hash.toLowerCase()));
  const choices = list.map(
    (sent): Choice<SentTransaction> => ({
      ...sentChoice(sent),
      picked: sent.time >= opened,
    }),
  );
  return askChoices(choices, { title: title(), placeHolder: vscode.l10n.t("Select what the scenario is to do again") });
}

/** Addresses that stand in a value, all the way down. */
function addressesIn(value: unknown): string[] {
  if (typeof value === "string") return /^(0x)?[0-9a-fA-F]{40}$/.test(value) ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(addressesIn) : [];
}

/** What a transaction needs to be there: the contract that it calls, libraries, and contracts among its arguments. */
const neededBy = (transaction: RecordedTransaction): string[] =>
  [...contractsOf(transaction), ...argumentsOf(transaction).flatMap(({ value }) => addressesIn(value))].map((each) =>
    each.toLowerCase().replace(/^0x/, ""),
  );

function contractsOf(transaction: RecordedTransaction): readonly string[] {
  switch (transaction.kind) {
    case "deploy":
      return Object.values(transaction.libraries);
    case "deployProxy":
      return [transaction.implementation];
    case "send":
      return [transaction.to];
  }
}

/**
 * What was chosen, oldest first, with the deployments of the contracts that it needs: a fresh chain has none of them.
 * `skipped` has the titles of what has no words.
 */
async function readSendings(
  reader: () => RecordedSendings,
  chosen: readonly SentTransaction[],
  list: readonly SentTransaction[],
): Promise<{ readonly transactions: readonly RecordedTransaction[]; readonly skipped: readonly string[] }> {
  const wanted = new Set(chosen.map(({ hash }) => hash));
  for (;;) {
    // The list has the newest first.
    const known = wanted.size;
    const all = list.filter(({ hash }) => wanted.has(hash)).reverse();
    const read = reader();
    const transactions: RecordedTransaction[] = [];
    const skipped: string[] = [];
    for (const sent of all) {
      const recorded = await read.read(sent);
      if (recorded) transactions.push(recorded);
      else skipped.push(sent.title);
    }
    const needed = new Set(transactions.flatMap(neededBy));
    for (const { hash, outcome } of list) {
      const made = outcome.kind === "done" ? outcome.contractAddress?.toLowerCase().replace(/^0x/, "") : undefined;
      if (made !== undefined && needed.has(made)) wanted.add(hash);
    }
    if (wanted.size === known) return { transactions, skipped };
  }
}

/**
 * Where a recording is written: a name that ends in `.chain.yaml`, whatever was typed.
 * @throws Cancelled; ChainError usage `fileExists` where such a file is there, which the dialog did not ask about.
 */
export async function askScenarioFile(name: string, heading = title()): Promise<string> {
  const uri = await vscode.window.showSaveDialog({
    title: heading,
    filters: { [vscode.l10n.t("Scenario")]: ["yaml"] },
    ...offeredFile(`${name}${scenarioEnding}`),
  });
  if (!uri) throw new Cancelled();
  if (uri.fsPath.endsWith(scenarioEnding)) return uri.fsPath;
  const file = `${uri.fsPath.replace(/\.ya?ml$/, "")}${scenarioEnding}`;
  if (existsSync(file)) throw clientError("fileExists", { path: file });
  return file;
}

/** Versions that a fresh chain can have too. */
const known = (version: string): string | undefined => (isChainVersion(version) ? version : undefined);

/** The executor of a chain; undefined where it doesn't tell. */
async function executorOf(session: ChainSession): Promise<0 | 1 | undefined> {
  try {
    return (await getExecutorVersion(session)) === 0 ? 0 : 1;
  } catch (error) {
    if (error instanceof ChainError) return undefined;
    throw error;
  }
}

/** The kind of chain that a group is, as far as a fresh one can be so. */
export const recordedChain = async ({ session, connection }: ChainGroup): Promise<RecordedChain> => ({
  suite: session.suite.name,
  auth: session.authEnabled,
  executor: await executorOf(session),
  nodeVersion: known(session.nodeVersion),
  compatibility: known(session.compatibilityVersion),
  features: connection.origin === "embedded" ? setting("embeddedChain.features") : [],
});

const takesNothing = ({ inputs, outputs }: AbiFunction): boolean =>
  inputs.length === 0 && outputs.length === 1 && outputs[0]?.type === "bytes32";

/** What the deployed contracts answer of the hashes among the arguments, such as roles. A function that fails answers none. */
async function constantsOf(app: Chainside, group: ChainGroup, transactions: readonly RecordedTransaction[]) {
  const wanted = new Set(transactions.flatMap(hashesOf));
  const constants = new Map<string, ReadonlyMap<string, string>>();
  if (wanted.size === 0) return constants;
  for (const transaction of transactions) {
    if (transaction.kind === "send" || transaction.status !== 0) continue;
    const { abi, name, address } = await knownContractAt(app, group, transaction.address);
    const found = new Map<string, string>();
    for (const called of abi?.functions ?? []) {
      if (!abi || !readsOnly(called) || !takesNothing(called)) continue;
      const answer = await readFunction(
        group.session,
        { name: name ?? transaction.name, address, abi },
        called,
        [],
      ).catch(() => undefined);
      const word = String(answer?.values[0]?.value ?? "").toLowerCase();
      if (wanted.has(word) && !found.has(word)) found.set(word, called.name);
    }
    constants.set(transaction.address.toLowerCase(), found);
  }
  return constants;
}

async function recordingOf(
  app: Chainside,
  group: ChainGroup,
  file: string,
  transactions: readonly RecordedTransaction[],
): Promise<Recording> {
  const { session, connection } = group;
  const embedded = connection.origin === "embedded";
  const first = embedded
    ? app.accounts.all.find(({ origin, suite }) => origin === "development" && suite === session.suite.name)
    : undefined;
  return {
    constants: await constantsOf(app, group, transactions),
    title: basename(file, scenarioEnding),
    chain: await recordedChain(group),
    transactions,
    admin: first?.address ?? transactions[0]?.from ?? "",
    labels: new Map(app.accounts.all.map(({ address, label }) => [address.toLowerCase(), label])),
  };
}

/**
 * Turns transactions that were sent from here into a scenario that passes on a fresh chain.
 * @throws Cancelled; ChainError of reading a transaction, or of a fresh chain.
 */
export async function recordSent(
  app: Chainside,
  group: ChainGroup,
  targets: readonly Target[],
  opened: number,
): Promise<void> {
  // What is in a block already belongs to it, even where its end is not known here yet.
  await settleSent(app, group);
  const list = app.sent.list(group).filter(({ outcome }) => outcome.kind === "done");
  if (list.length === 0) {
    void showInformation(vscode.l10n.t("No transactions sent from here yet."));
    return;
  }
  const chosen = await chosenSent(list, targets, opened);
  if (chosen.length === 0) throw new Cancelled();
  const file = await askScenarioFile(vscode.l10n.t("recorded"));
  const { transactions, skipped } = await readSendings(() => new RecordedSendings(app, group, file), chosen, list);
  const recording = await recordingOf(app, group, file, transactions);
  const proven = await triedOut(recordScenario(recording), (signal) => provenRecording(app, file, recording, signal));
  await showRecorded(app, file, proven, skipped);
}
