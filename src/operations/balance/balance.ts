import * as v from "valibot";
import { parseAmount } from "../../chain/services/balance/amount";
import {
  type BalanceChange,
  changeBalance,
  getBalance,
  listBalanceGovernors,
  setBalanceGovernor,
} from "../../chain/services/balance/balance";
import { requireSuccess } from "../../chain/services/contract/requireSuccess";
import type { ChainSession } from "../../chain/session";
import { transact } from "../../chain/transaction/transact";
import type { Address } from "../../crypto/bytes/hex";
import { ChainError } from "../../errors/chainError";
import { type LocalizableText, t, text } from "../../text/catalogue";
import { balanceFailure, callerFailure } from "../consequences/knownFailures";
import { unmovedWarnings } from "../consequences/unmovedWarnings";
import { asking, signing } from "../kit/define";
import { account } from "../kit/subjects";
import { unit } from "../kit/units";
import { anAccount, anAmount, askedBy, type ValuesOf } from "../model/fields";
import type { PreviewLine, Report } from "../model/operation";
import type { Question } from "../model/question";

const noun = "balance";
const to = anAccount(text("To"), { ask: { prompt: text("Select the account to transfer to") } });
const sum = {
  amount: anAmount(text("Amount"), {
    ask: {
      prompt: text("Enter an amount in wei, or with a unit such as 1.5 ether"),
      read: (typed) => String(parseAmount(typed)),
    },
  }),
  unit,
};

/** @throws ChainError usage `invalidAmount` */
const weiOf = ({ amount, unit }: ValuesOf<typeof sum>): bigint => parseAmount(amount, unit);

/** What the account has before and after, so that a slip of a digit is seen. */
function effectText(account: Address, before: bigint, after: bigint): string {
  return after < 0n
    ? t("{0} has {1} wei.", account, String(before))
    : t("{0} has {1} wei now, and {2} wei afterwards.", account, String(before), String(after));
}

async function changeEffect(session: ChainSession, change: BalanceChange): Promise<string> {
  const account = change.kind === "transfer" ? change.from : change.account;
  const before = await getBalance(session, account);
  return effectText(account, before, change.kind === "add" ? before + change.wei : before - change.wei);
}

/** What the account has, in a sentence. */
const balanceReport = ({ groupId }: ChainSession, account: string, wei: bigint | string): Report => ({
  text: text("{0} has {1} wei on {2}.", account, String(wei), groupId),
  copied: String(wei),
});

const amountLine = (wei: bigint): PreviewLine => ({ label: t("Amount"), value: `${wei} wei` });

const showBalance = asking({
  noun,
  verb: "show",
  word: "getBalance",
  console: [{ name: "getBalance", arguments: ["account"] }],
  summary: text("An account's balance in wei."),
  fields: { account: askedBy(account, { target: "account", prompt: text("Select whose balance to show") }) },
  command: {
    title: text("Show Balance"),
    report: ({ context, values, result }) => balanceReport(context.session, values.account, result),
  },
  result: v.string(),
  run: async ({ session }, given) => String(await getBalance(session, given.account)),
});

const listCallers = asking({
  noun,
  verb: "list-callers",
  word: "listBalanceGovernors",
  console: [{ name: "listBalanceGovernor", arguments: [] }],
  summary: text("Accounts that can change balances."),
  fields: {},
  command: {
    title: text("List Balance Callers"),
    report: ({ result }) => ({
      text:
        result.length === 0
          ? text("No one can change balances yet. A governor must register the first account.")
          : text("Accounts that can change balances: {0}", result),
      copied: result.join("\n"),
    }),
  },
  result: v.array(v.string()),
  run: async ({ session }) => listBalanceGovernors(session),
});

interface ChangingHead {
  readonly word: string;
  readonly console: string;
  readonly summary: LocalizableText;
  readonly title: LocalizableText;
  readonly prompt: LocalizableText;
}

