import * as vscode from "vscode";
import { signOperation } from "../../flows/operations/signOperation";
import { askNode, type Role } from "../../flows/target/askNode";
import { askTermWeight, askWeight, weightNow } from "../../flows/target/askWeight";
import { registerTargetCommands, writes } from "../../flows/target/chainCommands";
import type { On, Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/writableGroup";

declare module "../../kit/commands/commands" {
  interface Commands {
    /** True once it is done; undefined where it failed, or a question was cancelled. */
    "chainside.addSealer": (...given: Parameters<On<"node" | "group">>) => true;
    "chainside.addObserver": (...given: Parameters<On<"node" | "group">>) => true;
    "chainside.setSealerWeight": On<"node" | "group">;
    "chainside.setTermWeight": On<"node" | "group">;
    "chainside.removeNode": On<"node" | "group">;
  }
}

type Catalogue = typeof import("../../../operations/node/node");

/** Asks for a node of these roles, and does the operation with it. */
const onNode = (
  app: Chainside,
  roles: readonly Role[],
  title: string,
  run: (catalogue: Catalogue, group: WritableGroup, node: string) => Promise<unknown>,
) =>
  writes(async (group: WritableGroup, target: Target) => {
    const node = await askNode(app, group, target, { roles, title });
    await run(await import("../../../operations/node/node"), group, node);
    group.notify("nodes");
    return true as const;
  });

/** Who takes part in the consensus of a group. */
export function registerConsensus(app: Chainside): vscode.Disposable {
  const adding = vscode.l10n.t("Add Sealer");
  const weighing = vscode.l10n.t("Set Sealer Weight");
  const byTerm = vscode.l10n.t("Set Term Weight");
  return registerTargetCommands(app, {
    "chainside.addSealer": onNode(app, ["observer"], adding, async ({ addSealerOperation }, group, node) =>
      signOperation(app, group, addSealerOperation, { node, weight: await askWeight(adding, "1") }),
    ),
    "chainside.addObserver": onNode(
      app,
      ["sealer", "other"],
      vscode.l10n.t("Add Observer"),
      ({ addObserverOperation }, group, node) => signOperation(app, group, addObserverOperation, { node }),
    ),
    "chainside.setSealerWeight": onNode(app, ["sealer"], weighing, async ({ setWeightOperation }, group, node) =>
      signOperation(app, group, setWeightOperation, {
        node,
        weight: await askWeight(weighing, await weightNow(group, node)),
      }),
    ),
    "chainside.setTermWeight": onNode(app, ["sealer"], byTerm, async ({ setTermWeightOperation }, group, node) =>
      signOperation(app, group, setTermWeightOperation, {
        node,
        weight: await askTermWeight(byTerm, await weightNow(group, node, "termWeight")),
      }),
    ),
    "chainside.removeNode": onNode(
      app,
      ["sealer", "observer"],
      vscode.l10n.t("Remove Node from Group"),
      ({ removeNodeOperation }, group, node) => signOperation(app, group, removeNodeOperation, { node }),
    ),
  });
}
