import * as vscode from "vscode";
import { ChainError } from "../../../errors/chainError";
import { Cancelled } from "../errors/cancelled";
import { sentence } from "../errors/complaint";
import type { ErrorReporter } from "../errors/errorReporter";
import { showWarning } from "../messages/notify";
import { askText, type TextQuestion } from "./ask";

/** What was probably meant by a text with full-width quotes or signs, as its check says it. */
const convertedBy = (error: unknown): string | undefined => {
  const converted = error instanceof ChainError ? error.details["converted"] : undefined;
  return typeof converted === "string" ? converted : undefined;
};

/**
 * Asks for a text that a check reads. Full-width quotes and signs are told of while it is typed, and when it is entered with them,
 * converting it is offered: it is never changed without that.
 * @throws Cancelled
 */
export async function askConvertible<Read>(
  app: { readonly errors: ErrorReporter },
  question: Omit<TextQuestion, "validate">,
  read: (text: string) => Read,
): Promise<{ readonly text: string; readonly read: Read }> {
  const failureOf = (text: string): unknown => {
    try {
      read(text);
      return undefined;
    } catch (error) {
      return error;
    }
  };
  const validate = async (text: string): Promise<string | vscode.InputBoxValidationMessage | undefined> => {
    const failure = failureOf(text);
    if (failure === undefined) return undefined;
    const message = await sentence(app, failure);
    return convertedBy(failure) === undefined
      ? message
      : { message, severity: vscode.InputBoxValidationSeverity.Warning };
  };
  for (let asked: Omit<TextQuestion, "validate"> = question; ; ) {
    const text = await askText({ ...asked, validate });
    const failure = failureOf(text);
    if (failure === undefined) return { text, read: read(text) };
    const converted = convertedBy(failure);
    if (converted === undefined) throw failure;
    const convert = vscode.l10n.t("Convert to Half-Width");
    const chosen = await showWarning(await sentence(app, failure), { modal: true }, convert);
    if (chosen !== convert) throw new Cancelled();
    if (failureOf(converted) === undefined) return { text: converted, read: read(converted) };
    asked = { ...question, value: converted };
  }
}