const changing = (kind: "add" | "subtract", head: ChangingHead) =>
  signing(
    {
      noun,
      verb: kind,
      word: head.word,
      console: [
        { name: head.console, arguments: ["account", "amount"] },
        { name: head.console, arguments: ["account", "amount", "unit"] },
      ],
      summary: head.summary,
      fields: { account: askedBy(account, { prompt: head.prompt }), ...sum },
      command: {
        title: head.title,
        first: listBalanceGovernors,
        report: async ({ context: { session }, values }) =>
          balanceReport(session, values.account, await getBalance(session, values.account)),
      },
    },
    {
      title: (given) =>
        kind === "add"
          ? text("Add {0} wei to the balance of {1}", String(weiOf(given)), given.account)
          : text("Subtract {0} wei from the balance of {1}", String(weiOf(given)), given.account),
      right: () => ({ kind: "changeBalance" }),
      lines: async (_, given) => [{ label: t("Account"), value: given.account }, amountLine(weiOf(given))],
      consequences: async ({ session }, given) => ({
        warnings: [await changeEffect(session, { kind, account: given.account, wei: weiOf(given) })],
        blocked: await balanceFailure(session, { kind, account: given.account, wei: weiOf(given) }),
        byRules: true,
      }),
      run: async ({ session }, signer, given, options) =>
        changeBalance(session, signer, { kind, account: given.account, wei: weiOf(given) }, options),
    },
  );

const addBalanceOperation = changing("add", {
  word: "addBalance",
  console: "addBalance",
  summary: text("Adds to a balance."),
  title: text("Add to Balance"),
  prompt: text("Select the account to add to"),
});

const subtractBalanceOperation = changing("subtract", {
  word: "subtractBalance",
  console: "subBalance",
  summary: text("Subtracts from a balance."),
  title: text("Subtract from Balance"),
  prompt: text("Select the account to subtract from"),
});

const transferBalanceOperation = signing(
  {
    noun,
    verb: "transfer",
    word: "transferBalance",
    console: [
      { name: "transferBalance", arguments: ["from", "to", "amount"] },
      { name: "transferBalance", arguments: ["from", "to", "amount", "unit"] },
    ],
    summary: text("Transfers between balances."),
    fields: { from: askedBy(account, { prompt: text("Select the account to transfer from") }), to, ...sum },
    command: {
      title: text("Move Balance Between Accounts"),
      first: listBalanceGovernors,
      report: async ({ context: { session }, values }) =>
        balanceReport(session, values.from, await getBalance(session, values.from)),
    },
  },
  {
    title: (given) =>
      text("Transfer {0} wei from the balance of {1} to {2}", String(weiOf(given)), given.from, given.to),
    right: () => ({ kind: "changeBalance" }),
    lines: async (_, given) => [
      { label: t("Account"), value: given.from },
      { label: t("To"), value: given.to },
      amountLine(weiOf(given)),
    ],
    consequences: async ({ session }, given) => ({
      warnings: [await changeEffect(session, { kind: "transfer", from: given.from, to: given.to, wei: weiOf(given) })],
      blocked: await balanceFailure(session, { kind: "transfer", from: given.from, to: given.to, wei: weiOf(given) }),
      byRules: true,
    }),
    run: async ({ session }, signer, given, options) => {
      const change: BalanceChange = { kind: "transfer", from: given.from, to: given.to, wei: weiOf(given) };
      return changeBalance(session, signer, change, options);
    },
  },
);

interface RegisteringHead {
  readonly verb: string;
  readonly word: string;
  readonly summary: LocalizableText;
  readonly title: LocalizableText;
  readonly ask: Question;
}

const accountOrContract = text("Select an account or contract");

