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
    "chainside.makeShard": On<"group">;
    "chainside.linkShard": On<"contract" | "path" | "group">;
    "chainside.showShard": On<"contract" | "path" | "group">;
    /** True once it is done, or proposed; undefined where it failed, or a question was cancelled. */
    "chainside.addSealer": (...given: Parameters<On<"node" | "group">>) => true;
    "chainside.addObserver": (...given: Parameters<On<"node" | "group">>) => true;
    "chainside.setSealerWeight": On<"node" | "group">;
    "chainside.setTermWeight": On<"node" | "group">;
    "chainside.removeNode": On<"node" | "group">;
    "chainside.setSystemConfig": On<"configKey" | "group">;
    "chainside.bfsMakeDirectory": On<"path" | "group">;
    "chainside.bfsLink": On<"path" | "contract" | "group">;
    "chainside.bfsTouch": On<"path" | "group">;
    "chainside.bfsReadLink": On<"path" | "group">;
    "chainside.bfsFix": On<"group">;
    "chainside.createTable": On<"path" | "group">;
    "chainside.createKvTable": On<"path" | "group">;
    "chainside.initCommittee": On<"group">;
    "chainside.freezeContract": On<"contract" | "path" | "group">;
    "chainside.unfreezeContract": On<"contract" | "path" | "group">;
    "chainside.abolishContract": On<"contract" | "path" | "group">;
    "chainside.showMethodRights": On<"contract" | "path" | "group">;
    "chainside.checkMethodRights": On<"contract" | "path" | "group">;
    "chainside.setMethodPolicy": On<"contract" | "path" | "group">;
    "chainside.openMethod": On<"contract" | "path" | "group">;
    "chainside.closeMethod": On<"contract" | "path" | "group">;
    "chainside.checkDeployRight": On<"account" | "group">;
    "chainside.showAccountStatus": On<"account" | "group">;
    "chainside.freezeAccount": On<"account" | "group">;
    "chainside.unfreezeAccount": On<"account" | "group">;
    "chainside.abolishAccount": On<"account" | "group">;
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
    "chainside.makeShard": operation("shard make"),
    "chainside.linkShard": operation("shard link"),
    "chainside.showShard": operation("shard show"),
    "chainside.addSealer": operation("node add-sealer"),
    "chainside.addObserver": operation("node add-observer"),
    "chainside.setSealerWeight": operation("node set-weight"),
    "chainside.setTermWeight": operation("node set-term-weight"),
    "chainside.removeNode": operation("node remove"),
    "chainside.setSystemConfig": operation("config set"),
    "chainside.bfsMakeDirectory": operation("bfs mkdir"),
    "chainside.bfsLink": operation("bfs link"),
    "chainside.bfsTouch": operation("bfs touch"),
    "chainside.bfsReadLink": operation("bfs read-link"),
    "chainside.bfsFix": operation("bfs fix"),
    "chainside.createTable": operation("table create"),
    "chainside.createKvTable": operation("kv create"),
    "chainside.initCommittee": operation("committee init"),
    "chainside.freezeContract": operation("contract freeze"),
    "chainside.unfreezeContract": operation("contract unfreeze"),
    "chainside.abolishContract": operation("contract abolish"),
    "chainside.showMethodRights": operation("contract method-policy"),
    "chainside.checkMethodRights": operation("contract check-method"),
    "chainside.setMethodPolicy": operation("contract set-method-policy"),
    "chainside.openMethod": operation("contract open-method"),
    "chainside.closeMethod": operation("contract close-method"),
    "chainside.checkDeployRight": operation("contract check-deploy"),
    "chainside.showAccountStatus": operation("account status"),
    "chainside.freezeAccount": operation("account freeze"),
    "chainside.unfreezeAccount": operation("account unfreeze"),
    "chainside.abolishAccount": operation("account abolish"),
  });
}
