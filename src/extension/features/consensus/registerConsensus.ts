import * as vscode from "vscode";
import { getSealerList } from "../../../chain/rpc/getSealerList";
import type { ProposalRequest } from "../../../chain/services/governance/propose";
import { type Consequences, lossWarning, weightWarning } from "../../flows/propose/membershipWarnings";
import { rightsWarnings } from "../../flows/signing/rightsWarnings";
import { signAndSend } from "../../flows/signing/signAndSend";
import { askNode } from "../../flows/target/askNode";
import { registerTargetCommands, writes } from "../../flows/target/chainCommands";
import type { Target } from "../../flows/target/target";
import { askText } from "../../kit/asking/ask";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/writableGroup";

async function askWeight(title: string, value: string): Promise<number> {
  const text = await askText({
    title,
    prompt: vscode.l10n.t("Voting weight"),
    value,
    validate: (weight) =>
      /^[1-9]\d{0,8}$/.test(weight.trim()) ? undefined : vscode.l10n.t("Enter an integer from 1."),
  });
  return Number(text.trim());
}

/** Under permission management only the committee changes the membership: then it becomes a proposal. */
async function proposeInstead(app: Chainside, group: WritableGroup, request: ProposalRequest): Promise<boolean> {
  if (!group.session.authEnabled) return false;
  const { proposalReason, proposeRequest } = await import("../../flows/propose/createProposal");
  await proposeRequest(app, group, request, proposalReason());
  return true;
}

/** Signs and sends the change of one node's part, and has the views look again. */
async function changeNode(
  app: Chainside,
  group: WritableGroup,
  { nodeId, weight, ...confirmation }: { title: string; nodeId: string; weight?: string } & Partial<Consequences>,
  send: Parameters<typeof signAndSend>[2],
): Promise<void> {
  const lines = [{ label: vscode.l10n.t("Node"), value: nodeId }];
  if (weight !== undefined) lines.push({ label: vscode.l10n.t("Weight"), value: weight });
  await signAndSend(app, { group, lines, ...confirmation }, send);
  group.notify("nodes");
}

async function addSealer(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Add Sealer");
  const nodeId = await askNode(app, group, target, { roles: ["observer"], title });
  const weight = await askWeight(title, "1");
  if (await proposeInstead(app, group, { kind: "addSealer", nodeId, weight })) return;
  const service = await import("../../../chain/services/consensus/addSealer");
  const consequences = await weightWarning(group, nodeId, weight);
  await changeNode(app, group, { title, nodeId, weight: String(weight), ...consequences }, (signer, options) =>
    service.addSealer(group.session, signer, { nodeId, weight }, options),
  );
}

async function addObserver(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Add Observer");
  const nodeId = await askNode(app, group, target, { roles: ["sealer", "other"], title });
  if (await proposeInstead(app, group, { kind: "addObserver", nodeId })) return;
  const service = await import("../../../chain/services/consensus/addObserver");
  await changeNode(app, group, { title, nodeId, ...(await lossWarning(group, nodeId, false)) }, (signer, options) =>
    service.addObserver(group.session, signer, { nodeId }, options),
  );
}

async function setWeight(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Set Sealer Weight");
  const nodeId = await askNode(app, group, target, { roles: ["sealer"], title });
  const current = (await getSealerList(group.session.client)).find(({ nodeID }) => nodeID === nodeId)?.weight;
  const weight = await askWeight(title, current === undefined ? "1" : String(current));
  if (await proposeInstead(app, group, { kind: "setConsensusWeight", nodeId, weight })) return;
  const service = await import("../../../chain/services/consensus/setWeight");
  await changeNode(
    app,
    group,
    {
      title,
      nodeId,
      weight: current === undefined ? String(weight) : `${current} → ${weight}`,
      ...(await weightWarning(group, nodeId, weight)),
    },
    (signer, options) => service.setWeight(group.session, signer, { nodeId, weight }, options),
  );
}

async function setTermWeight(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Set Term Weight");
  const nodeId = await askNode(app, group, target, { roles: ["sealer"], title });
  const termWeight = await askWeight(title, "1");
  const service = await import("../../../chain/services/consensus/setTermWeight");
  await changeNode(
    app,
    group,
    {
      title,
      nodeId,
      weight: String(termWeight),
      warnings: [
        vscode.l10n.t("This only matters on chains whose sealers change by term (rPBFT)."),
        ...(await rightsWarnings(app, group, { kind: "setTermWeight" })),
      ],
    },
    (signer, options) => service.setTermWeight(group.session, signer, { nodeId, termWeight }, options),
  );
}

async function removeNode(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Remove Node from Group");
  const nodeId = await askNode(app, group, target, { roles: ["sealer", "observer"], title });
  if (await proposeInstead(app, group, { kind: "removeNode", nodeId })) return;
  const service = await import("../../../chain/services/consensus/removeNode");
  const { warnings, irreversible } = await lossWarning(group, nodeId, true);
  await changeNode(
    app,
    group,
    {
      title,
      nodeId,
      warnings: [
        vscode.l10n.t("The node leaves the group. It gets no more blocks until it's added as an observer again."),
        ...warnings,
      ],
      irreversible,
    },
    (signer, options) => service.removeNode(group.session, signer, { nodeId }, options),
  );
}

/** Who takes part in the consensus of a group. */
export function registerConsensus(app: Chainside): vscode.Disposable {
  return registerTargetCommands(app, {
    "chainside.addSealer": writes((group, target) => addSealer(app, group, target)),
    "chainside.addObserver": writes((group, target) => addObserver(app, group, target)),
    "chainside.setSealerWeight": writes((group, target) => setWeight(app, group, target)),
    "chainside.setTermWeight": writes((group, target) => setTermWeight(app, group, target)),
    "chainside.removeNode": writes((group, target) => removeNode(app, group, target)),
  });
}
