import * as vscode from "vscode";
import type { EventsTexts } from "../../webview/events/messages";

/** The events page's words in the editor's language: a page has no translator of its own. */
export function eventsTexts(): EventsTexts {
  const { t } = vscode.l10n;
  return {
    allContracts: t("All contracts"),
    chooseContract: t("Choose Contract…"),
    events: t("Events"),
    allEvents: t("all"),
    eventCount: t("{0} chosen"),
    any: t("any"),
    hashHint: t("The event holds its hash alone: give the text, or the hash as 0x and 64 hex digits"),
    alternativesHint: t("One value, or several separated by commas"),
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
    position: t("Log of the transaction"),
    data: t("Data"),
    topic: t("Topic"),
    copy: t("Copy"),
    details: t("Details"),
    rowCount: t("{0} events"),
    rowCountFound: t("{0} of {1} events"),
    noRows: t("No event."),
    reading: t("Looking through {0} of {1} blocks…"),
    stop: t("Stop"),
    older: t("Look Further Back"),
    lookedFrom: t("looked through from block {0}"),
    hashed: t("hash"),
    unknown: t("unknown event"),
    live: {
      connecting: t("connecting"),
      push: t("live, told by the node"),
      poll: t("live, the node is asked"),
      paused: t("paused: nothing is asked"),
      ended: t("the range is complete"),
      failing: t("no answer, trying again"),
      disconnected: t("not connected"),
    },
  };
}