const registering = (registered: boolean, head: RegisteringHead) =>
  signing(
    {
      noun,
      verb: head.verb,
      word: head.word,
      console: [{ name: head.word, arguments: ["account"] }],
      summary: head.summary,
      fields: { account: askedBy(account, head.ask) },
      idempotent: true,
      command: {
        title: head.title,
        first: listBalanceGovernors,
        report: ({ values }) => ({
          text: registered
            ? text("{0} can now change balances.", values.account)
            : text("{0} can no longer change balances.", values.account),
          copied: values.account,
        }),
      },
    },
    {
      title: (given) =>
        registered
          ? text("Let {0} change balances", given.account)
          : text("No longer let {0} change balances", given.account),
      right: () => ({ kind: "setBalanceGovernor" }),
      consequences: async ({ session }, given) => ({
        warnings: [
          registered
            ? t("This account can then create balance out of nothing and take it from anyone.")
            : t("The account can no longer change balances."),
        ],
        blocked: await callerFailure(session, given.account, registered),
        byRules: true,
      }),
      run: async ({ session }, signer, given, options) =>
        setBalanceGovernor(session, signer, { account: given.account, registered }, options),
    },
  );

const registerCallerOperation = registering(true, {
  verb: "register-caller",
  word: "registerBalanceGovernor",
  summary: text("Registers a balance caller."),
  title: text("Register Balance Caller"),
  ask: { prompt: accountOrContract },
});

const unregisterCallerOperation = registering(false, {
  verb: "unregister-caller",
  word: "unregisterBalanceGovernor",
  summary: text("Unregisters a balance caller."),
  title: text("Unregister Balance Caller"),
  ask: {
    prompt: accountOrContract,
    offers: async ({ session }) => (await listBalanceGovernors(session)).map((value) => ({ label: value, value })),
    only: true,
  },
});

/** Undefined where the chain cannot be asked for balances. */
async function balanceIfKnown(session: ChainSession, account: Address): Promise<bigint | undefined> {
  try {
    return await getBalance(session, account);
  } catch (error) {
    if (error instanceof ChainError && error.code === "builtinSwitchedOff") return undefined;
    throw error;
  }
}

const transferValueOperation = signing(
  {
    noun,
    verb: "transfer-value",
    word: "transferValue",
    console: [
      { name: "transfer", arguments: ["to", "amount"] },
      { name: "transfer", arguments: ["to", "amount", "unit"] },
    ],
    summary: text("Transfers balance from the signer by a transaction that carries a value."),
    fields: { to, ...sum },
    command: {
      title: text("Transfer Value to Account"),
      report: async ({ context: { session }, values, result }) => {
        const now = await balanceIfKnown(session, values.to);
        const { transactionHash: copied, blockNumber } = result;
        return now === undefined
          ? { text: text("Transferred {0} wei to {1} in block {2}.", values.amount, values.to, blockNumber), copied }
          : { ...balanceReport(session, values.to, now), copied };
      },
    },
  },
  {
    title: (given) => text("Transfer {0} wei to {1}", String(weiOf(given)), given.to),
    lines: async (_, given) => [{ label: t("To"), value: given.to }, amountLine(weiOf(given))],
    consequences: async (context, given) => {
      const { session, account } = context;
      const wei = weiOf(given);
      const [has, unmoved] = await Promise.all([
        account && balanceIfKnown(session, account),
        unmovedWarnings(context, wei),
      ]);
      if (unmoved.length > 0 || account === undefined || has === undefined) return { warnings: unmoved };
      return { warnings: [effectText(account, has, has - wei)] };
    },
    run: async ({ session }, signer, given, options) => {
      const request = { to: given.to, data: "0x", value: weiOf(given) } as const;
      const receipt = await transact(session, signer, request, options);
      await requireSuccess(session, receipt);
      return { code: 0, receipt };
    },
  },
);

/** Balances of accounts, and who may change them. */
export const balanceOperations = [
  showBalance,
  listCallers,
  addBalanceOperation,
  subtractBalanceOperation,
  transferBalanceOperation,
  transferValueOperation,
  registerCallerOperation,
  unregisterCallerOperation,
] as const;
