import * as vscode from "vscode";
import type { ChainGroup } from "../connections/chainGroup";

export const recordScheme = "chainside";

export type RecordKind = "block" | "transaction" | "receipt" | "contract" | "table" | "group" | "config";

/** What a read-only document shows: one thing of one group. */
export interface RecordAddress {
  readonly groupId: string;
  readonly kind: RecordKind;
  /** Block number, 32-byte hash, address or table name; empty for the group and its configuration. */
  readonly key: string;
}

/** `chainside:/embedded/group0/block 12.fisco?…`: the tab shows its last part. */
export function recordUri(group: ChainGroup, kind: RecordKind, key: string): vscode.Uri {
  const address: RecordAddress = { groupId: group.id, kind, key };
  const short = key.length > 20 ? `${key.slice(0, 10)}…${key.slice(-4)}` : key;
  return vscode.Uri.from({
    scheme: recordScheme,
    path: `/${group.connection.name}/${group.groupId}/${`${kind} ${short.replaceAll("/", "·")}`.trim()}.fisco`,
    query: JSON.stringify(address),
  });
}

/** Undefined for a URI that nobody here made. */
export function readRecordUri(uri: vscode.Uri): RecordAddress | undefined {
  try {
    const { groupId, kind, key } = JSON.parse(uri.query) as Partial<RecordAddress>;
    return groupId !== undefined && kind !== undefined && key !== undefined ? { groupId, kind, key } : undefined;
  } catch {
    return undefined;
  }
}
