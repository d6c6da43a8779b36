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
import type { Act, ShownRequest, Weight } from "../../../signing/request";
import { requestText } from "../../../signing/requestText";
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

/** What the person said. */
type Said = Omit<Answer<never>, "to">;

interface Asked {
  /** Where the request has a page beside the question. */
  readonly app?: Chainside;
  /** Where it is sent; absent where it is signed without a chain. */
  readonly group?: ChainGroup;
  /** Who signs; absent where nothing is signed here. */
  readonly account?: Account;
  /** What a yes does, where that isn't to sign and send. */
  readonly yes?: string;
  /** Tries it out once more with a signature, when the user wants it; absent where no node takes one. */
  readonly trySigned?: () => Promise<EditorDryRun>;
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
  { app, group, account, trySigned, ...asked }: Asked,
  request: ShownRequest,
  weight: Weight,
  force?: string,
): Promise<Said> {
  const { yes = request.transaction ? vscode.l10n.t("Sign and Send") : vscode.l10n.t("Continue") } = asked;
  const text = await requestText(request, undefined);
  const named = async (trial: Promise<EditorDryRun>): Promise<EditorDryRun> => {
    const tried = await trial;
    return { ...tried, detail: request.names?.(tried.detail) ?? tried.detail };
  };
  // What is known to fail is sent from here, by its code, or nowhere.
  const canExport = group !== undefined && account !== undefined && force === undefined;
  const page =
    app &&
    new (await import("./requestPage")).RequestPage(app, request, weight, text, {
      yes,
      exports: canExport,
      ...(force === undefined ? {} : { force }),
    });
  let onPage: PageDecision | undefined;
  // What weighs more is read on a page of its own, without being asked for.
  if (weight !== "ordinary") page?.open(false);
  try {
    const decided = await confirmSignature({
      ...(group ? { group } : {}),
      yes,
      exports: canExport,
      ...(account ? { account } : {}),
      weight,
      title: request.act.title,
      text,
      ...(request.trial !== undefined ? { preview: named(request.trial as Promise<EditorDryRun>) } : {}),
      ...(trySigned ? { trySigned: () => named(trySigned()) } : {}),
      ...(force === undefined ? {} : { force }),
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
    if (decided === "export") return { said: "export" };
    const { act } = request;
    return {
      said: "yes",
      ...(force === undefined ? {} : { forced: onPage?.code ?? (await typedCode(act, force)) }),
      ...(weight === "irreversible" ? { typed: onPage?.name ?? (await typedName(act)) } : {}),
    };
  } catch (error) {
    if (error instanceof Cancelled) return { said: "no" };
    throw error;
  } finally {
    page?.dispose();
  }
}

/** The editor's question about what is done on a group. */
export const editorAsk =
  (group: ChainGroup, { dialog, yes }: Pick<Agreeing, "dialog" | "yes"> = {}): Ask =>
  async (to, weight, force) => ({
    to,
    ...(await (dialog && weight === "ordinary"
      ? askInDialog(dialog)
      : askInEditor({ group, ...(yes === undefined ? {} : { yes }) }, to, weight, force))),
  });

/** For `catch`: that no one agreed ends a command quietly. */
export function endQuietly(error: unknown): never {
  if (error instanceof NoConsent) throw new Cancelled();
  throw error;
}

/** Who is asked for an agreement, and on what terms, where that isn't as the connection says. */
interface Agreeing extends Pick<Partial<ConsentTerms>, "access" | "free" | "named"> {
  /** What agrees, as a button says it, and what is to be known: such a question stands in the middle of the window. */
  readonly dialog?: { readonly question: string; readonly detail: string; readonly yes: string };
  /** What a yes does, where that isn't to sign and send. */
  readonly yes?: string;
}

/** Asks in the middle of the window. */
async function askInDialog({ question, detail, yes }: NonNullable<Agreeing["dialog"]>): Promise<Said> {
  return { said: (await showWarning(question, { modal: true, detail }, yes)) === yes ? "yes" : "no" };
}

/**
 * Agreement to what isn't one transaction: bytes that were signed elsewhere, a signed call, a run of scenarios.
 * @throws Cancelled; ChainError
 */
export async function agreeInEditor(
  group: ChainGroup,
  act: Pick<Act, "title"> & Partial<Act>,
  { dialog, yes, ...more }: Agreeing = {},
): Promise<Agreement> {
  const { connection, groupId, session } = group;
  const { name, access } = connection;
  const place = { connection: name, chainId: session.chainId, groupId };
  const terms = { access, connection: name, ...more };
  return agree(
    { act, place },
    terms,
    editorAsk(group, { ...(dialog ? { dialog } : {}), ...(yes === undefined ? {} : { yes }) }),
  ).catch(endQuietly);
}
