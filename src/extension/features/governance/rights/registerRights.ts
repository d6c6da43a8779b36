import type * as vscode from "vscode";
import { registerCommands } from "../../../kit/commands/registerCommands";
import type { Chainside } from "../../../state/chainside";

const contractStatus = (): Promise<typeof import("./contractStatus")> => import("./contractStatus");
const accountStatus = (): Promise<typeof import("./accountStatus")> => import("./accountStatus");
const methodRights = (): Promise<typeof import("./methodRights")> => import("./methodRights");
const showRights = (): Promise<typeof import("./showRights")> => import("./showRights");

/** Rights on contracts, methods and accounts: asking, and changing what a contract's admin or a governor changes directly. */
export function registerRights(app: Chainside): vscode.Disposable {
  return registerCommands(app, {
    "chainside.showContractRights": async (target) => (await showRights()).showContractRights(app, target),
    "chainside.checkDeployRight": async (target) => (await showRights()).checkDeployRight(app, target),
    "chainside.freezeContract": async (target) => (await contractStatus()).changeContractStatus(app, target, "frozen"),
    "chainside.unfreezeContract": async (target) =>
      (await contractStatus()).changeContractStatus(app, target, "normal"),
    "chainside.abolishContract": async (target) =>
      (await contractStatus()).changeContractStatus(app, target, "abolished"),
    "chainside.showMethodRights": async (target) => (await methodRights()).showMethodRights(app, target),
    "chainside.checkMethodRights": async (target) => (await methodRights()).checkMethodRights(app, target),
    "chainside.setMethodPolicy": async (target) => (await methodRights()).setMethodPolicy(app, target),
    "chainside.openMethod": async (target) => (await methodRights()).openMethod(app, target, true),
    "chainside.closeMethod": async (target) => (await methodRights()).openMethod(app, target, false),
    "chainside.showAccountStatus": async (target) => (await accountStatus()).showAccountStatus(app, target),
    "chainside.freezeAccount": async (target) => (await accountStatus()).changeAccountStatus(app, target, "frozen"),
    "chainside.unfreezeAccount": async (target) => (await accountStatus()).changeAccountStatus(app, target, "normal"),
    "chainside.abolishAccount": async (target) => (await accountStatus()).changeAccountStatus(app, target, "abolished"),
  });
}
