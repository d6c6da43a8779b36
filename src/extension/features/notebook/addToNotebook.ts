import * as vscode from "vscode";
import { type NotebookRequest, requestLine } from "../../../chain/notebook/requestText";
import { notebookRequest } from "../../flows/commandLine/transactionRequest";
import { addRequest, openNotebook } from "../../flows/notebook/addCell";
import { cellData } from "../../flows/notebook/cells";
import type { Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { namedTargets } from "./requestTargets";

/** A notebook to begin with. */
export function newNotebook(): Promise<void> {
  const start = vscode.l10n.t(
    "Requests to the chain, one per line, with their results below. Save what you want to keep.",
  );
  return openNotebook([cellData("text", start), cellData("requests", "rpc getBlockNumber")]);
}

/** With the contract's name where that means the same contract: names last longer than addresses of a development chain. */
function named(app: Chainside, group: ChainGroup, request: NotebookRequest): NotebookRequest {
  if (!("target" in request)) return request;
  const address = request.target.toLowerCase();
  const targets = namedTargets(app, group);
  const found = targets.find((each) => each.address.toLowerCase() === address);
  const same = found && targets.find(({ name }) => name === found.name) === found;
  return same ? { ...request, target: found.name } : request;
}

/** Writes a transaction as a request: the clicked one, or one of those sent from here. @throws Cancelled */
export async function addToNotebook(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const request = await notebookRequest(app, group, target, vscode.l10n.t("Add to Notebook"));
  await addRequest(app, group, requestLine(named(app, group, request)));
}
