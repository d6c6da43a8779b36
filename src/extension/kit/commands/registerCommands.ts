import * as vscode from "vscode";
import type { ErrorReporter } from "../errors/errorReporter";
import { noteDone } from "./noteDone";

/**
 * What a command is given: nothing from the palette, the clicked tree item (and, in a tree, all selected ones) from a menu,
 * or whatever another command or a button passes.
 */
export type CommandHandler = (target?: unknown, selection?: unknown) => unknown;

/** Registers commands whose failures are shown in the one way errors are shown. */
export function registerCommands(
  app: { readonly errors: ErrorReporter },
  handlers: Readonly<Record<`chainside.${string}`, CommandHandler>>,
): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(handlers).map(([id, handler]) =>
      vscode.commands.registerCommand(id, async (target?: unknown, selection?: unknown) => {
        try {
          const result = await handler(target, selection);
          noteDone(id as `chainside.${string}`);
          return result;
        } catch (error) {
          // Not awaited: an unanswered message must not keep the command running.
          void app.errors.show(error);
          return undefined;
        }
      }),
    ),
  );
}
