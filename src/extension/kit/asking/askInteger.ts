import * as vscode from "vscode";
import { askText, type TextQuestion } from "./ask";

/** Asks for an integer of a range; both ends are in it. @throws Cancelled */
export async function askInteger(
  question: Pick<TextQuestion, "title" | "prompt" | "value">,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<number> {
  const text = await askText({
    ...question,
    validate: (typed) =>
      /^\d{1,15}$/.test(typed.trim()) && Number(typed) >= from && Number(typed) <= to
        ? undefined
        : vscode.l10n.t("Enter an integer from {0} to {1}.", from, to),
  });
  return Number(text);
}
