import * as vscode from "vscode";
import { free, reads, registerTargetCommands } from "../../flows/target/chainCommands";
import type { On } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import { RuleWatches } from "./ruleWatches";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.watchByRules": On<"group">;
    "chainside.showAlerts": () => void;
  }
}

/** Groups that are watched by rules while the window is open, with notifications. */
export function registerRuleWatch(app: Chainside): vscode.Disposable {
  const watches = new RuleWatches(app);
  return vscode.Disposable.from(
    watches,
    registerTargetCommands(app, {
      "chainside.watchByRules": reads(async (group) => {
        const { askRulesFile } = await import("./rulesFile");
        await watches.start(group, await askRulesFile());
      }),
      "chainside.showAlerts": free(() => watches.show()),
    }),
  );
}
