import * as vscode from "vscode";
import {
  type Agreement,
  type Answer,
  type Ask,
  agree,
  type ConsentTerms,
  confirmingNames,
  NoConsent,
} from "../../../signing/consent";
import type { Act, ShownRequest, Trial, Weight } from "../../../signing/request";
import { type Consequence, type RequestText, requestText } from "../../../signing/requestText";
import { unmistakableLine } from "../../../text/visibleText";
import { askText } from "../../kit/asking/ask";
import { Cancelled } from "../../kit/errors/cancelled";
import { showWarning } from "../../kit/messages/notify";
import type { Account } from "../../state/accounts/account";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { confirmSignature } from "./confirmSignature";
import type { EditorDryRun } from "./editorDryRun";
import type { PageDecision } from "./requestPage";
import { Trials } from "./trials";

/** What the person said. */
type EditorAnswer = Omit<Answer<never>, "to">;

interface Asked {
  /** Where the request has a page beside the question. */
  readonly app?: Chainside;
  /** Where it is sent; absent where it is signed without a chain. */
  readonly group?: ChainGroup;
  /** Who signs; absent where nothing is signed here. */
  readonly account?: Account;
  /** What a yes does, where that isn't to sign and send. */
  readonly yes?: string;
  /** What is asked, where that isn't whether a transaction is signed. */
  readonly question?: string;
  /** Tries it out once more with a signature, when the user wants it; absent where no node takes one. */
  readonly trySigned?: () => Promise<EditorDryRun>;
}

const isKeyOfAnyone = (account: Account | undefined, group: ChainGroup | undefined): boolean =>
  account?.origin === "development" && group?.connection.origin !== "embedded";

/** With what a development key is, behind what else warns. */
function withAnyonesKey(consequences: readonly Consequence[]): readonly Consequence[] {
  const text = vscode.l10n.t("This account is a development key that anyone can know.");
  return [
    ...consequences.filter(({ warns }) => warns),
    { text, warns: true },
    ...consequences.filter(({ warns }) => !warns),
  ];
}

/** Has the name of the thing typed. @throws Cancelled */
function typedName(act: Act): Promise<string> {
  const names = confirmingNames(act).map((name) => name.toLowerCase());
  const [name = ""] = confirmingNames(act);
  return askText({
    title: unmistakableLine(act.title),
    prompt: vscode.l10n.t("This can't be undone. Type {0} to sign.", name),
    validate: (typed) =>
      typed === "" || names.includes(typed.trim().toLowerCase()) ? undefined : vscode.l10n.t("Type {0} to sign.", name),
  });
}

/** Has the code typed of what is known to come. @throws Cancelled */
function typedCode({ title }: Act, code: string): Promise<string> {
  const wanted = vscode.l10n.t("Type {0} to send it nevertheless.", code);
  return askText({
    title: unmistakableLine(title),
    prompt: wanted,
    validate: (typed) => (typed === "" || typed.trim() === code ? undefined : wanted),
  });
}

/**
 * Asks the person in front of the editor: everything on one screen; what can't be undone is agreed to by its name, what is known to fail by
 * its code.
 */
