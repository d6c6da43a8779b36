import type * as vscode from "vscode";
import { reads, registerTargetCommands, type TargetCommand } from "../../flows/target/chainCommands";
import type { On } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.runOperation": On<"group">;
    "chainside.showBalance": On<"account" | "group">;
    "chainside.listBalanceCallers": On<"group">;
    "chainside.registerBalanceCaller": On<"group">;
    "chainside.unregisterBalanceCaller": On<"group">;
    "chainside.addBalance": On<"group">;
    "chainside.subtractBalance": On<"group">;
    "chainside.transferValue": On<"group">;
    "chainside.transferBalance": On<"group">;
  }
}

/** Commands that are an operation of the catalogue (its noun and verb) as it stands, and one that offers every operation. */
export function registerOperations(app: Chainside): vscode.Disposable {
  const operation = (name: string): TargetCommand<true> =>
    reads(async (group, target) =>
      (await import("../../flows/operations/operationCommand")).operationCommand(app, group, target, name),
    );
  return registerTargetCommands(app, {
    "chainside.runOperation": reads(async (group, target) =>
      (await import("./runOperation")).runOperation(app, group, target),
    ),
    "chainside.showBalance": operation("balance show"),
    "chainside.listBalanceCallers": operation("balance list-callers"),
    "chainside.registerBalanceCaller": operation("balance register-caller"),
    "chainside.unregisterBalanceCaller": operation("balance unregister-caller"),
    "chainside.addBalance": operation("balance add"),
    "chainside.subtractBalance": operation("balance subtract"),
    "chainside.transferBalance": operation("balance transfer"),
    "chainside.transferValue": operation("balance transfer-value"),
  });
}
