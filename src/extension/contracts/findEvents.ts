import * as vscode from "vscode";
import { getLogs } from "../../chain/rpc/getLogs";
import type { Chainside } from "../app/chainside";
import { askText } from "../asking/ask";
import { targetGroup } from "../connections/askGroup";
import { recordUri } from "../documents/recordUri";
import { RecordWriter } from "../documents/recordWriter";
import { showRecord } from "../documents/showRecord";
import { callTarget } from "./callTarget";
import { callText } from "./valueText";

/** Looks through a range of blocks for the events of one contract and shows them decoded. */
export async function findEvents(app: Chainside, target: unknown): Promise<void> {
  const group = await targetGroup(app, target);
  const title = vscode.l10n.t("Find Events");
  const { contract } = await callTarget(app, group, target, title);
  const height = await group.refreshHeight();
  const from = Number(
    await askText({
      title: `${title} · ${contract.name}`,
      prompt: vscode.l10n.t("From which block on? The newest is {0}.", height),
      value: String(Math.max(0, height - 1000)),
      validate: (text) =>
        /^\d+$/.test(text.trim()) && Number(text) <= height
          ? undefined
          : vscode.l10n.t("A block number from 0 to {0}.", height),
    }),
  );
  const logs = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t("Looking through {0} blocks…", height - from + 1),
      cancellable: true,
    },
    (_, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      return getLogs(
        group.session.client,
        { fromBlock: from, toBlock: height, addresses: [contract.address] },
        { signal: abort.signal },
      );
    },
  );
  const writer = new RecordWriter();
  writer.heading(vscode.l10n.t("Events of {0}, blocks {1} to {2}", contract.name, from, height));
  writer.field(vscode.l10n.t("Contract"), contract.address);
  writer.field(vscode.l10n.t("Found"), String(logs.length));
  for (const log of logs) {
    const event = contract.abi.decodeEvent(log);
    const text = event
      ? callText(
          event.name,
          event.arguments.map(({ value }) => value),
        )
      : (log.topics[0] ?? "");
    writer.heading(text);
    writer.field(
      vscode.l10n.t("Transaction"),
      log.transactionHash,
      recordUri(group, "transaction", log.transactionHash),
    );
    const number = String(log.blockNumber);
    writer.field(vscode.l10n.t("Block"), number, recordUri(group, "block", number));
  }
  await showRecord(vscode.l10n.t("events of {0}", contract.name), writer.finish());
}
