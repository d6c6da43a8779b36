import * as vscode from "vscode";
import { getSealerList } from "../../chain/rpc/getSealerList";
import type { ChainGroup } from "../connections/chainGroup";

/** What the loss of a sealer does to the consensus; empty for a node that is none. */
export async function lossWarning(group: ChainGroup, nodeId: string): Promise<string[]> {
  const sealers = await getSealerList(group.session.client);
  if (!sealers.some(({ nodeID }) => nodeID === nodeId)) return [];
  const left = sealers.length - 1;
  const faults = Math.max(0, Math.floor((left - 1) / 3));
  return [
    vscode.l10n.t("It stops being a sealer. {0} sealers remain; the chain then bears {1} faulty ones.", left, faults),
  ];
}
