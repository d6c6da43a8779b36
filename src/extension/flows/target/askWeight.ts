import * as vscode from "vscode";
import { getSealerList } from "../../../chain/rpc/getSealerList";
import { mostWeight } from "../../../chain/services/consensus/mostWeight";
import { askInteger } from "../../kit/asking/askInteger";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** Asks for the voting weight of a sealer. @throws Cancelled */
export const askWeight = (title: string, value: string): Promise<number> =>
  askInteger({ title, prompt: vscode.l10n.t("Voting weight"), value }, { from: 1, to: mostWeight });

/** The weight that a sealer has, to begin with. */
export async function weightNow(group: ChainGroup, nodeId: string): Promise<string> {
  const sealers = await getSealerList(group.session.client);
  return String(sealers.find(({ nodeID }) => nodeID === nodeId)?.weight ?? 1);
}
