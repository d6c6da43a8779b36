import * as v from "valibot";
import { type AccountStatus, getAccountStatus, setAccountStatus } from "../../chain/services/account/accountStatus";
import { errorSentence } from "../../errors/errorText";
import { type LocalizableText, t, text } from "../../text/catalogue";
import { labelled } from "../../text/joining";
import {
  accountStatusNow,
  accountStatusText,
  accountStatusWarnings,
  standingText,
} from "../consequences/accountStatus";
import { accountStatusFailure } from "../consequences/knownFailures";
import { asking, signing } from "../kit/define";
import { refusalOf } from "../kit/proposalPreview";
import { account, clickedAccount } from "../kit/subjects";
import { askedBy } from "../model/fields";

const noun = "account";
const statuses = v.picklist(["normal", "frozen", "abolished"]);

const showStatus = asking({
  noun,
  verb: "status",
  word: "getAccountStatus",
  console: [{ name: "getAccountStatus", arguments: ["account"] }],
  summary: text("An account's status."),
  fields: { account: askedBy(account, clickedAccount) },
  command: {
    title: text("Show Account Status"),
    report: async ({ context: { session }, values, named }) => {
      const now = await accountStatusNow(session, values.account);
      return { text: labelled(named(values.account), standingText(now)), copied: now.status };
    },
  },
  result: statuses,
  run: ({ session }, given) => getAccountStatus(session, given.account),
});

/** What an account may be wanted for, by the right that it takes. */
const wanted = {
  propose: "propose",
  deploy: "deploy",
  changeConfigurationAndNodes: "setSystemConfig",
  freezeAccounts: "setAccountStatus",
  changeBalances: "changeBalance",
} as const;

const right = v.object({ may: v.boolean(), reason: v.optional(v.string()) });

const showRights = asking({
  noun,
  verb: "rights",
  word: "getAccountRights",
  summary: text("What an account may do on the chain, each with the reason where it may not."),
  fields: { account },
  result: v.object({
    /** Absent where the chain doesn't tell it. */
    status: v.optional(statuses),
    rights: v.record(v.string(), right),
  }),
  run: async (context, { account }) => {
    const status = await getAccountStatus(context.session, account).catch(() => undefined);
    const reported = Object.entries(wanted).map(
      async ([action, kind]): Promise<[string, v.InferOutput<typeof right>]> => {
        const refusal = await refusalOf({ ...context, account }, () => ({ kind }));
        return [action, refusal ? { may: false, reason: await errorSentence(refusal) } : { may: true }];
      },
    );
    return { ...(status === undefined ? {} : { status }), rights: Object.fromEntries(await Promise.all(reported)) };
  },
});

const changingStatus = (
  status: AccountStatus,
  head: {
    verb: string;
    word: string;
    summary: LocalizableText;
    command: LocalizableText;
    title: (account: string) => LocalizableText;
  },
) =>
  signing(
    {
      noun,
      verb: head.verb,
      word: head.word,
      console: [{ name: head.word, arguments: ["account"] }],
      summary: head.summary,
      fields: { account: askedBy(account, clickedAccount) },
      command: {
        title: head.command,
        report: ({ values }) => ({
          text: text("{0}: {1}, starting with the next block.", values.account, accountStatusText(status)),
          copied: values.account,
        }),
      },
      ...(status === "abolished" ? { weight: "irreversible" as const } : { idempotent: true }),
      ...(status === "frozen" ? { weight: "grave" as const } : {}),
    },
    {
      title: (given) => head.title(given.account),
      right: () => ({ kind: "setAccountStatus" }),
      lines: async ({ session }, given) => {
        const now = standingText(await accountStatusNow(session, given.account));
        return [
          { label: t("Account"), value: given.account },
          { label: t("Status"), value: `${now} → ${accountStatusText(status)}` },
        ];
      },
      consequences: async ({ session }, given) => ({
        warnings: accountStatusWarnings(session, status),
        blocked: await accountStatusFailure(session, given.account, status),
        byRules: true,
      }),
      run: async ({ session }, signer, given, options) =>
        setAccountStatus(session, signer, { account: given.account, status }, options),
    },
  );

/** Each change of an account's status. */
const accountStatusOperations = [
  changingStatus("frozen", {
    verb: "freeze",
    word: "freezeAccount",
    summary: text("Freezes an account."),
    command: text("Freeze Account"),
    title: (account) => text("Freeze account {0}", account),
  }),
  changingStatus("normal", {
    verb: "unfreeze",
    word: "unfreezeAccount",
    summary: text("Unfreezes an account."),
    command: text("Unfreeze Account"),
    title: (account) => text("Unfreeze account {0}", account),
  }),
  changingStatus("abolished", {
    verb: "abolish",
    word: "abolishAccount",
    summary: text("Abolishes an account permanently."),
    command: text("Abolish Account"),
    title: (account) => text("Abolish account {0}", account),
  }),
] as const;

/** What accounts may do, and whether they may send transactions. */
export const accountOperations = [showStatus, showRights, ...accountStatusOperations] as const;
