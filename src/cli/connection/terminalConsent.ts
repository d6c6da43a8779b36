import { askByPages, type QuestionForm, type Reply } from "../../signing/askByPages";
import { type Agreement, type Answer, type Ask, agree, type ConsentTerms, NoConsent } from "../../signing/consent";
import type { Act, SigningRequest, Weight } from "../../signing/request";
import { pagesOf } from "../../signing/requestText";
import { t } from "../../text/catalogue";
import { joinSentences, stopped } from "../../text/joining";
import { complain } from "../output/print";
import { WrongInput } from "../output/showError";
import { isYes, type Question } from "../output/terminalQuestion";

/** What agrees to more than it was asked: the next page. */
const wantsMore = (typed: string): boolean => /^m(?:ore)?$/i.test(typed.trim());

/** What happens to a transaction that is agreed to: it is sent at once, or another program sends it. */
type AfterConsent = "sends" | "signs";

/** What is typed to agree, and what it is called. */
function words({ request: { act, transaction }, confirm, more }: QuestionForm, then: AfterConsent): string {
  if (confirm !== undefined)
    return more
      ? t("This can't be undone. Type {0} to go ahead, or m for the next page:", confirm)
      : t("This can't be undone. Type {0} to go ahead:", confirm);
  if (!transaction) return joinSentences(stopped(act.title), t("Go ahead? [y/N]"));
  if (then === "signs") return more ? t("Sign? [y/N], m for the next page:") : t("Sign? [y/N]");
  return more ? t("Sign and send? [y/N], m for the next page:") : t("Sign and send? [y/N]");
}

/** What was typed, as an answer. */
function replyTo(typed: string, { confirm, more }: QuestionForm): Reply {
  if (more && wantsMore(typed)) return { answer: "more" };
  return confirm === undefined ? { answer: isYes(typed) ? "yes" : "no" } : { answer: "yes", typed };
}

/**
 * Asks at the terminal, page by page.
 * @param shows whether a person reads along where no person can be asked
 */
export const terminalAsk =
  (question: Question | undefined, shows: boolean, then: AfterConsent = "sends"): Ask =>
  (request, weight) =>
    askOne(request, weight, question, shows, then);

async function askOne<Id>(
  request: SigningRequest<Id>,
  weight: Weight,
  question: Question | undefined,
  shows: boolean,
  then: AfterConsent,
): Promise<Answer<Id>> {
  const pages = await pagesOf(request);
  if (question)
    return askByPages(request, weight, pages, async (page, form) => {
      complain(page);
      return replyTo(await question(words(form, then)), form);
    });
  if (shows) complain(pages[0] ?? "");
  return { to: request, answer: "cannotAsk" };
}

/** Why nothing was done, for a command line: which option would have agreed. */
export function consentTrouble(error: unknown, signs: boolean): unknown {
  if (!(error instanceof NoConsent)) return error;
  const { code, message } = error;
  switch (code) {
    case "consentNeeded":
      return new WrongInput(
        code,
        signs
          ? t("This signs a transaction. Specify --yes where no one can be asked.")
          : t("This changes the chain. Specify --yes where no one can be asked."),
      );
    case "confirmationNeeded":
      return new WrongInput(code, `${message} ${t("Where no one can be asked, specify --confirm NAME.")}`);
    case "declined":
      return new WrongInput(code, signs ? t("Nothing was signed or sent.") : t("Nothing was changed."));
  }
}

/** Agreement to what isn't one transaction: a signed call, a power of an embedded chain, a whole run. @throws WrongInput; ChainError */
export function requireAgreement(
  act: Pick<Act, "title"> & Partial<Act>,
  terms: ConsentTerms,
  ask: Ask,
): Promise<Agreement> {
  const place = { connection: terms.connection, chainId: "", groupId: "" };
  return agree({ act, place }, terms, ask).catch((error: unknown) => {
    throw consentTrouble(error, true);
  });
}