export async function askInEditor(
  { app, group, account, trySigned, question = vscode.l10n.t("Sign this transaction?"), ...asked }: Asked,
  request: ShownRequest,
  weight: Weight,
  force?: string,
): Promise<EditorAnswer> {
  const { yes = request.transaction ? vscode.l10n.t("Sign and Send") : vscode.l10n.t("Continue") } = asked;
  const named = async (trial: Promise<EditorDryRun>): Promise<EditorDryRun> => {
    const tried = await trial;
    return { ...tried, detail: request.names?.(tried.detail) ?? tried.detail };
  };
  const trials = new Trials(
    request.trial && named(request.trial as Promise<EditorDryRun>),
    trySigned && (() => named(trySigned())),
  );
  const textNow = async (trial: Trial | undefined): Promise<RequestText> => {
    const text = await requestText(request, trial);
    return isKeyOfAnyone(account, group) ? { ...text, consequences: withAnyonesKey(text.consequences) } : text;
  };
  const text = await textNow(undefined);
  // What is known to fail is sent from here, by its code, or nowhere.
  const canExport = group !== undefined && account !== undefined && force === undefined;
  const choices = { yes, exports: canExport, ...(force === undefined ? {} : { force }) };
  const consequences = async (trial: Trial | undefined) => (await textNow(trial)).consequences;
  const page =
    app &&
    new (await import("./requestPage")).RequestPage(app, { request, weight, text, choices, trials, consequences });
  let onPage: PageDecision | undefined;
  // What weighs more is read on a page of its own, without being asked for.
  if (weight !== "ordinary") page?.open(false);
  try {
    const decided = await confirmSignature({
      ...choices,
      weight,
      question,
      title: request.act.title,
      text,
      trials,
      ...(page
        ? {
            showRequest: () => page.open(true),
            answered: page.decided.then((decision) => {
              onPage = decision;
              return decision.decides;
            }),
          }
        : {}),
    });
    if (decided === "export") return { answer: "export" };
    const { act } = request;
    return {
      answer: "yes",
      ...(force === undefined ? {} : { forced: onPage?.code ?? (await typedCode(act, force)) }),
      ...(weight === "irreversible" ? { typed: onPage?.name ?? (await typedName(act)) } : {}),
    };
  } catch (error) {
    if (error instanceof Cancelled) return { answer: "no" };
    throw error;
  } finally {
    page?.dispose();
  }
}

/** The editor's question about what is done on a group. */
export const editorAsk =
  (group: ChainGroup, { dialog, ...asked }: Pick<Agreeing, "dialog" | "app" | "yes" | "question"> = {}): Ask =>
  async (to, weight, force) => ({
    to,
    ...(await (dialog && weight === "ordinary"
      ? askInDialog(dialog)
      : askInEditor({ group, ...asked }, to, weight, force))),
  });

/** For `catch`: a refused consent ends a command quietly. */
export function endQuietly(error: unknown): never {
  if (error instanceof NoConsent) throw new Cancelled();
  throw error;
}

/** Who is asked for an agreement, and on what terms, where that isn't as the connection says. */
interface Agreeing
  extends Pick<Partial<ConsentTerms>, "access" | "free" | "named">,
    Pick<Asked, "app" | "yes" | "question"> {
  /** What agrees, as a button says it, and what is to be known: such a question stands in the middle of the window. */
  readonly dialog?: { readonly question: string; readonly detail: string; readonly yes: string };
  /** The transaction that it is about, as it is shown whole; with `app` it has a page. */
  readonly about?: Pick<ShownRequest, "transaction" | "abi" | "from" | "place">;
}

/** Asks in the middle of the window. */
async function askInDialog({ question, detail, yes }: NonNullable<Agreeing["dialog"]>): Promise<EditorAnswer> {
  return { answer: (await showWarning(question, { modal: true, detail }, yes)) === yes ? "yes" : "no" };
}

/**
 * Agreement to what isn't one transaction: bytes that were signed elsewhere, a signed call, a run of scenarios.
 * @throws Cancelled; ChainError
 */
export async function agreeInEditor(
  group: ChainGroup,
  act: Pick<Act, "title"> & Partial<Act>,
  { dialog, app, yes, question, about, ...more }: Agreeing = {},
): Promise<Agreement> {
  const { connection, groupId, session } = group;
  const { name, access } = connection;
  const place = { connection: name, chainId: session.chainId, groupId };
  const terms = { access, connection: name, ...more };
  const asking = {
    ...(dialog ? { dialog } : {}),
    ...(app ? { app } : {}),
    ...(yes === undefined ? {} : { yes }),
    ...(question === undefined ? {} : { question }),
  };
  return agree({ act, place, ...about }, terms, editorAsk(group, asking)).catch(endQuietly);
}
