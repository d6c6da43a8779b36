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
import { anAccount, anAmount, type ValuesOf } from "../model/fields";
import type { PreviewLine } from "../model/operation";

const noun = "balance";
const to = anAccount(text("To"));
const sum = { amount: anAmount(text("Amount")), unit };

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

const amountLine = (wei: bigint): PreviewLine => ({ label: t("Amount"), value: `${wei} wei` });

const showBalance = asking({
  noun,
  verb: "show",
  word: "getBalance",
  console: [{ name: "getBalance", arguments: ["account"] }],
  summary: text("An account's balance in wei."),
  fields: { account },
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
  result: v.array(v.string()),
  run: async ({ session }) => listBalanceGovernors(session),
});

const changing = (kind: "add" | "subtract", head: { word: string; console: string; summary: LocalizableText }) =>
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
      fields: { account, ...sum },
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

export const addBalanceOperation = changing("add", {
  word: "addBalance",
  console: "addBalance",
  summary: text("Adds to a balance."),
});

export const subtractBalanceOperation = changing("subtract", {
  word: "subtractBalance",
  console: "subBalance",
  summary: text("Subtracts from a balance."),
});

export const transferBalanceOperation = signing(
  {
    noun,
    verb: "transfer",
    word: "transferBalance",
    console: [
      { name: "transferBalance", arguments: ["from", "to", "amount"] },
      { name: "transferBalance", arguments: ["from", "to", "amount", "unit"] },
    ],
    summary: text("Transfers between balances."),
    fields: { from: account, to, ...sum },
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

const registering = (registered: boolean, head: { verb: string; word: string; summary: LocalizableText }) =>
  signing(
    {
      noun,
      verb: head.verb,
      word: head.word,
      console: [{ name: head.word, arguments: ["account"] }],
      summary: head.summary,
      fields: { account },
      idempotent: true,
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

export const registerCallerOperation = registering(true, {
  verb: "register-caller",
  word: "registerBalanceGovernor",
  summary: text("Registers a balance caller."),
});

export const unregisterCallerOperation = registering(false, {
  verb: "unregister-caller",
  word: "unregisterBalanceGovernor",
  summary: text("Unregisters a balance caller."),
});

/** Undefined where the chain cannot be asked for balances. */
export async function balanceIfKnown(session: ChainSession, account: Address): Promise<bigint | undefined> {
  try {
    return await getBalance(session, account);
  } catch (error) {
    if (error instanceof ChainError && error.code === "builtinSwitchedOff") return undefined;
    throw error;
  }
}

export const transferValueOperation = signing(
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
