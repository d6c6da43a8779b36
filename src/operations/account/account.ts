import * as v from "valibot";
import { type AccountStatus, getAccountStatus, setAccountStatus } from "../../chain/services/account/accountStatus";
import { type LocalizableText, t, text } from "../../text/catalogue";
import {
  accountStatusNow,
  accountStatusText,
  accountStatusWarnings,
  standingText,
} from "../consequences/accountStatus";
import { asking, writing } from "../kit/define";
import { account } from "../kit/subjects";

const noun = "account";
const statuses = v.picklist(["normal", "frozen", "abolished"]);

const showStatus = asking({
  noun,
  verb: "status",
  word: "getAccountStatus",
  console: [{ name: "getAccountStatus", arguments: ["account"] }],
  summary: text("An account's status."),
  fields: { account },
  result: statuses,
  run: ({ session }, given) => getAccountStatus(session, given.account),
});

const changingStatus = (
  status: AccountStatus,
  head: { verb: string; word: string; summary: LocalizableText; title: LocalizableText },
) =>
  writing(
    {
      noun,
      verb: head.verb,
      word: head.word,
      console: [{ name: head.word, arguments: ["account"] }],
      summary: head.summary,
      fields: { account },
      ...(status === "abolished" ? { destructive: true } : { idempotent: true }),
    },
    {
      title: head.title,
      right: () => ({ kind: "setAccountStatus" }),
      lines: async ({ session }, given) => {
        const now = standingText(await accountStatusNow(session, given.account));
        return [
          { label: t("Account"), value: given.account },
          { label: t("Status"), value: `${now} → ${accountStatusText(status)}` },
        ];
      },
      consequences: async ({ session }, given) => ({
        warnings: await accountStatusWarnings(session, given.account, status),
        irreversible: status === "abolished",
      }),
      run: async ({ session }, signer, given, options) =>
        setAccountStatus(session, signer, { account: given.account, status }, options),
    },
  );

/** Each change of an account's status, by what it becomes. */
export const accountStatusOperations = {
  frozen: changingStatus("frozen", {
    verb: "freeze",
    word: "freezeAccount",
    summary: text("Freezes an account."),
    title: text("Freeze Account"),
  }),
  normal: changingStatus("normal", {
    verb: "unfreeze",
    word: "unfreezeAccount",
    summary: text("Unfreezes an account."),
    title: text("Unfreeze Account"),
  }),
  abolished: changingStatus("abolished", {
    verb: "abolish",
    word: "abolishAccount",
    summary: text("Abolishes an account permanently."),
    title: text("Abolish Account"),
  }),
} as const;

/** Whether accounts may send transactions. */
export const accountOperations = [showStatus, ...Object.values(accountStatusOperations)] as const;
