import * as v from "valibot";
import * as vscode from "vscode";
import type { BfsEntry } from "../../../chain/services/bfs/listDirectory";
import type { ProposalRequest } from "../../../chain/services/governance/propose";
import { type Address, isAddress, isHash, isNodeId } from "../../../crypto/bytes/hex";
import type { FormRequest } from "../../../webview/contractForm/messages";
import { isMarkedTrusted } from "../../kit/commands/commands";
import type { Target } from "../../kit/commands/target";
import { isTreeNode } from "../../kit/tree/treeNode";
import type { Account } from "../../state/accounts/account";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { Connection } from "../../state/connections/connection";
import type { SentTransaction } from "../../state/history/sentTransactions";
import type { NodeFolder } from "../../state/nodeFolders/nodeFolder";
import { type RecordAddress, readRecordUri } from "./recordUri";

declare module "../../kit/commands/target" {
  interface TargetKinds {
    readonly connection: { readonly connection: Connection };
    readonly group: object;
    readonly block: { readonly block: string };
    readonly transaction: { readonly hash: string; readonly sent?: SentTransaction };
    readonly contract: {
      /** 40 hex digits, or a BFS path. */
      readonly address: string;
      readonly functionSignature?: string;
      readonly eventSignature?: string;
      /** Part of its storage: `balances[0x…]`. */
      readonly storageExpression?: string;
      /** What its form is to begin with. */
      readonly first?: FormRequest;
    };
    readonly artifact: { readonly uri: vscode.Uri; readonly first?: FormRequest };
    readonly path: { readonly path: string; readonly entryType?: BfsEntry["type"] };
    readonly account: { readonly address: Address; readonly account?: Account };
    readonly node: { readonly nodeId: string };
    readonly configKey: { readonly key: string; readonly value: string };
    readonly proposal: { readonly id: number };
    readonly nodeFolder: { readonly folder: NodeFolder };
    /** Of time, in milliseconds since 1970. */
    readonly range: { readonly from: number; readonly to: number };
  }
  interface TargetLocation {
    readonly group?: ChainGroup;
    /** Id of the group that it belongs to, while that one isn't connected: no other takes its place. */
    readonly awayGroup?: string;
    /** What may be proposed about it. */
    readonly proposalKinds?: readonly ProposalRequest["kind"][];
  }
}

type Known = Pick<Chainside, "connections">;

/** What a command is run on that is run from the palette. */
export const nothing: Target = { kind: "nothing" };

function recordTarget({ kind, key }: RecordAddress): Target {
  switch (kind) {
    case "block":
      return { kind, block: key };
    case "transaction":
    case "receipt":
      return { kind: "transaction", hash: key };
    case "contract":
      return { kind, address: key };
    case "table":
      return { kind: "path", path: `/tables/${key}` };
    case "group":
    case "config":
      return { kind: "group" };
  }
}

/** A thing of a group that is named, whether that one is connected or not. */
export function inGroup<Thing extends Target>(
  { connections }: Known,
  target: Thing,
  groupId: string | undefined,
): Thing {
  if (groupId === undefined) return target;
  const group = connections.findGroup(groupId);
  return group ? { ...target, group } : { ...target, awayGroup: groupId };
}

function uriTarget(app: Known, uri: vscode.Uri): Target {
  const record = readRecordUri(uri);
  return record ? inGroup(app, recordTarget(record), record.groupId) : { kind: "file", uri };
}

/** What our own code hands over is a target, as `Commands` says; `own` commands, which take other things, read them themselves. */
const isTarget = (thing: object): thing is Target => "kind" in thing;

const digits = v.pipe(v.string(), v.regex(/^\d{1,20}$/));
const short = v.pipe(v.string(), v.maxLength(1000));
const address = v.pipe(
  v.string(),
  v.check(isAddress),
  v.transform((text) => text.toLowerCase() as Address),
);
/** As nodes have it, in lower case. */
const nodeId = v.pipe(v.string(), v.check(isNodeId), v.toLowerCase());
const about = { groupId: v.optional(short) };

/** What keys, `command:` links and other extensions may give to a command: JSON that says what it is. */
const outsideTarget = v.variant("kind", [
  v.strictObject({ kind: v.literal("text"), text: short, ...about }),
  v.strictObject({ kind: v.literal("group"), ...about }),
  v.strictObject({ kind: v.literal("block"), block: digits, ...about }),
  v.strictObject({
    kind: v.literal("transaction"),
    hash: v.pipe(v.string(), v.check(isHash)),
    ...about,
  }),
  v.strictObject({
    kind: v.literal("contract"),
    address: v.union([address, v.pipe(short, v.startsWith("/"))]),
    functionSignature: v.exactOptional(short),
    eventSignature: v.exactOptional(short),
    storageExpression: v.exactOptional(short),
    ...about,
  }),
  v.strictObject({ kind: v.literal("path"), path: v.pipe(short, v.startsWith("/")), ...about }),
  v.strictObject({ kind: v.literal("account"), address, ...about }),
  v.strictObject({ kind: v.literal("node"), nodeId, ...about }),
  v.strictObject({ kind: v.literal("proposal"), id: v.pipe(v.number(), v.integer(), v.minValue(1)), ...about }),
]);

/** Reads what a stranger gives: a text, a number of a block, a target as JSON. Everything else is nothing. */
function readOutside(given: unknown): Target & { readonly groupId?: string | undefined } {
  if (typeof given === "string") return { kind: "text", text: given };
  if (typeof given === "number" && Number.isSafeInteger(given) && given >= 0)
    return { kind: "block", block: String(given) };
  const read = v.safeParse(outsideTarget, given);
  return read.success ? read.output : { kind: "nothing" };
}

/**
 * What a command was run on: nothing from the palette, the thing of a line of a tree, what our code says, a file or a document of ours.
 * What a key, a link or another extension gives is read by `readOutside`; what is of no shape that is known there counts as nothing.
 */
export function targetOf(app: Known, given: unknown): Target {
  if (isTreeNode(given)) return given.target ?? nothing;
  if (given instanceof vscode.Uri) return uriTarget(app, given);
  if (isMarkedTrusted(given)) return isTarget(given) ? given : nothing;
  const { groupId, ...target } = readOutside(given);
  return inGroup(app, target, groupId);
}
