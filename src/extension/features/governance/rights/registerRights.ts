import type * as vscode from "vscode";
import { reads, registerTargetCommands, writes } from "../../../flows/target/chainCommands";
import type { On } from "../../../kit/commands/target";
import type { Chainside } from "../../../state/chainside";

declare module "../../../kit/commands/commands" {
  interface Commands {
    "chainside.showContractRights": On<"contract" | "path" | "group">;
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

const contractStatus = (): Promise<typeof import("./contractStatus")> => import("./contractStatus");
const accountStatus = (): Promise<typeof import("./accountStatus")> => import("./accountStatus");
const methodRights = (): Promise<typeof import("./methodRights")> => import("./methodRights");
const showRights = (): Promise<typeof import("./showRights")> => import("./showRights");

/** Rights on contracts, methods and accounts: asking, and changing what a contract's admin or a governor changes directly. */
export function registerRights(app: Chainside): vscode.Disposable {
  return registerTargetCommands(app, {
    "chainside.showContractRights": reads(async (group, target) =>
      (await showRights()).showContractRights(app, group, target),
    ),
    "chainside.checkDeployRight": reads(async (group, target) =>
      (await showRights()).checkDeployRight(app, group, target),
    ),
    "chainside.freezeContract": writes(async (group, target) =>
      (await contractStatus()).changeContractStatus(app, group, target, "frozen"),
    ),
    "chainside.unfreezeContract": writes(async (group, target) =>
      (await contractStatus()).changeContractStatus(app, group, target, "normal"),
    ),
    "chainside.abolishContract": writes(async (group, target) =>
      (await contractStatus()).changeContractStatus(app, group, target, "abolished"),
    ),
    "chainside.showMethodRights": reads(async (group, target) =>
      (await methodRights()).showMethodRights(app, group, target),
    ),
    "chainside.checkMethodRights": reads(async (group, target) =>
      (await methodRights()).checkMethodRights(app, group, target),
    ),
    "chainside.setMethodPolicy": writes(async (group, target) =>
      (await methodRights()).setMethodPolicy(app, group, target),
    ),
    "chainside.openMethod": writes(async (group, target) =>
      (await methodRights()).openMethod(app, group, target, true),
    ),
    "chainside.closeMethod": writes(async (group, target) =>
      (await methodRights()).openMethod(app, group, target, false),
    ),
    "chainside.showAccountStatus": reads(async (group, target) =>
      (await accountStatus()).showAccountStatus(app, group, target),
    ),
    "chainside.freezeAccount": writes(async (group, target) =>
      (await accountStatus()).changeAccountStatus(app, group, target, "frozen"),
    ),
    "chainside.unfreezeAccount": writes(async (group, target) =>
      (await accountStatus()).changeAccountStatus(app, group, target, "normal"),
    ),
    "chainside.abolishAccount": writes(async (group, target) =>
      (await accountStatus()).changeAccountStatus(app, group, target, "abolished"),
    ),
  });
}
