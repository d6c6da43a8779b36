import type * as vscode from "vscode";
import { reads, registerTargetCommands, writes } from "../../../flows/target/chainCommands";
import type { Chainside } from "../../../state/chainside";

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
