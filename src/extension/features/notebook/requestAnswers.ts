import * as vscode from "vscode";
import type { DecodedEvent } from "../../../chain/abi/contractInterface";
import { stringifyExactJson } from "../../../chain/json/exactJson";
import type { Plain } from "../../../scenarios/document/plain";
import type { RequestResult, ResultField } from "../../../webview/notebookResult/messages";
import { ownAccount } from "../../flows/accounts/accountName";
import type { SendingChoice } from "../../flows/signing/signAndSend";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

export interface RequestContext {
  readonly app: Chainside;
  readonly group: ChainGroup;
  readonly signal: AbortSignal;
}

/** What a request answered: for the reader, for variables, and for expectations. */
export interface Answered {
  readonly shown: RequestResult;
  readonly answer: Plain;
  /** The answer with the names of enum members, where it has some. */
  readonly named?: Plain;
  /** In the order of the receipt; undefined for unknown events. */
  readonly events?: readonly (DecodedEvent | undefined)[];
}

/** @throws ChainError usage `unknownOwnAccount` */
export const choiceOf = (context: RequestContext, from: string | undefined): SendingChoice => ({
  signal: context.signal,
  ...(from === undefined ? {} : { account: ownAccount(context.app, context.group, from) }),
});

export const jsonOf = (value: unknown): { label: string; text: string } => ({
  label: vscode.l10n.t("As JSON"),
  text: stringifyExactJson(value, 2),
});

export const blockField = (number: number): ResultField => ({
  label: vscode.l10n.t("Block"),
  value: String(number),
  opens: { kind: "block", key: String(number) },
});

/** The receipt of a transaction, and the way into it. */
export const receiptField = (hash: string): ResultField => ({
  label: vscode.l10n.t("Receipt"),
  value: hash,
  opens: { kind: "receipt", key: hash },
  also: { kind: "debug", key: hash, label: vscode.l10n.t("Debug") },
});
