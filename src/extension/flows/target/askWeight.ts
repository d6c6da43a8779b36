import * as vscode from "vscode";
import { getSealerList } from "../../../chain/rpc/members";
import { getCandidateSealers } from "../../../chain/services/consensus/groupMembers";
import { maxWeight } from "../../../chain/services/consensus/nodeChecks";
import { askInteger } from "../../kit/asking/askInteger";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** Asks for the voting weight of a sealer. @throws Cancelled */
export const askWeight = (title: string, value: string): Promise<number> =>
  askInteger({ title, prompt: vscode.l10n.t("Voting weight"), value }, { from: 1, to: maxWeight });

/** Asks how often a sealer gets its turn where sealers change by term: 0 is never. @throws Cancelled */
export const askTermWeight = (title: string, value: string): Promise<number> =>
  askInteger({ title, prompt: vscode.l10n.t("Enter the term weight"), value }, { from: 0, to: maxWeight });

/** The weight that a sealer has, also one that waits for its turn, to begin with. */
export async function weightNow(
  { session }: ChainGroup,
  nodeId: string,
  which: "weight" | "termWeight" = "weight",
): Promise<string> {
  const [sealers, candidates] = await Promise.all([getSealerList(session.client), getCandidateSealers(session)]);
  return String([...sealers, ...candidates].find(({ nodeID }) => nodeID === nodeId)?.[which] ?? 1);
}
