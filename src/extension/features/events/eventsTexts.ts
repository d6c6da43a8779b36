import * as vscode from "vscode";
import type { EventsTexts } from "../../../webview/events/messages";

/** The events page's words in the editor's language: a page has no translator of its own. */
export function eventsTexts(): EventsTexts {
  const { t } = vscode.l10n;
  return {
    allContracts: t("All contracts"),
    chooseContract: t("Select Contract…"),
    events: t("Events"),
    allEvents: t("all"),
    eventCount: t("{0} selected"),
    any: t("any"),
    hashHint: t("The event contains only a hash of this value. Enter the text, or its hash as 0x and 64 hex digits"),
    alternativesHint: t("One value, or several values separated by commas"),
    fromBlock: t("From Block"),
    toBlock: t("To Block"),
    openEnd: t("live"),
    apply: t("Show"),
    pause: t("Pause"),
    resume: t("Resume"),
    clear: t("Clear"),
    exportJson: t("Export JSON"),
    exportCsv: t("Export CSV"),
    find: t("Find in events"),
    block: t("Block"),
    event: t("Event"),
    contract: t("Contract"),
    transaction: t("Transaction"),
    position: t("Log index in the transaction"),
    data: t("Data"),
    topic: t("Topic"),
    copy: t("Copy"),
    details: t("Details"),
    rowCount: t("{0} events"),
    rowCountFound: t("{0} of {1} events"),
    noRows: t("No events."),
    reading: t("Searching: {0} of {1} blocks…"),
    stop: t("Stop"),
    older: t("Search Further Back"),
    lookedFrom: t("searched from block {0} on"),
    hashed: t("hash"),
    unknown: t("unknown event"),
    live: {
      connecting: t("connecting"),
      push: t("live, pushed by the node"),
      poll: t("live, by polling the node"),
      paused: t("paused"),
      ended: t("all blocks in the range searched"),
      failing: t("no response, trying again"),
      disconnected: t("not connected"),
    },
  };
}
