import * as v from "valibot";
import { getContractAdmin } from "../../chain/services/contractAuth/contractAdmin";
import {
  type ContractStatus,
  getContractStatus,
  setContractStatus,
} from "../../chain/services/contractAuth/contractStatus";
import { getDeployAuthType, hasDeployAuth } from "../../chain/services/contractAuth/deployAuth";
import { getMethodAccess } from "../../chain/services/contractAuth/methodAccess";
import { checkMethodAuth, setMethodAuth, setMethodAuthType } from "../../chain/services/contractAuth/methodAuth";
import { deployAuthTypes } from "../../chain/services/governance/propose";
import type { Address } from "../../crypto/bytes/hex";
import { clientError } from "../../errors/clientError";
import { type LocalizableText, t, text } from "../../text/catalogue";
import { contractStatusConsequences, contractStatusText } from "../consequences/contractStatus";
import { contractStatusFailure, methodEntryFailure } from "../consequences/knownFailures";
import { methodEntryWarnings, methodPolicyWarnings } from "../consequences/methodAccess";
import { asking, signing } from "../kit/define";
import { listSpellings } from "../kit/spellings";
import { account, contract } from "../kit/subjects";
import { aText, oneOf, optional } from "../model/fields";
import type { OperationContext } from "../model/operation";

const noun = "contract";
const method = aText(text("Method"));

/** The account that is named, else the one that would sign. @throws ChainError usage `accountNeeded` without either. */
function accountOr(given: Address | undefined, context: OperationContext, verb: string): Address {
  const account = given ?? context.account;
  if (account === undefined) throw clientError("accountNeeded", { operation: `${noun} ${verb}` });
  return account;
}

const showStatus = asking({
  noun,
  verb: "status",
  word: "getContractStatus",
  console: [{ name: "getContractStatus", arguments: ["contract"] }],
  summary: text("A contract's status."),
  fields: { contract },
  result: v.nullable(v.picklist(["normal", "frozen", "abolished"])),
  run: async ({ session }, given) => (await getContractStatus(session, given.contract)) ?? null,
});

const showAdmin = asking({
  noun,
  verb: "admin",
  word: "getContractAdmin",
  console: [{ name: "getContractAdmin", arguments: ["contract"] }],
  summary: text("A contract's admin."),
  fields: { contract },
  result: v.nullable(v.string()),
  run: async ({ session }, given) => (await getContractAdmin(session, given.contract)) ?? null,
});

const changingStatus = (
  status: ContractStatus,
  head: {
    verb: string;
    word: string;
    console: string;
    summary: LocalizableText;
    title: (contract: string) => LocalizableText;
  },
) =>
  signing(
    {
      noun,
      verb: head.verb,
      word: head.word,
      console: [{ name: head.console, arguments: ["contract"] }],
      summary: head.summary,
      fields: { contract },
      ...(status === "abolished" ? { weight: "irreversible" as const } : { idempotent: true }),
      ...(status === "frozen" ? { agreedByWriting: true } : {}),
    },
    {
      title: (given) => head.title(given.contract),
      right: (given) => ({ kind: "setContractStatus", contract: given.contract }),
      consequences: async ({ session }, given) => {
        const now = await getContractStatus(session, given.contract);
        return {
          ...(await contractStatusConsequences(session, given.contract, { from: now, to: status })),
          ...contractStatusFailure(session, given.contract, { from: now, to: status }),
          lines: [
            { label: t("Contract"), value: given.contract },
            { label: t("Status"), value: `${contractStatusText(now)} → ${contractStatusText(status)}` },
          ],
        };
      },
      run: async ({ session }, signer, given, options) =>
        setContractStatus(session, signer, { contract: given.contract, status, override: options.agreed }, options),
    },
  );

/** Each change of a contract's status, by what it becomes. */
export const contractStatusOperations = {
  frozen: changingStatus("frozen", {
    verb: "freeze",
    word: "freezeContract",
    console: "freezeContract",
    summary: text("Freezes a contract."),
    title: (contract) => text("Freeze contract {0}", contract),
  }),
  normal: changingStatus("normal", {
    verb: "unfreeze",
    word: "unfreezeContract",
    console: "unfreezeContract",
    summary: text("Unfreezes a contract."),
    title: (contract) => text("Unfreeze contract {0}", contract),
  }),
  abolished: changingStatus("abolished", {
    verb: "abolish",
    word: "abolishContract",
    console: "abolishContract",
    summary: text("Abolishes a contract permanently."),
    title: (contract) => text("Abolish contract {0}", contract),
  }),
} as const;

