import * as vscode from "vscode";
import {
  getMethodAccess,
  type MethodAccess,
  type MethodStep,
  methodsOpenedBy,
} from "../../../../chain/services/contractAuth/methodAccess";
import {
  checkMethodAuth,
  type MethodAuthType,
  setMethodAuth,
  setMethodAuthType,
} from "../../../../chain/services/contractAuth/methodAuth";
import type { Address } from "../../../../crypto/hex";
import { askMethod } from "../../../flows/contracts/askMethod";
import { rightsWarnings } from "../../../flows/signing/rightsWarnings";
import { signAndSend } from "../../../flows/signing/signAndSend";
import { askAddress } from "../../../flows/target/askAddress";
import { askContractAddress } from "../../../flows/target/askContractAddress";
import type { Target } from "../../../flows/target/target";
import { askChoice } from "../../../kit/asking/ask";
import { showResult } from "../../../kit/asking/showResult";
import { labelled } from "../../../kit/text/labelled";
import { accountName } from "../../../state/accounts/accountName";
import type { Chainside } from "../../../state/chainside";
import type { ChainGroup } from "../../../state/connections/chainGroup";
import type { WritableGroup } from "../../../state/connections/writableGroup";
import { permissionsOffWarning } from "./permissionsOff";

interface ChosenMethod {
  readonly contract: Address;
  readonly method: string;
  /** `HelloWorld.set(string)` */
  readonly name: string;
}

async function chooseMethod(app: Chainside, group: ChainGroup, target: Target, title: string): Promise<ChosenMethod> {
  const contract = await askContractAddress(app, group, target, title);
  const method = await askMethod(app, group, contract, { target, title });
  const known = app.knownContracts.find(group, contract)?.name;
  return { contract, method, name: `${known ?? contract}.${method}` };
}

/** The policy of a method in a sentence, with what the chain makes of it. */
export function methodPolicyText(app: Chainside, { type, open, closed, outsider }: MethodAccess): string {
  const names = (list: readonly Address[]): string =>
    list.map((account) => accountName(app, account)).join(vscode.l10n.t(", "));
  switch (type) {
    case "none":
      return vscode.l10n.t("everyone can call it");
    case "whiteList":
      if (outsider)
        return vscode.l10n.t("anyone can call it because its whitelist is empty and another method has entries");
      return open.length === 0
        ? vscode.l10n.t("no one can call it because its whitelist is empty")
        : vscode.l10n.t("only {0} can call it", names(open));
    case "blackList":
      return closed.length === 0
        ? vscode.l10n.t("everyone can call it because its blacklist is empty")
        : vscode.l10n.t("everyone except {0} can call it", names(closed));
  }
}

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

/** Methods of a contract that are looked at before a step; a contract with more is judged by the first. */
const mostMethods = 60;

/** Other methods of the contract that everyone could call after the step. They are known by the ABI only. */
async function openedWarning(
  app: Chainside,
  group: ChainGroup,
  { contract }: ChosenMethod,
  step: MethodStep,
): Promise<string[]> {
  const known = app.knownContracts.find(group, contract);
  const { contractInterface } = await import("../../../../chain/abi/contractInterface");
  const signatures = known
    ? contractInterface(known.abi, group.session.suite)
        .functions.filter(({ stateMutability }) => stateMutability !== "view" && stateMutability !== "pure")
        .map(({ signature }) => signature)
        .slice(0, mostMethods)
    : [];
  const methods = [...new Set([...signatures, step.method])];
  const policies = new Map(
    await Promise.all(
      methods.map(async (method) => [method, await getMethodAccess(group.session, { contract, method })] as const),
    ),
  );
  const opened = methodsOpenedBy(policies, step).filter((method) => method !== step.method);
  if (opened.length > 0)
    return [
      vscode.l10n.t(
        "This lets everyone call other methods: {0}. Their whitelists are empty, and an empty whitelist works only while no method of the contract has entries. First add an entry to each of them.",
        opened.join(vscode.l10n.t(", ")),
      ),
    ];
  return known || step.kind === "policy"
    ? []
    : [
        vscode.l10n.t(
          "The ABI of this contract is unknown. If another method has an empty whitelist, this step lets everyone call that method.",
        ),
      ];
}

/** What a new policy does to those who call the method today. */
function policyConsequence(type: Exclude<MethodAuthType, "none">, before: MethodAccess): string[] {
  if (type === "whiteList" && before.open.length === 0) {
    return [
      vscode.l10n.t(
        "The whitelist is empty. No one can call the method until you allow an account, unless another method of the contract has entries: then anyone can.",
      ),
    ];
  }
  return type === "blackList" && before.type === "whiteList"
    ? [vscode.l10n.t("The whitelist no longer applies. Everyone can call the method, except accounts blocked from it.")]
    : [];
}

/** Chooses the policy of a method: white or black list. */
export async function setMethodPolicy(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Set Method Access Policy");
  const { contract, method, name } = await chooseMethod(app, group, target, title);
  const before = await getMethodAccess(group.session, { contract, method });
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
  await signAndSend(
    app,
    {
      group,
      title: `${title} · ${name}`,
      lines: [
        { label: vscode.l10n.t("Contract"), value: contract },
        { label: vscode.l10n.t("Method"), value: method },
        {
          label: vscode.l10n.t("Policy"),
          value: type === "whiteList" ? vscode.l10n.t("Whitelist") : vscode.l10n.t("Blacklist"),
        },
      ],
      warnings: [
        ...policyConsequence(type, before),
        ...(await openedWarning(app, group, { contract, method, name }, { kind: "policy", method, type })),
        ...permissionsOffWarning(group),
        ...(await rightsWarnings(app, group, { kind: "setMethodAuth", contract })),
      ],
    },
    (signer, options) => setMethodAuthType(group.session, signer, { contract, method, type }, options),
  );
  await report(app, group, { contract, method, name });
}

async function report(app: Chainside, group: ChainGroup, { contract, method, name }: ChosenMethod): Promise<void> {
  group.notify("governance");
  const now = await getMethodAccess(group.session, { contract, method });
  showResult(labelled(name, methodPolicyText(app, now)), JSON.stringify(now));
}

/** Opens a method to an account or closes it. */
export async function openMethod(app: Chainside, group: WritableGroup, target: Target, open: boolean): Promise<void> {
  const title = open
    ? vscode.l10n.t("Allow Account to Call Method")
    : vscode.l10n.t("Block Account from Calling Method");
  const { contract, method, name } = await chooseMethod(app, group, target, title);
  const before = await getMethodAccess(group.session, { contract, method });
  const account = await askAddress(app, group, {
    title: `${title} · ${name}`,
    placeHolder: vscode.l10n.t("Now: {0}", methodPolicyText(app, before)),
  });
  await signAndSend(
    app,
    {
      group,
      title: `${title} · ${name}`,
      lines: [
        { label: vscode.l10n.t("Contract"), value: contract },
        { label: vscode.l10n.t("Method"), value: method },
        { label: vscode.l10n.t("Account"), value: account },
      ],
      warnings: [
        ...(before.type === "none"
          ? [vscode.l10n.t("The method has no list yet, so the chain refuses this. First set its access policy.")]
          : await openedWarning(app, group, { contract, method, name }, { kind: "entry", method, account, open })),
        ...permissionsOffWarning(group),
        ...(await rightsWarnings(app, group, { kind: "setMethodAuth", contract })),
      ],
    },
    (signer, options) => setMethodAuth(group.session, signer, { contract, method, account, open }, options),
  );
  await report(app, group, { contract, method, name });
}
