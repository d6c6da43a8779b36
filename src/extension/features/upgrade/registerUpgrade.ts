import type * as vscode from "vscode";
import { mayRun } from "../../flows/nodes/runNodeScript";
import { free, reads, registerTargetCommands } from "../../flows/target/chainCommands";
import type { On } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.upgradeChain": On<"group">;
    "chainside.renewCertificates": On<"nodeFolder">;
  }
}

/** The way of a chain to a later release: a checklist, new programs for nodes that are here, and new certificates (docs/upgrade.md). */
export function registerUpgrade(app: Chainside): vscode.Disposable {
  return registerTargetCommands(app, {
    "chainside.upgradeChain": reads(async (group) => (await import("./upgradeChecklist")).runUpgrade(app, group)),
    "chainside.renewCertificates": free(async (target, selection) => {
      if (await mayRun()) await (await import("./renewCertificates")).renewCertificates(app, target, selection);
    }),
  });
}
