import * as vscode from "vscode";
import { shortened, shortHex } from "../../../text/shortText";
import { tabName } from "../../kit/files/tabName";
import type { ChainGroup } from "../../state/connections/chainGroup";

export const recordScheme = "chainside";

const kinds = ["block", "transaction", "receipt", "contract", "table", "group", "config"] as const;
export type RecordKind = (typeof kinds)[number];

/** What a read-only document shows: one thing of one group. */
export interface RecordAddress {
  readonly groupId: string;
  readonly kind: RecordKind;
  /** Block number, 32-byte hash, address or table name; empty for the group and its configuration. */
  readonly key: string;
}

function kindText(kind: RecordKind): string {
  switch (kind) {
    case "block":
      return vscode.l10n.t("Block");
    case "transaction":
      return vscode.l10n.t("Transaction");
    case "receipt":
      return vscode.l10n.t("Receipt");
    case "contract":
      return vscode.l10n.t("Contract");
    case "table":
      return vscode.l10n.t("Table");
    case "group":
      return vscode.l10n.t("Group");
    case "config":
      return vscode.l10n.t("System Config");
  }
}

/** A tab has room for so much of a name. */
const maxSubjectLength = 20;

/**
 * `chainside:/embedded/group0/block/Block 12.fisco?…`: the tab shows the last part, in the user's language; menus look at the kind before
 * it.
 */
export function recordUri(group: ChainGroup, kind: RecordKind, key: string): vscode.Uri {
  const address: RecordAddress = { groupId: group.id, kind, key };
  const subject = kind === "group" ? group.groupId : key;
  const short = subject.startsWith("0x") ? shortHex(subject) : shortened(subject, maxSubjectLength);
  const parts = [group.connection.name, group.groupId, kind, `${kindText(kind)} ${short}`.trim()];
  return vscode.Uri.from({
    scheme: recordScheme,
    path: `/${parts.map(tabName).join("/")}.fisco`,
    query: JSON.stringify(address),
  });
}

/** Undefined for a URI that was not made here: every extension can open a document of our scheme. */
export function readRecordUri(uri: vscode.Uri): RecordAddress | undefined {
  try {
    const { groupId, kind, key } = JSON.parse(uri.query) as Record<keyof RecordAddress, unknown>;
    const known = kinds.find((each) => each === kind);
    return known && typeof groupId === "string" && typeof key === "string" ? { groupId, kind: known, key } : undefined;
  } catch {
    return undefined;
  }
}
