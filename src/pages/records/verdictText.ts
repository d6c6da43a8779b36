import { isSenderProven, type Outcome, type Verdict } from "../../chain/verification/link";
import { type LinkText, linkTexts } from "../../chain/verification/linkText";
import { chosenLanguage, t } from "../../text/catalogue";
import { labelled, listed } from "../../text/joining";
import { shortened } from "../../text/shortText";
import { visibleLine } from "../../text/visibleText";

/** A verdict in the reader's language. */
interface VerdictText {
  readonly verified: boolean;
  readonly outcome: Outcome;
  /** One sentence: verified, or which link is missing and why. */
  readonly summary: string;
  readonly links: readonly LinkText[];
  /** What nothing proves, whatever the rest is worth; empty when there is no such member. */
  readonly uncovered: string;
}

/** What a reason quotes and how members are called come from the node: one line of what can be seen, and not without end. */
const quoted = (text: string): string => visibleLine(shortened(text, 400));

/** A sender as a field shows it: with the reservation that nothing on the chain names it. */
export const senderText = (from: string, verdict: Verdict): string =>
  isSenderProven(verdict) ? from : `${from}  ${senderReservation()}`;

/** The reservation alone, for a page that makes a link of the address. */
export const senderReservation = (): string => t("(not proven by the chain)");

export function verdictText(verdict: Verdict): VerdictText {
  const language = chosenLanguage();
  const links = linkTexts(verdict, language).map((link) => ({ ...link, reason: quoted(link.reason) }));
  const wrong = links.find(({ state }) => state === "false");
  const missing = wrong ?? links.slice(0, verdict.links.length).find(({ state }) => state !== "proven");
  const reason = missing ? labelled(missing.name, missing.reason) : "";
  const verified =
    verdict.apart.length > 0
      ? t("Verified without trusting the node, except for the sender")
      : t("Verified without trusting the node");
  const summaries: Record<Outcome, string> = {
    proven: verified,
    contained: t("In the block, but not proven to be this transaction's. {0}", reason),
    unproven: t("Not proven. {0}", reason),
    false: t("Not correct as shown. {0}", reason),
  };
  const summary = summaries[verdict.outcome];
  const names = quoted(listed(verdict.uncovered.slice(0, 12)));
  const uncovered = names === "" ? "" : t("Reported by the node without proof: {0}", names);
  return { verified: verdict.verified, outcome: verdict.outcome, summary, links, uncovered };
}
