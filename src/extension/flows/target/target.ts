import * as vscode from "vscode";
import type { BfsEntry } from "../../../chain/services/bfs/listDirectory";
import type { ProposalRequest } from "../../../chain/services/governance/propose";
import { type Address, isAddress } from "../../../crypto/hex";
import type { FormRequest } from "../../../webview/contractForm/messages";
import { isTreeNode, type TreeNode } from "../../kit/tree/treeNode";
import type { Account } from "../../state/accounts/account";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { Connection } from "../../state/connections/connection";
import type { SentTransaction } from "../../state/history/sentTransaction";
import type { NodeFolder } from "../../state/nodeFolders/nodeFolder";
import { type RecordAddress, readRecordUri } from "../records/recordUri";

interface ContractSubject {
  readonly kind: "contract";
  /** 40 hex digits, or a BFS path. */
  readonly address: string;
  readonly functionSignature?: string;
  readonly eventSignature?: string;
  /** Part of its storage: `balances[0x…]`. */
  readonly storageExpression?: string;
  /** What its form is to begin with. */
  readonly first?: FormRequest;
}

/** What a command is about. */
type Subject =
  | { readonly kind: "nothing" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "file"; readonly uri: vscode.Uri }
  | { readonly kind: "notebook"; readonly notebook: vscode.NotebookDocument }
  | { readonly kind: "connection"; readonly connection: Connection }
  | { readonly kind: "group" }
  | { readonly kind: "block"; readonly block: string }
  | { readonly kind: "transaction"; readonly hash: string; readonly sent?: SentTransaction }
  | ContractSubject
  | { readonly kind: "artifact"; readonly uri: vscode.Uri; readonly first?: FormRequest }
  | { readonly kind: "path"; readonly path: string; readonly entryType?: BfsEntry["type"] }
  | { readonly kind: "account"; readonly address: Address; readonly account?: Account }
  | { readonly kind: "node"; readonly nodeId: string }
  | { readonly kind: "configKey"; readonly key: string; readonly value: string }
  | { readonly kind: "proposal"; readonly id: number }
  | { readonly kind: "nodeFolder"; readonly folder: NodeFolder };

/** What a command was run on: a thing, the group it belongs to and the line of a tree where those are known, and what may be proposed about it. */
export type Target = Subject & {
  readonly group?: ChainGroup;
  readonly line?: TreeNode;
  readonly proposalKinds?: readonly ProposalRequest["kind"][];
};

type Known = Pick<Chainside, "connections">;
type Fields = Readonly<Record<string, unknown>>;

/** The one who was run from the palette. */
export const nothing: Target = { kind: "nothing" };

const text = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? String(value) : undefined;

function recordSubject({ kind, key }: RecordAddress): Subject {
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

function uriTarget({ connections }: Known, uri: vscode.Uri): Target {
  const record = readRecordUri(uri);
  if (!record) return { kind: "file", uri };
  const group = connections.findGroup(record.groupId);
  return { ...recordSubject(record), ...(group ? { group } : {}) };
}

function contractSubject(address: string, fields: Fields): ContractSubject {
  const [functionSignature, eventSignature] = [text(fields["functionSignature"]), text(fields["eventSignature"])];
  const storageExpression = text(fields["storageExpression"]);
  return {
    kind: "contract",
    address,
    ...(functionSignature === undefined ? {} : { functionSignature }),
    ...(eventSignature === undefined ? {} : { eventSignature }),
    ...(storageExpression === undefined ? {} : { storageExpression }),
    ...(fields["first"] ? { first: fields["first"] as FormRequest } : {}),
  };
}

function accountSubject(fields: Fields): Subject | undefined {
  const account = fields["account"] as Account | undefined;
  const address = fields["accountAddress"] ?? account?.address ?? fields["address"];
  if (typeof address !== "string" || !isAddress(address)) return undefined;
  return { kind: "account", address: address.toLowerCase() as Address, ...(account ? { account } : {}) };
}

/** Lines of trees and what commands hand each other say what they are by the fields that they have. */
function fieldsSubject(fields: Fields): Subject {
  const has = (name: string): boolean => fields[name] !== undefined;
  const [hash, block, address, path, nodeId, id] = [
    text(fields["transactionHash"]),
    text(fields["blockNumber"]),
    text(fields["contractAddress"]),
    text(fields["path"]),
    text(fields["nodeId"]),
    text(fields["proposalId"]),
  ];
  if (hash !== undefined)
    return { kind: "transaction", hash, ...(has("sent") ? { sent: fields["sent"] as SentTransaction } : {}) };
  if (block !== undefined) return { kind: "block", block };
  if (address !== undefined) return contractSubject(address, fields);
  if (has("notebookType")) return { kind: "notebook", notebook: fields as unknown as vscode.NotebookDocument };
  if (fields["artifactUri"] instanceof vscode.Uri)
    return {
      kind: "artifact",
      uri: fields["artifactUri"],
      ...(has("first") ? { first: fields["first"] as FormRequest } : {}),
    };
  if (id !== undefined) return { kind: "proposal", id: Number(id) };
  if (nodeId !== undefined) return { kind: "node", nodeId };
  if (has("folder")) return { kind: "nodeFolder", folder: fields["folder"] as NodeFolder };
  const [key, value] = [text(fields["key"]), text(fields["value"])];
  if (key !== undefined && value !== undefined) return { kind: "configKey", key, value };
  if (path !== undefined && !(fields instanceof vscode.Uri))
    return {
      kind: "path",
      path,
      ...(has("entryType") ? { entryType: fields["entryType"] as BfsEntry["type"] } : {}),
    };
  if (has("connection")) return { kind: "connection", connection: fields["connection"] as Connection };
  return accountSubject(fields) ?? (has("group") ? { kind: "group" } : nothing);
}

/**
 * Makes a target of whatever VS Code hands to a command: nothing from the palette, a line of a tree, the URI of a file or of a
 * document of ours, what another command or a link passes.
 */
export function targetOf(app: Known, given: unknown): Target {
  if (typeof given === "string") return { kind: "text", text: given };
  if (typeof given === "number") return { kind: "block", block: String(given) };
  if (given instanceof vscode.Uri) return uriTarget(app, given);
  if (typeof given !== "object" || given === null) return nothing;
  const fields = given as Fields;
  const group =
    (fields["group"] as ChainGroup | undefined) ??
    (typeof fields["groupId"] === "string" ? app.connections.findGroup(fields["groupId"]) : undefined);
  const proposalKinds = fields["proposalKinds"] as Target["proposalKinds"];
  return {
    ...fieldsSubject(fields),
    ...(group ? { group } : {}),
    ...(isTreeNode(given) ? { line: given } : {}),
    ...(proposalKinds ? { proposalKinds } : {}),
  };
}
