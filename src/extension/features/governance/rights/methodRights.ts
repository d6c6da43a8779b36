import * as vscode from "vscode";
import type { ResolvedAddress } from "../../../../chain/services/bfs/readLink";
import { getMethodAccess, type MethodAccess } from "../../../../chain/services/contractAuth/methodAccess";
import { checkMethodAuth, type MethodAuthType } from "../../../../chain/services/contractAuth/methodAuth";
import type { Address } from "../../../../crypto/bytes/hex";
import { methodPolicyText as policyText } from "../../../../operations/consequences/methodAccess";
import { labelled } from "../../../../text/joining";
import { accountName } from "../../../flows/accounts/accountName";
import { showAfter } from "../../../flows/operations/showAfter";
import { signOperation } from "../../../flows/operations/signOperation";
import { askAddress } from "../../../flows/target/askAddress";
import { askResolvedContract } from "../../../flows/target/askContractAddress";
import { askMethod } from "../../../flows/target/askMethod";
import { askChoice } from "../../../kit/asking/ask";
import { showResult } from "../../../kit/asking/showResult";
import type { Target } from "../../../kit/commands/target";
import type { Chainside } from "../../../state/chainside";
import type { ChainGroup } from "../../../state/connections/chainGroup";
import type { WritableGroup } from "../../../state/connections/writableGroup";

interface ChosenMethod {
  readonly contract: Address;
  /** By what it was found. */
  readonly found: readonly [ResolvedAddress];
  readonly method: string;
  /** `HelloWorld.set(string)` */
  readonly name: string;
}

async function chooseMethod(app: Chainside, group: ChainGroup, target: Target, title: string): Promise<ChosenMethod> {
  const found = await askResolvedContract(app, group, target, title);
  const contract = found.address;
  const method = await askMethod(app, group, contract, { target, title });
  const known = app.knownContracts.titleAt(group, contract);
  return { contract, found: [found], method, name: `${known ?? contract}.${method}` };
}

/** The policy of a method in a sentence, with the accounts' names. */
export const methodPolicyText = (app: Chainside, access: MethodAccess): string =>
  policyText(access, (account) => accountName(app, account));

/** Says who may call a method. */
export async function showMethodRights(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const { name, ...chosen } = await chooseMethod(app, group, target, vscode.l10n.t("Show Who Can Call a Method"));
  const auth = await getMethodAccess(group.session, chosen);
  showResult(labelled(name, methodPolicyText(app, auth)), JSON.stringify(auth));
}

/** Says whether an account may call a method. */
export async function checkMethodRights(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Check Method Access");
  const { name, ...chosen } = await chooseMethod(app, group, target, title);
  const account = await askAddress(app, group, { title, placeHolder: vscode.l10n.t("Select an account") });
  const allowed = await checkMethodAuth(group.session, chosen, account);
  const who = accountName(app, account);
  showResult(
    allowed ? vscode.l10n.t("{0} can call {1}.", who, name) : vscode.l10n.t("{0} can't call {1}.", who, name),
    String(allowed),
  );
}

/** Chooses the policy of a method: white or black list. */
export async function setMethodPolicy(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Set Method Access Policy");
  const { name, found, ...chosen } = await chooseMethod(app, group, target, title);
  const { contract, method } = chosen;
  const before = await getMethodAccess(group.session, chosen);
  const type = await askChoice<Exclude<MethodAuthType, "none">>(
    [
      {
        label: vscode.l10n.t("Whitelist"),
        description: vscode.l10n.t("only accounts allowed to call it"),
        value: "whiteList",
      },
      {
        label: vscode.l10n.t("Blacklist"),
        description: vscode.l10n.t("everyone except accounts blocked from calling it"),
        value: "blackList",
      },
    ],
    { title: `${title} · ${name}`, placeHolder: vscode.l10n.t("Now: {0}", methodPolicyText(app, before)) },
  );
  const { methodPolicyOperation } = await import("../../../../operations/contract/rights");
  await signOperation(app, group, methodPolicyOperation, { contract, method, policy: type }, { found });
  await report(app, group, title, { ...chosen, name });
}

async function report(
  app: Chainside,
  group: ChainGroup,
  title: string,
  chosen: Omit<ChosenMethod, "found">,
): Promise<void> {
  const { name, ...method } = chosen;
  group.notify("governance");
  await showAfter(
    app,
    `${title} · ${name}`,
    () => getMethodAccess(group.session, method),
    (now) => showResult(labelled(name, methodPolicyText(app, now)), JSON.stringify(now)),
  );
}

/** Opens a method to an account or closes it. */
export async function openMethod(app: Chainside, group: WritableGroup, target: Target, open: boolean): Promise<void> {
  const title = open
    ? vscode.l10n.t("Allow Account to Call Method")
    : vscode.l10n.t("Block Account from Calling Method");
  const { contract, found, method, name } = await chooseMethod(app, group, target, title);
  const before = await getMethodAccess(group.session, { contract, method });
  const account = await askAddress(app, group, {
    title: `${title} · ${name}`,
    placeHolder: vscode.l10n.t("Now: {0}", methodPolicyText(app, before)),
  });
  const { closeMethodOperation, openMethodOperation } = await import("../../../../operations/contract/rights");
  const operation = open ? openMethodOperation : closeMethodOperation;
  await signOperation(app, group, operation, { contract, method, account }, { found });
  await report(app, group, title, { contract, method, name });
}
