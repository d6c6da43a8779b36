import * as vscode from "vscode";
import type { TableTexts } from "../../../webview/table/messages";

/** The grid page's words in the editor's language: a page has no translator of its own. */
export function tableTexts(): TableTexts {
  const { t } = vscode.l10n;
  return {
    filter: t("Filter"),
    column: t("Column"),
    comparison: t("Comparison"),
    value: t("Value"),
    addCondition: t("Add Condition"),
    convert: t("Convert to Half-Width"),
    apply: t("Apply"),
    clear: t("Clear"),
    first: t("First"),
    previous: t("Previous"),
    next: t("Next"),
    rowCount: t("{0} rows"),
    oneRow: t("1 row"),
    counting: t("Counting…"),
    noRows: t("No rows."),
    insertRow: t("Insert Row"),
    editRow: t("Edit"),
    deleteRow: t("Delete"),
    deleteMatching: t("Delete Matching Rows"),
    appendColumns: t("Append Columns"),
    reload: t("Reload"),
    save: t("Sign and Send"),
    cancel: t("Cancel"),
    key: t("Key"),
    actions: t("Actions"),
    getValue: t("Get"),
    setValue: t("Set"),
    keyValueNote: t("The keys of a key-value table can't be listed. The chain returns one key at a time."),
    noValue: t("This key has no value."),
    readOnly: t("This connection is read-only."),
    loading: t("Loading…"),
    retry: t("Try Again"),
    copy: t("Copy"),
    numericKeys: t("keys are numbers"),
    stale: t("New block: the rows might have changed."),
    startsWith: t("starts with"),
    endsWith: t("ends with"),
    contains: t("contains"),
    remove: t("Remove"),
  };
}
