import * as v from "valibot";
import { getContractAdmin } from "../../chain/services/contractAuth/contractAdmin";
import {
  type ContractStatus,
  getContractStatus,
  setContractStatus,
} from "../../chain/services/contractAuth/contractStatus";
import { getDeployAuthType, hasDeployAuth } from "../../chain/services/contractAuth/deployAuth";
import { getMethodAccess, type MethodAccess } from "../../chain/services/contractAuth/methodAccess";
import { checkMethodAuth, setMethodAuth, setMethodAuthType } from "../../chain/services/contractAuth/methodAuth";
import { deployAuthTypes } from "../../chain/services/governance/propose";
import type { Address } from "../../crypto/bytes/hex";
import { clientError } from "../../errors/clientError";
import { type LocalizableText, t, text } from "../../text/catalogue";
import { labelled } from "../../text/joining";
import { contractStatusConsequences, contractStatusText } from "../consequences/contractStatus";
import { contractStatusFailure, methodEntryFailure } from "../consequences/knownFailures";
import { methodEntryWarnings, methodPolicyText, methodPolicyWarnings } from "../consequences/methodAccess";
import { deployPolicyText } from "../consequences/proposalText";
import { asking, signing } from "../kit/define";
import { listSpellings } from "../kit/spellings";
import { account, clickedAccount, contract, selectAccount } from "../kit/subjects";
import { askedBy, aText, oneOf, optional } from "../model/fields";
import type { Done, OperationContext, Report } from "../model/operation";
import type { QuestionContext } from "../model/question";

const noun = "contract";
const method = aText(text("Method"), { ask: { picker: "method", inTitle: true } });

/** Who can call the method now, as the question for another rule. */
const policyNow = async ({ session, given }: QuestionContext): Promise<LocalizableText> => {
  const contract = given["contract"] as Address;
  return text(
    "Now: {0}",
    methodPolicyText(await getMethodAccess(session, { contract, method: String(given["method"]) })),
  );
};

interface MethodValues {
  readonly contract: Address;
  readonly method: string;
}

/** Who can call the method, in a sentence behind its name. */
const policyReport = ({ contract, method }: MethodValues, access: MethodAccess, named: Done["named"]): Report => ({
  text: labelled(`${named(contract)}.${method}`, methodPolicyText(access, named)),
  copied: JSON.stringify(access),
});

const reportPolicy = async ({
  context: { session },
  values,
  named,
}: {
  readonly context: OperationContext;
  readonly values: MethodValues;
  readonly named: Done["named"];
}): Promise<Report> => policyReport(values, await getMethodAccess(session, values), named);

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
    command: LocalizableText;
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
      command: {
        title: head.command,
        report: async ({ context: { session }, values, named }) => ({
          text: labelled(named(values.contract), contractStatusText(await getContractStatus(session, values.contract))),
          copied: values.contract,
        }),
      },
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

/** Each change of a contract's status. */
const contractStatusOperations = [
  changingStatus("frozen", {
    verb: "freeze",
    word: "freezeContract",
    console: "freezeContract",
    summary: text("Freezes a contract."),
    command: text("Freeze Contract"),
    title: (contract) => text("Freeze contract {0}", contract),
  }),
  changingStatus("normal", {
    verb: "unfreeze",
    word: "unfreezeContract",
    console: "unfreezeContract",
    summary: text("Unfreezes a contract."),
    command: text("Unfreeze Contract"),
    title: (contract) => text("Unfreeze contract {0}", contract),
  }),
  changingStatus("abolished", {
    verb: "abolish",
    word: "abolishContract",
    console: "abolishContract",
    summary: text("Abolishes a contract permanently."),
    command: text("Abolish Contract"),
    title: (contract) => text("Abolish contract {0}", contract),
  }),
] as const;

const showMethod = asking({
  noun,
  verb: "method-policy",
  word: "getMethodPolicy",
  console: [{ name: "getMethodAuth", arguments: ["contract", "method"] }],
  summary: text("Who can call a method."),
  fields: { contract, method },
  command: {
    title: text("Show Who Can Call a Method"),
    report: ({ values, result, named }) => policyReport(values, result as MethodAccess, named),
  },
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
  fields: { contract, method, account: optional(askedBy(account, selectAccount)) },
  command: {
    title: text("Check Method Access"),
    asks: ["contract", "method", "account"],
    report: ({ values: { contract, method, account = "" }, result, named }) => {
      const name = `${named(contract)}.${method}`;
      return {
        text: result ? text("{0} can call {1}.", account, name) : text("{0} can't call {1}.", account, name),
        copied: String(result),
      };
    },
  },
  asksAs: true,
  result: v.boolean(),
  run: (context, given) => checkMethodAuth(context.session, given, accountOr(given.account, context, "check-method")),
});

const methodPolicyOperation = signing(
  {
    noun,
    verb: "set-method-policy",
    word: "setMethodPolicy",
    console: [{ name: "setMethodAuth", arguments: ["contract", "method", "policy"] }],
    summary: text("Sets who can call a method."),
    fields: {
      contract,
      method,
      policy: oneOf(text("Policy"), ["whiteList", "blackList"], {
        spellings: listSpellings,
        ask: {
          prompt: policyNow,
          offers: () => [
            {
              label: text("Whitelist"),
              description: text("only accounts allowed to call it"),
              value: "whiteList",
            },
            {
              label: text("Blacklist"),
              description: text("everyone except accounts blocked from calling it"),
              value: "blackList",
            },
          ],
        },
      }),
    },
    command: { title: text("Set Method Access Policy"), report: reportPolicy },
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

const methodFor = (
  open: boolean,
  head: { verb: string; word: string; console: string; summary: LocalizableText; command: LocalizableText },
) =>
  signing(
    {
      noun,
      verb: head.verb,
      word: head.word,
      console: [{ name: head.console, arguments: ["contract", "method", "account"] }],
      summary: head.summary,
      fields: { contract, method, account: askedBy(account, { prompt: policyNow }) },
      command: { title: head.command, report: reportPolicy },
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

const openMethodOperation = methodFor(true, {
  verb: "open-method",
  word: "openMethod",
  console: "openMethodAuth",
  summary: text("Allows an account to call a method."),
  command: text("Allow Account to Call Method"),
});

const closeMethodOperation = methodFor(false, {
  verb: "close-method",
  word: "closeMethod",
  console: "closeMethodAuth",
  summary: text("Blocks an account from calling a method."),
  command: text("Block Account from Calling Method"),
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
  fields: { account: optional(askedBy(account, clickedAccount)) },
  command: {
    title: text("Check Deploy Permission"),
    asks: ["account"],
    report: async ({ context: { session }, values: { account = "" }, result }) => {
      const policy = deployPolicyText(await getDeployAuthType(session));
      return {
        text: result
          ? text("{0} can deploy. Policy: {1}.", account, policy)
          : text("{0} can't deploy. Policy: {1}.", account, policy),
        copied: String(result),
      };
    },
  },
  asksAs: true,
  result: v.boolean(),
  run: (context, given) => hasDeployAuth(context.session, accountOr(given.account, context, "check-deploy")),
});

/** Who may call and change a contract, and who may deploy one. */
export const contractRightsOperations = [
  showStatus,
  showAdmin,
  ...contractStatusOperations,
  showMethod,
  checkMethod,
  methodPolicyOperation,
  openMethodOperation,
  closeMethodOperation,
  showDeployPolicy,
  checkDeploy,
] as const;
