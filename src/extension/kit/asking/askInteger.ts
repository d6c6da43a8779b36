import * as vscode from "vscode";
import { askText, type TextQuestion } from "./ask";

/** Asks for an integer of a range; both ends are in it, and it may have no upper one. @throws Cancelled */
export async function askInteger(
  question: Pick<TextQuestion, "title" | "prompt" | "value">,
  { from, to }: { readonly from: number; readonly to?: number },
): Promise<number> {
  const max = to ?? Number.MAX_SAFE_INTEGER;
  const wrong =
    to === undefined
      ? vscode.l10n.t("Enter an integer from {0}.", from)
      : vscode.l10n.t("Enter an integer from {0} to {1}.", from, to);
  const text = await askText({
    ...question,
    validate: (typed) =>
      /^\d{1,16}$/.test(typed.trim()) && Number(typed) >= from && Number(typed) <= max ? undefined : wrong,
  });
  return Number(text);
}
