import * as vscode from "vscode";
import { getGroupInfo } from "../../../chain/rpc/groups";
import { reads, registerTargetCommands } from "../../flows/target/chainCommands";
import { askChoice, askText, type Choice } from "../../kit/asking/ask";
import type { On, Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.nameNode": On<"node" | "group">;
    "chainside.chooseNode": On<"group">;
  }
}

/** Gives a node a name of its own in the views. */
async function nameNode(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Label Node");
  const { askNode } = await import("../../flows/target/askNode");
  const nodeId = await askNode(app, group, target, { roles: ["sealer", "observer", "other"], title });
  const name = await askText({
    title,
    prompt: vscode.l10n.t("Name of the node in your views. Leave empty to remove it"),
    value: app.nodeNames.given(nodeId) ?? "",
  });
  await app.nodeNames.set(nodeId, name);
}

/** Chooses which node of the group answers from now on: counts where a service stands before several nodes. */
async function chooseNode(app: Chainside, group: ChainGroup): Promise<void> {
  const { client } = group.session;
  const nodes = (await getGroupInfo(client))?.nodeList ?? [];
  const name = await askChoice<string>(
    [
      {
        label: `$(globe) ${vscode.l10n.t("Any node")}`,
        description: vscode.l10n.t("selected by the RPC service"),
        picked: client.node === "",
        value: "",
      },
      ...nodes.map(
        ({ name, nodeID }): Choice<string> => ({
          label: `$(server) ${app.nodeNames.label(nodeID)}`,
          description: name === nodeID ? "" : name,
          detail: nodeID,
          picked: client.node === name,
          value: name,
        }),
      ),
    ],
    {
      title: vscode.l10n.t("Select Node to Query"),
      placeHolder:
        client.node === ""
          ? vscode.l10n.t("Now: any node. A node that answers only for itself ignores the selection.")
          : vscode.l10n.t("Now: {0}", client.node),
    },
  );
  await group.reopen(name);
}

/** Names of nodes, and which of them is asked. */
export function registerNodeNames(app: Chainside): vscode.Disposable {
  return registerTargetCommands(app, {
    "chainside.nameNode": reads((group, target) => nameNode(app, group, target)),
    "chainside.chooseNode": reads((group) => chooseNode(app, group)),
  });
}
