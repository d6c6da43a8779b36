import * as vscode from "vscode";
import { visibleText } from "../../../text/visibleText";
import { shownLabel, shownMessage } from "../text/shownText";

/**
 * The only way to VS Code's messages: what a chain says in them is text and nothing else. Lint refuses `vscode.window.show…Message`
 * elsewhere. The buttons are ours and stay what they are.
 */
function shown(rest: readonly unknown[]): unknown[] {
  const [options, ...buttons] = rest;
  if (typeof options !== "object" || options === null || !("detail" in options)) return [...rest];
  const { detail } = options as vscode.MessageOptions;
  return [{ ...options, ...(detail === undefined ? {} : { detail: visibleText(detail) }) }, ...buttons];
}

type Show = typeof vscode.window.showInformationMessage;

export const showInformation = ((message: string, ...rest: never[]) =>
  vscode.window.showInformationMessage(shownMessage(message), ...(shown(rest) as never[]))) as Show;

export const showWarning = ((message: string, ...rest: never[]) =>
  vscode.window.showWarningMessage(shownMessage(message), ...(shown(rest) as never[]))) as Show;

export const showError = ((message: string, ...rest: never[]) =>
  vscode.window.showErrorMessage(shownMessage(message), ...(shown(rest) as never[]))) as Show;

/** Does what a message's button says when it is pressed. Does not wait for the reader. @param failed hears what goes wrong then */
export function onButton(
  message: Thenable<string | undefined>,
  button: string,
  act: () => unknown,
  failed: (error: unknown) => unknown,
): void {
  void Promise.resolve(message)
    .then((pressed) => (pressed === button ? act() : undefined))
    .catch(failed);
}

/** A word in the status bar that goes by itself. */
export function showPassing(text: string, forMs: number): void {
  vscode.window.setStatusBarMessage(shownLabel(text), forMs);
}

/** The only way to the clipboard: what is pasted into a terminal must not act there. Lines stay lines. */
export async function copyText(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(visibleText(text));
}

/** The same, and says so where nothing else shows it. */
export async function copyAndSay(text: string): Promise<void> {
  await copyText(text);
  showPassing(`$(check) ${vscode.l10n.t("Copied")}`, 2000);
}
