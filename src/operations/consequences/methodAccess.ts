import { readsOnly } from "../../chain/abi/abiType";
import { contractInterfaceAt, findAbi } from "../../chain/services/contract/lookUpAbi";
import {
  getMethodAccess,
  type MethodAccess,
  type MethodStep,
  methodsOpenedBy,
} from "../../chain/services/contractAuth/methodAccess";
import type { ContractMethod, MethodAuthType } from "../../chain/services/contractAuth/methodAuth";
import type { Address } from "../../crypto/bytes/hex";
import { t } from "../../text/catalogue";
import { listed } from "../../text/joining";
import type { OperationContext } from "../model/operation";
import { permissionsOffWarning } from "./permissionsOff";

/**
 * The policy of a method in a sentence, with what the chain makes of it.
 * @param named how an account is called
 */
export function methodPolicyText(
  { type, open, closed, outsider }: MethodAccess,
  named: (account: Address) => string = (account) => account,
): string {
  const names = (list: readonly Address[]): string => listed(list.map(named));
  switch (type) {
    case "none":
      return t("everyone can call it");
    case "whiteList":
      if (outsider) return t("anyone can call it because its whitelist is empty and another method has entries");
      return open.length === 0
        ? t("no one can call it because its whitelist is empty")
        : t("only {0} can call it", names(open));
    case "blackList":
      return closed.length === 0
        ? t("everyone can call it because its blacklist is empty")
        : t("everyone except {0} can call it", names(closed));
  }
}

/** Methods of a contract that are looked at before a step; a contract with more is judged by the first. */
const maxMethods = 60;

/** The contract's methods that change something, as far as an ABI is known: the person's, or the one that the chain keeps. */
async function changingMethods(
  { session, abiOf, signal }: OperationContext,
  contract: Address,
): Promise<readonly string[] | undefined> {
  const options = signal ? { signal } : {};
  const { found, code } = await findAbi(session, contract, abiOf, options);
  if (!found) return undefined;
  const { functions } = await contractInterfaceAt(session, contract, found.abi, { ...options, code });
  return functions
    .filter((each) => !readsOnly(each))
    .map(({ signature }) => signature)
    .slice(0, maxMethods);
}

/** Other methods of the contract that every account could call after the step. They are known by the ABI only. */
async function openedWarning(context: OperationContext, contract: Address, step: MethodStep): Promise<string[]> {
  const known = await changingMethods(context, contract);
  const methods = [...new Set([...(known ?? []), step.method])];
  const policies = new Map(
    await Promise.all(
      methods.map(async (method) => [method, await getMethodAccess(context.session, { contract, method })] as const),
    ),
  );
  const opened = methodsOpenedBy(policies, step).filter((method) => method !== step.method);
  if (opened.length > 0)
    return [
      t(
        "This lets everyone call other methods: {0}. Their whitelists are empty, and an empty whitelist works only while no method of the contract has entries. First add an entry to each of them.",
        listed(opened),
      ),
    ];
  return known || step.kind === "policy"
    ? []
    : [
        t(
          "The ABI of this contract is unknown. If another method has an empty whitelist, this step lets everyone call that method.",
        ),
      ];
}

/** What a new policy does to those who call the method today. */
function policyConsequence(type: Exclude<MethodAuthType, "none">, before: MethodAccess): string[] {
  if (type === "whiteList" && before.open.length === 0) {
    return [
      t(
        "The whitelist is empty. No one can call the method until you allow an account, unless another method of the contract has entries: then anyone can.",
      ),
    ];
  }
  return type === "blackList" && before.type === "whiteList"
    ? [t("The whitelist no longer applies. Everyone can call the method, except accounts blocked from it.")]
    : [];
}

/** What another policy of a method comes to. */
export async function methodPolicyWarnings(
  context: OperationContext,
  { contract, method }: ContractMethod,
  type: Exclude<MethodAuthType, "none">,
): Promise<string[]> {
  const before = await getMethodAccess(context.session, { contract, method });
  return [
    ...policyConsequence(type, before),
    ...(await openedWarning(context, contract, { kind: "policy", method, type })),
    ...permissionsOffWarning(context.session),
  ];
}

/** What an entry on a method's list comes to. */
export async function methodEntryWarnings(
  context: OperationContext,
  { contract, method }: ContractMethod,
  entry: { readonly account: Address; readonly open: boolean },
): Promise<string[]> {
  const before = await getMethodAccess(context.session, { contract, method });
  return [
    ...(before.type === "none" ? [] : await openedWarning(context, contract, { kind: "entry", method, ...entry })),
    ...permissionsOffWarning(context.session),
  ];
}