const showMethod = asking({
  noun,
  verb: "method-policy",
  word: "getMethodPolicy",
  console: [{ name: "getMethodAuth", arguments: ["contract", "method"] }],
  summary: text("Who can call a method."),
  fields: { contract, method },
  result: v.object({
    type: v.picklist(["none", "whiteList", "blackList"]),
    open: v.array(v.string()),
    closed: v.array(v.string()),
    /** Whether an account on no list can call it. */
    outsider: v.boolean(),
  }),
  run: async ({ session }, given) => {
    const access = await getMethodAccess(session, given);
    return { ...access, open: [...access.open], closed: [...access.closed] };
  },
});

const checkMethod = asking({
  noun,
  verb: "check-method",
  word: "checkMethod",
  console: [
    { name: "checkMethodAuth", arguments: ["contract", "method"] },
    { name: "checkMethodAuth", arguments: ["contract", "method", "account"] },
  ],
  summary: text("Whether an account can call a method."),
  fields: { contract, method, account: optional(account) },
  asksAs: true,
  result: v.boolean(),
  run: (context, given) => checkMethodAuth(context.session, given, accountOr(given.account, context, "check-method")),
});

export const methodPolicyOperation = signing(
  {
    noun,
    verb: "set-method-policy",
    word: "setMethodPolicy",
    console: [{ name: "setMethodAuth", arguments: ["contract", "method", "policy"] }],
    summary: text("Sets who can call a method."),
    fields: {
      contract,
      method,
      policy: oneOf(text("Policy"), ["whiteList", "blackList"], { spellings: listSpellings }),
    },
    idempotent: true,
  },
  {
    title: (given) =>
      given.policy === "whiteList"
        ? text("Only listed accounts can call {0} of {1}", given.method, given.contract)
        : text("All but listed accounts can call {0} of {1}", given.method, given.contract),
    right: (given) => ({ kind: "setMethodAuth", contract: given.contract }),
    lines: async (_, given) => [
      { label: t("Contract"), value: given.contract },
      { label: t("Method"), value: given.method },
      { label: t("Policy"), value: given.policy === "whiteList" ? t("Whitelist") : t("Blacklist") },
    ],
    consequences: async (context, given) => ({
      warnings: await methodPolicyWarnings(context, given, given.policy),
      byRules: true,
    }),
    run: async ({ session }, signer, given, options) =>
      setMethodAuthType(session, signer, { ...given, type: given.policy }, options),
  },
);

const methodFor = (open: boolean, head: { verb: string; word: string; console: string; summary: LocalizableText }) =>
  signing(
    {
      noun,
      verb: head.verb,
      word: head.word,
      console: [{ name: head.console, arguments: ["contract", "method", "account"] }],
      summary: head.summary,
      fields: { contract, method, account },
      idempotent: true,
    },
    {
      title: (given) =>
        open
          ? text("Allow {0} to call {1} of {2}", given.account, given.method, given.contract)
          : text("Block {0} from calling {1} of {2}", given.account, given.method, given.contract),
      right: (given) => ({ kind: "setMethodAuth", contract: given.contract }),
      consequences: async (context, given) => ({
        warnings: await methodEntryWarnings(context, given, { account: given.account, open }),
        blocked: await methodEntryFailure(context.session, given),
        byRules: true,
      }),
      run: async ({ session }, signer, given, options) => setMethodAuth(session, signer, { ...given, open }, options),
    },
  );

export const openMethodOperation = methodFor(true, {
  verb: "open-method",
  word: "openMethod",
  console: "openMethodAuth",
  summary: text("Allows an account to call a method."),
});

export const closeMethodOperation = methodFor(false, {
  verb: "close-method",
  word: "closeMethod",
  console: "closeMethodAuth",
  summary: text("Blocks an account from calling a method."),
});

const showDeployPolicy = asking({
  noun,
  verb: "deploy-policy",
  word: "getDeployPolicy",
  console: [{ name: "getDeployAuth", arguments: [] }],
  summary: text("Who can deploy."),
  fields: {},
  result: v.picklist(deployAuthTypes),
  run: ({ session }) => getDeployAuthType(session),
});

const checkDeploy = asking({
  noun,
  verb: "check-deploy",
  word: "checkDeployRight",
  console: [
    { name: "checkDeployAuth", arguments: [] },
    { name: "checkDeployAuth", arguments: ["account"] },
  ],
  summary: text("Whether an account can deploy."),
  fields: { account: optional(account) },
  asksAs: true,
  result: v.boolean(),
  run: (context, given) => hasDeployAuth(context.session, accountOr(given.account, context, "check-deploy")),
});

/** Who may call and change a contract, and who may deploy one. */
export const contractRightsOperations = [
  showStatus,
  showAdmin,
  ...Object.values(contractStatusOperations),
  showMethod,
  checkMethod,
  methodPolicyOperation,
  openMethodOperation,
  closeMethodOperation,
  showDeployPolicy,
  checkDeploy,
] as const;
