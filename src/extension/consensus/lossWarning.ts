import * as vscode from "vscode";
import { getSealerList } from "../../chain/rpc/getSealerList";
import { bearableFaults } from "../../chain/services/consensus/bearableFaults";
import type { ChainGroup } from "../connections/chainGroup";

/** What the loss of a sealer does to the consensus; empty for a node that is none. */
export async function lossWarning(group: ChainGroup, nodeId: string): Promise<string[]> {
  const sealers = await getSealerList(group.session.client);
  if (!sealers.some(({ nodeID }) => nodeID === nodeId)) return [];
  const others = sealers.filter(({ nodeID }) => nodeID !== nodeId);
  const left = others.length;
  const faults = bearableFaults(others.map(({ weight }) => weight));
  return [
    vscode.l10n.t("It stops being a sealer. {0} sealers remain; the chain then bears {1} faulty ones.", left, faults),
  ];
}
