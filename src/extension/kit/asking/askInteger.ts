import * as vscode from "vscode";
import { askText, type TextQuestion } from "./ask";

/** An integer of a range; both ends are in it, and it may have no upper one. */
interface IntegerRange {
  readonly from: number;
  readonly to?: number | undefined;
}

/** What may be entered. */
export const integerText = ({ from, to }: IntegerRange): string =>
  to === undefined
    ? vscode.l10n.t("Enter an integer from {0}.", from)
    : vscode.l10n.t("Enter an integer from {0} to {1}.", from, to);

/** Asks for an integer of a range. @throws Cancelled */
export async function askInteger(
  question: Pick<TextQuestion, "title" | "prompt" | "value">,
  range: IntegerRange,
): Promise<number> {
  const { from, to: max = Number.MAX_SAFE_INTEGER } = range;
  const text = await askText({
    ...question,
    validate: (typed) =>
      /^\d{1,16}$/.test(typed.trim()) && Number(typed) >= from && Number(typed) <= max ? undefined : integerText(range),
  });
  return Number(text);
}
