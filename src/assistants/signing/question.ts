import { errorSentence } from "../../operations/consequences/errorSentence";
import type { ShownPreview } from "../../operations/lookAhead";
import { t } from "../../text/catalogue";
import { labelled } from "../../text/joining";
import { visibleLine } from "../../text/visibleText";

/** For whom and where it would be signed, in words that the person knows. */
export interface Place {
  /** The connection, as the person named it. */
  readonly connection: string;
  readonly group: string;
  readonly account: string;
}

/**
 * All that the person should know before they say yes: the same preview as in every front. One line of the chain is one line.
 * @param signs whether a yes signs a transaction
 */
export async function questionText({ preview, tried }: ShownPreview, place: Place, signs: boolean): Promise<string> {
  const { title, lines, notes, warnings, weight, refusal } = preview;
  const said = [
    signs ? t("An assistant asks to sign: {0}", title) : t("An assistant asks to change the chain: {0}", title),
    labelled(t("Connection"), place.connection),
    labelled(t("Group"), place.group),
    ...(place.account === "" ? [] : [labelled(t("Account"), place.account)]),
    ...lines.map(({ label, value }) => labelled(label, value)),
    ...notes,
    ...warnings.map((warning) => `! ${warning}`),
    ...(weight === "irreversible" ? [`! ${t("This can't be undone.")}`] : []),
    ...(refusal ? [`! ${await errorSentence(refusal)}`] : []),
    ...(tried ? [tried.outcome === "failure" ? `! ${tried.text}` : tried.text] : []),
  ];
  return said.map(visibleLine).join("\n");
}
